/** Writes the contract that a protocol serves for the portal as OpenAPI, from the schemas that the portal works with. */
import { jsonSchema } from '../../src/api-schemas.server.ts';
import { protocolAnswer, protocolRequest } from '../../src/platform/protocol.ts';

const reason = {
  description: 'Refused for what it says; it is not asked for again until an administrator of the ente says so.',
  content: {
    'application/json': { schema: { type: 'object', properties: { motivo: { type: 'string', maxLength: 300 } } } },
  },
};
const unauthorized = { description: 'The key is not the one that the ente has written in the portal.' };

/** @returns the text of docs/protocol.openapi.json */
export function protocolDocument(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Protocol of a municipality, for the portal',
      version: '1',
      description:
        'Served by the protocol of a municipality, or by a program in front of it; called by the portal. Every call may come again: what it asks for is done once. An answer has to come within 10 seconds, that to a document within 15. Anything that is not described is taken as a failure, and asked for again.',
    },
    servers: [{ url: 'https://protocollo.comune.example/portale' }],
    security: [{ chiave: [] }],
    paths: {
      '/documenti/{sha256}': {
        post: {
          operationId: 'consegnaDocumento',
          summary: 'The portal hands over a document, before the registration that names it by its SHA-256.',
          parameters: [
            {
              name: 'sha256',
              in: 'path',
              required: true,
              schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
            },
          ],
          requestBody: {
            required: true,
            content: { '*/*': { schema: { type: 'string', format: 'binary', maxLength: 10_485_760 } } },
          },
          responses: {
            '204': { description: 'The document is there; so it is when it came before.' },
            '401': unauthorized,
            '422': reason,
          },
        },
      },
      '/registrazioni': {
        post: {
          operationId: 'registra',
          summary:
            'The portal asks for a number. The same id is the same registration: it is answered with the same number, however often it comes.',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Registrazione' } } },
          },
          responses: {
            '200': {
              description: 'Registered. `id` is that of the request.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Esito' } } },
            },
            '202': { description: 'Taken; the number comes later: the portal asks again, at least once an hour.' },
            '401': unauthorized,
            '422': reason,
          },
        },
      },
    },
    components: {
      schemas: { Registrazione: jsonSchema(protocolRequest, 'output'), Esito: jsonSchema(protocolAnswer, 'input') },
      securitySchemes: { chiave: { type: 'http', scheme: 'bearer' } },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

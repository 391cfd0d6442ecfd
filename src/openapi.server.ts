/** Makes the OpenAPI document from the contracts and the rows of the services. */
import * as z from 'zod/mini';
import { apiOperations } from './api.ts';
import { serviceCode } from './features/cases/ente/ente.contract.ts';
import { actionsOn, requestsOn } from './features/cases/posizione/azioni.ts';
import { documentAction } from './features/cases/posizione/posizione.contract.ts';
import { requestSlug } from './features/cases/scelta-documenti/scelta.contract.ts';
import { type ApiOperation, eventsOutput, fileOutput } from './platform/contract.ts';
import { PORTAL_ERRORS } from './platform/errors.ts';
import { pathNames, pathSpellings } from './platform/path-template.ts';
import { SERVICE_CODES, SERVICE_ROWS } from './services.ts';

type JsonObject = Record<string, unknown>;
type ObjectSchema = { properties?: Record<string, JsonObject>; required?: string[] };

/** The contract as OpenAPI 3.1, from the same schemas that check the calls. */
export function openApi(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, operation] of Object.entries(apiOperations) as [string, ApiOperation][]) {
    for (const path of pathSpellings(operation.path)) {
      const described = { operationId: operationId(name, operation, path), ...describeOperation(operation, path) };
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portale del cittadino',
      version: '1',
      description: 'Results in `data`; errors as `{message, errors}`.',
    },
    paths,
    components: { schemas: { Errore: ERROR_SCHEMA }, securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  accesso: { type: 'apiKey', in: 'cookie', name: 'accesso', description: 'The login of a person.' },
  programma: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a program, as an administrator of the municipality made it in /gestione/programmi.',
  },
};

/** The callers, as tools read it: a person with a login or anybody, and a program where the call has a scope. */
const securityOf = ({ access, scope }: ApiOperation): JsonObject[] => [
  access === 'anyone' ? {} : { accesso: [] },
  ...(scope ? [{ programma: [scope] }] : []),
];

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    code: { enum: Object.keys(PORTAL_ERRORS) },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const KEY_SCHEMA = { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' };

const headerParameter = (name: string, required: boolean, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required,
  schema,
});

/** An operation with an optional last segment is there twice, and ids are unique: programs are generated from them. */
function operationId(name: string, operation: ApiOperation, path: string): string {
  const left = pathNames(operation.path).find((segment) => !pathNames(path).includes(segment));
  return left === undefined ? name : `${name}Senza${left.charAt(0).toUpperCase()}${left.slice(1)}`;
}

function describeOperation(operation: ApiOperation, path: string): JsonObject {
  const input = jsonSchema(operation.input, 'input') as ObjectSchema;
  const inPath = pathNames(path);
  const others = Object.entries(input.properties ?? {}).filter(([key]) => !pathNames(operation.path).includes(key));
  const parameters = inPath.map((key) => ({
    name: key,
    in: 'path',
    required: true,
    schema: input.properties?.[key] ?? {},
  }));
  const query =
    operation.method === 'POST'
      ? []
      : others.map(([key, schema]) => ({
          name: key,
          in: 'query',
          required: input.required?.includes(key) ?? false,
          schema,
        }));
  const headers = [
    ...(operation.method === 'GET' || operation.signedBy
      ? []
      : [headerParameter('X-XSRF-TOKEN', true, { type: 'string' })]),
    ...(operation.creates ? [headerParameter('Idempotency-Key', false, KEY_SCHEMA)] : []),
  ];
  const answer = answerContent(operation.output);
  const status = typeof operation.status === 'function' ? ['200', '201'] : [String(operation.status ?? 200)];
  return {
    summary: operation.summary,
    security: securityOf(operation),
    parameters: [...parameters, ...query, ...headers],
    ...(operation.method === 'POST' && { requestBody: requestBody(operation, input, others) }),
    responses: {
      ...Object.fromEntries(
        status.map((code) => [
          code,
          { description: 'Fatto', ...(!['204', '302'].includes(code) && { content: answer }) },
        ]),
      ),
      default: {
        description: 'Errore',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Errore' } } },
      },
    },
  };
}

function answerContent(output: ApiOperation['output']): JsonObject {
  if (output === fileOutput) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (output === eventsOutput) return { 'text/event-stream': { schema: { type: 'string' } } };
  return { 'application/json': { schema: { type: 'object', properties: { data: jsonSchema(output, 'output') } } } };
}

function requestBody(operation: ApiOperation, input: ObjectSchema, others: [string, JsonObject][]): JsonObject {
  const properties = Object.fromEntries(others);
  const schema = {
    type: 'object',
    properties: { ...properties, ...(operation.bot && { 'g-recaptcha-response': { type: 'string' } }) },
    required: (input.required ?? []).filter((key) => key in properties),
  };
  if (operation.upload) return { content: { 'multipart/form-data': { schema } } };
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

/** Lists that are open in the contract, because the services define their values. */
const KNOWN_VALUES: ReadonlyMap<unknown, readonly string[]> = new Map([
  [serviceCode, Object.keys(SERVICE_CODES)],
  [documentAction, actionsOn(SERVICE_ROWS).map(({ action }) => action)],
  [requestSlug, requestsOn(SERVICE_ROWS).map(({ slug }) => slug)],
]);

/** A file is bytes; a type that JSON Schema cannot describe is left open; a field with a default is not required. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ path, jsonSchema: json, zodSchema }) => {
      const known = KNOWN_VALUES.get(zodSchema);
      if (known) Object.assign(json, { enum: known });
      if (path.at(-1) === 'file') Object.assign(json, { type: 'string', format: 'binary' });
    },
  }) as JsonObject;
  return io === 'input' ? withDefaults(rest) : rest;
}

/** zod drops the default of a transformed value, so ours are published as `x-default`. */
function withDefaults<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withDefaults) as T;
  const { required, ...rest } = Object.fromEntries(
    Object.entries(json).map(([name, inner]) => [name === 'x-default' ? 'default' : name, withDefaults(inner)]),
  ) as ObjectSchema;
  const needed = required?.filter((key) => !('default' in (rest.properties?.[key] ?? {})));
  return { ...rest, ...(needed && { required: needed }) } as T;
}

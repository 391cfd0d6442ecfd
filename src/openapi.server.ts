/** The OpenAPI document, put together from the contracts and the rows of the services. */
import * as z from 'zod/mini';
import { operations } from './api.ts';
import { serviceCode } from './features/cases/ente/ente.contract.ts';
import { actionsOn, requestsOn } from './features/cases/posizione/azioni.ts';
import { documentAction } from './features/cases/posizione/posizione.contract.ts';
import { requestSlug } from './features/cases/scelta-documenti/scelta.contract.ts';
import { file, type Operation, pathNames } from './platform/contract.ts';
import { ERRORS } from './platform/errors.ts';
import { CODES, SERVICES } from './services.ts';

type Json = Record<string, unknown>;
type Schema = { properties?: Record<string, Json>; required?: string[] };

/** The contract as OpenAPI 3.1, from the same schemas that check the calls. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations) as [string, Operation][]) {
    for (const path of spellings(operation.path)) {
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation, path) };
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
    components: { schemas: { Errore: ERRORE } },
  };
}

const ERRORE = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    code: { enum: Object.keys(ERRORS) },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const KEY = { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' };

const header = (name: string, required: boolean, schema: Json): Json => ({ name, in: 'header', required, schema });

function spellings(path: string): string[] {
  const short = path.replace(/\/\{\w+\?\}$/, '');
  return short === path ? [path] : [short, path.replace('?}', '}')];
}

function describe(name: string, operation: Operation, path: string): Json {
  const input = jsonSchema(operation.input, 'input') as Schema;
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
    ...(operation.method === 'GET' || operation.signedBy ? [] : [header('X-XSRF-TOKEN', true, { type: 'string' })]),
    ...(operation.creates ? [header('Idempotency-Key', false, KEY)] : []),
  ];
  const answer =
    operation.output === file
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': {
            schema: { type: 'object', properties: { data: jsonSchema(operation.output, 'output') } },
          },
        };
  const status = typeof operation.status === 'function' ? ['200', '201'] : [String(operation.status ?? 200)];
  return {
    operationId: name,
    summary: operation.summary,
    parameters: [...parameters, ...query, ...headers],
    ...(operation.method === 'POST' && { requestBody: body(operation, input, others) }),
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

function body(operation: Operation, input: Schema, others: [string, Json][]): Json {
  const properties = Object.fromEntries(others);
  const schema = {
    type: 'object',
    properties: { ...properties, ...(operation.bot && { 'g-recaptcha-response': { type: 'string' } }) },
    required: (input.required ?? []).filter((key) => key in properties),
  };
  if (operation.upload) return { content: { 'multipart/form-data': { schema } } };
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

/** Lists that are open in the contract, because the services fill them. */
const KNOWN: ReadonlyMap<unknown, readonly string[]> = new Map([
  [serviceCode, Object.keys(CODES)],
  [documentAction, actionsOn(SERVICES).map(({ action }) => action)],
  [requestSlug, requestsOn(SERVICES).map(({ slug }) => slug)],
]);

/** A file is bytes; what JSON cannot describe is left open; what has a value of its own need not come. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ path, jsonSchema: json, zodSchema }) => {
      const known = KNOWN.get(zodSchema);
      if (known) Object.assign(json, { enum: known });
      if (path.at(-1) === 'file') Object.assign(json, { type: 'string', format: 'binary' });
    },
  }) as Json;
  return io === 'input' ? withDefaults(rest) : rest;
}

/** zod drops the default of what it transforms: ours come as `x-default`. */
function withDefaults<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withDefaults) as T;
  const { required, ...rest } = Object.fromEntries(
    Object.entries(json).map(([name, inner]) => [name === 'x-default' ? 'default' : name, withDefaults(inner)]),
  ) as Schema;
  const needed = required?.filter((key) => !('default' in (rest.properties?.[key] ?? {})));
  return { ...rest, ...(needed && { required: needed }) } as T;
}

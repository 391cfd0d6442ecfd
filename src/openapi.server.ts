/** Makes the OpenAPI document from the contracts and the rows of the services. */
import type { APIContext } from 'astro';
import { API_TAGS } from './api.ts';
import { jsonSchema } from './api-schemas.server.ts';
import { siteOf } from './features/cases/ente/ente.server.ts';
import { accessoCookieName } from './features/people/accesso/session.server.ts';
import { BOT_FIELD } from './platform/bot-check/bot-check.ts';
import { type ApiOperation, eventsOutput, fileOutput } from './platform/contract.ts';
import { type ErrorCode, PORTAL_ERRORS } from './platform/errors.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiPath,
  type OpenApiResponse,
  publishedBy,
  refTo,
} from './platform/openapi.ts';
import { errorsOf } from './platform/operation-errors.ts';
import { callersInWords, factsInWords } from './platform/operation-words.ts';
import { pathNames, pathSpellings } from './platform/path-template.ts';
import { openJson } from './platform/responses.server.ts';

/** Answers with the document of the host that was asked. */
export async function answerOpenApi({ request, url, locals }: ApiQuestion): Promise<Response> {
  return openJson(request, openApi(await siteOf(locals.ctx.house, url.hostname)));
}
type ApiQuestion = Pick<APIContext, 'request' | 'url'> & { locals: Pick<App.Locals, 'ctx'> };

/** Calls, tags and schemas, which are the same on every host. */
type ApiParts = Pick<OpenApiDocument, 'tags' | 'paths' | 'components'>;
let madeParts: ApiParts | undefined;

/** The contract as OpenAPI 3.1, from the same schemas that check the calls. @param site address without a final slash */
export function openApi(site: string): OpenApiDocument {
  madeParts ??= makeParts();
  const { tags, paths, components } = madeParts;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portale del cittadino',
      version: '1',
      description:
        'Results in `data`; errors as `{message, code, errors}`. A program works with the key that an administrator of the municipality gave it. An answer may get new fields, and a list of values new ones.',
      ...publishedBy(site),
    },
    servers: [{ url: site, description: 'This portal' }],
    tags,
    paths,
    components: {
      ...components,
      securitySchemes: {
        accesso: {
          type: 'apiKey',
          in: 'cookie',
          name: accessoCookieName(site.startsWith('https:')),
          description: 'The login of a person, which begins in a browser at /login.',
        },
        antiforgery: {
          type: 'apiKey',
          in: 'header',
          name: 'X-XSRF-TOKEN',
          description:
            'The value of the cookie XSRF-TOKEN, which GET /sanctum/csrf-cookie sets. A call with the key of a program needs none.',
        },
        programma: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a program, as an administrator of the municipality made it in /gestione/programmi.',
        },
      },
    },
  };
}

function makeParts(): ApiParts {
  const schemas: Record<string, JsonSchema> = { Errore: ERROR_SCHEMA, ErrorePagamenti: FLAGGED_SCHEMA };
  const paths: Record<string, OpenApiPath> = {};
  for (const { name: tag, operations } of API_TAGS) {
    for (const [name, operation] of Object.entries(operations)) {
      for (const path of pathSpellings(operation.path)) {
        const described = describeOperation({ operation, path, tag, id: operationId(name, operation, path) }, schemas);
        paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
      }
    }
  }
  const operations = API_TAGS.flatMap((tag) => Object.values(tag.operations));
  return {
    tags: API_TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: {
        ...errorResponses(codesOf(operations.filter(({ flagged }) => !flagged)), 'Errore', ''),
        ...errorResponses(codesOf(operations.filter(({ flagged }) => flagged)), 'ErrorePagamenti', FLAGGED_MARK),
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      securitySchemes: {},
    },
  };
}

/** Marks the errors of the payment calls, which have an envelope of their own. */
const FLAGGED_MARK = '_pagamenti';

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'What a citizen reads' },
    code: { type: 'string', enum: Object.keys(PORTAL_ERRORS) },
    reason: { type: 'string', description: 'Tells errors of one code apart' },
    errors: {
      type: 'object',
      description: 'By field, a nested one with dots in its name',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

const FLAGGED_SCHEMA: JsonSchema = {
  allOf: [
    refTo('schemas', 'Errore'),
    {
      type: 'object',
      required: ['success', 'error'],
      properties: {
        success: { type: 'boolean', const: false },
        error: {
          type: 'object',
          required: ['status', 'codice', 'messaggio'],
          properties: {
            status: { type: 'integer' },
            codice: { type: 'string' },
            messaggio: { type: 'string' },
          },
        },
      },
    },
  ],
};

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** For developers; what a citizen reads is in the example. */
const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  anonymous: 'there is no login or key, or none that is valid.',
  forbidden: 'it is not open to this caller.',
  not_found: 'it is not there, or not for this caller.',
  conflict: 'it was changed meanwhile, or is not possible in this state.',
  too_large: 'the body is too large.',
  wrong_type: 'the body has another type than the call takes.',
  token: 'the anti-forgery token is missing or over.',
  invalid: 'a field is wrong, or a parameter does not exist.',
  too_many: 'too many calls; the caller waits as `Retry-After` says.',
  failed: 'the portal failed.',
  send_failed: 'the mail could not be sent.',
  unavailable: 'the portal or what it depends on is away; the caller waits as `Retry-After` says.',
};

const codesOf = (operations: readonly ApiOperation[]): ErrorCode[] => [...new Set(operations.flatMap(errorsOf))];

/** Each error once for all calls that can end with it. */
function errorResponses(codes: readonly ErrorCode[], schema: string, mark: string): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    codes.map((code) => [
      code + mark,
      {
        description: `\`${code}\`: ${ERROR_WORDS[code]}`,
        ...((code === 'too_many' || code === 'unavailable') && { headers: RETRY_AFTER }),
        content: { 'application/json': { schema: refTo('schemas', schema), example: exampleOfError(code, mark) } },
      },
    ]),
  );
}

function exampleOfError(code: ErrorCode, mark: string) {
  const { status, message } = PORTAL_ERRORS[code];
  const flag = mark === FLAGGED_MARK && {
    success: false,
    error: { status, codice: code.toUpperCase(), messaggio: message },
  };
  return { ...flag, message, code, ...(code === 'invalid' && { errors: { email: ['Scrivi l’indirizzo e-mail.'] } }) };
}

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body gets the first answer for 7 days.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
};

/** @returns who may call, one way each: a person with a login or anybody, and a program where the call has a scope */
function securityOf({ access, method, scope, signedBy }: ApiOperation): Record<string, string[]>[] {
  return [
    { ...(access !== 'anyone' && { accesso: [] }), ...(method !== 'GET' && !signedBy && { antiforgery: [] }) },
    ...(scope ? [{ programma: [scope] }] : []),
  ];
}

/** An operation with an optional last segment is there twice, and ids are unique: programs are generated from them. */
function operationId(name: string, operation: ApiOperation, path: string): string {
  const left = pathNames(operation.path).find((segment) => !pathNames(path).includes(segment));
  return left === undefined ? name : `${name}Senza${left.charAt(0).toUpperCase()}${left.slice(1)}`;
}

/** A call at one of its paths. */
type PlacedOperation = { operation: ApiOperation; path: string; tag: string; id: string };

/** @param schemas gets those that have a name */
function describeOperation(
  { operation, path, tag, id }: PlacedOperation,
  schemas: Record<string, JsonSchema>,
): OpenApiOperation {
  const input = namedApart(jsonSchema(operation.input, 'input'), schemas);
  const inPath = pathNames(path);
  const others = Object.entries(input.properties ?? {}).filter(([key]) => !pathNames(operation.path).includes(key));
  const example = (operation.example?.input ?? {}) as Record<string, unknown>;
  const parameter = (key: string, place: 'path' | 'query'): OpenApiParameter => ({
    name: key,
    in: place,
    required: place === 'path' || (input.required?.includes(key) ?? false),
    schema: input.properties?.[key] ?? {},
    ...(key in example && { example: example[key] }),
  });
  return {
    operationId: id,
    tags: [tag],
    summary: operation.summary,
    description: [...callersInWords(operation), ...factsInWords(operation)].join(' '),
    security: securityOf(operation),
    parameters: [
      ...inPath.map((key) => parameter(key, 'path')),
      ...(operation.method === 'POST' ? [] : others.map(([key]) => parameter(key, 'query'))),
      ...(operation.signedBy ? [signatureHeader(operation.signedBy)] : []),
      ...(operation.creates ? [refTo('parameters', 'IdempotencyKey')] : []),
    ],
    ...(operation.method === 'POST' && bodyOf(operation, { required: input.required ?? [], others })),
    responses: { ...successesOf(operation, schemas), ...errorRefs(operation) },
  };
}

const signatureHeader = (name: string): OpenApiParameter => ({
  name,
  in: 'header',
  required: true,
  description: 'Signature of the body',
  schema: { type: 'string' },
});

/** What is asked for in the body. A call that asks for nothing has none. */
function bodyOf(
  operation: ApiOperation,
  { required, others }: { required: readonly string[]; others: readonly [string, JsonSchema][] },
): Pick<OpenApiOperation, 'requestBody'> {
  // The bytes that the signature is of.
  if (operation.signedBy) return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } };
  const fields = [...others, ...(operation.bot ? [[BOT_FIELD, { type: 'string' }] as const] : [])];
  if (fields.length === 0) return {};
  const names = fields.map(([key]) => key);
  const needed = required.filter((key) => names.includes(key));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 && { required: needed }),
  };
  const given = Object.entries(operation.example?.input ?? {}).filter(([key]) => names.includes(key));
  const inJson = { schema, ...(given.length > 0 && { example: Object.fromEntries(given) }) };
  return {
    requestBody: {
      required: needed.length > 0,
      content: operation.upload
        ? { 'multipart/form-data': { schema } }
        : { 'application/json': inJson, 'application/x-www-form-urlencoded': { schema } },
    },
  };
}

function successesOf(operation: ApiOperation, schemas: Record<string, JsonSchema>): Record<string, OpenApiResponse> {
  const statuses = typeof operation.status === 'function' ? [200, 201] : [operation.status ?? 200];
  return Object.fromEntries(statuses.map((status) => [status, successOf(operation, status, schemas)]));
}

function successOf(
  { output, flagged, example }: ApiOperation,
  status: number,
  schemas: Record<string, JsonSchema>,
): OpenApiResponse {
  if (status === 204) return { description: 'Done; nothing comes back.' };
  if (status === 302) {
    const location = { description: 'Address of the file', schema: { type: 'string' } };
    return { description: 'It is at another address.', headers: { Location: location } };
  }
  if (output === fileOutput) return { description: 'A file.', content: { '*/*': { schema: BYTES_SCHEMA } } };
  if (output === eventsOutput)
    return {
      description: 'Events, until the caller ends the stream.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  const data = namedApart(jsonSchema(output, 'output'), schemas);
  const schema: JsonSchema = {
    type: 'object',
    required: [...(flagged ? ['success'] : []), 'data'],
    properties: { ...(flagged && { success: { type: 'boolean', const: true } }), data },
  };
  const shown = example && 'output' in example && { ...(flagged && { success: true }), data: example.output };
  return {
    description: status === 201 ? 'Done; something new is there.' : 'Done.',
    content: { 'application/json': { schema, ...(shown && { example: shown }) } },
  };
}

const BYTES_SCHEMA: JsonSchema = { type: 'string', format: 'binary' };

const errorRefs = (operation: ApiOperation) =>
  Object.fromEntries(
    errorsOf(operation).map((code) => [
      PORTAL_ERRORS[code].status,
      refTo('responses', code + (operation.flagged ? FLAGGED_MARK : '')),
    ]),
  );

/**
 * Puts the named schemas where all calls find them.
 * @throws Error for two schemas with one name
 */
function namedApart(json: ReturnType<typeof jsonSchema>, schemas: Record<string, JsonSchema>): JsonSchema {
  const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs = {}, ...rest } = JSON.parse(text) as typeof json;
  for (const [name, schema] of Object.entries($defs)) {
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the name ${name}`);
    schemas[name] = schema;
  }
  return rest;
}

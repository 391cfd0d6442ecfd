import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { API_TAGS, apiOperations } from './api.ts';
import { jsonSchema } from './api-schemas.server.ts';
import { openApi } from './openapi.server.ts';
import type { ApiOperation } from './platform/contract.ts';
import { PORTAL_ERRORS } from './platform/errors.ts';
import type { JsonSchema, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './platform/openapi.ts';
import { withoutNames } from './platform/schema-words.ts';

const document = JSON.parse(JSON.stringify(openApi('https://portale.invalid'))) as ReturnType<typeof openApi>;
const ALL = Object.entries(apiOperations) as [string, ApiOperation][];
const placed = ALL.map(([name, operation]) => [name, operation, operation.path.replace('?}', '}')] as const);
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as OpenApiOperation[];

function entryAt(path: string, method: 'get' | 'post' | 'delete'): OpenApiOperation {
  const entry = document.paths[path]?.[method];
  if (!entry) throw new Error(`${method} ${path} is missing`);
  return entry;
}

/** Of parameters that are written in place: all but the idempotency key. */
const parametersOf = ({ parameters }: OpenApiOperation) =>
  parameters.filter((one): one is OpenApiParameter => 'name' in one);
const bodyOf = ({ requestBody }: OpenApiOperation, type = 'application/json') => requestBody?.content[type]?.schema;

test('the contract is published as OpenAPI 3.1, with every operation once under its name', () => {
  expect(document.openapi).toBe('3.1.0');
  for (const [name, operation, path] of placed) {
    expect(entryAt(path, operation.method.toLowerCase() as 'get').operationId).toBe(name);
  }
});

test('no two operations have the same id', () => {
  const ids = described.map(({ operationId }) => operationId);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toContain('scriviMezzoFissoSenzaId');
});

test('every operation is under one tag, and every tag says what it is about', () => {
  const names = document.tags.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(described.flatMap(({ tags }) => tags))).toEqual(new Set(names));
  expect(API_TAGS.flatMap(({ operations }) => Object.keys(operations)).toSorted()).toEqual(
    Object.keys(apiOperations).toSorted(),
  );
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].{15,}\.$/);
});

test('the callers of an operation are named: by login, by key, with the token that a browser needs to write', () => {
  const securityOf = (path: string, method: 'get' | 'post') => entryAt(path, method).security;
  expect(document.servers).toMatchObject([{ url: 'https://portale.invalid' }]);
  expect(document.components.securitySchemes).toMatchObject({
    accesso: { in: 'cookie', name: '__Host-accesso' },
    antiforgery: { in: 'header', name: 'X-XSRF-TOKEN' },
    programma: { scheme: 'bearer' },
  });
  expect(openApi('http://127.0.0.1:4321').components.securitySchemes.accesso).toMatchObject({ name: 'accesso' });
  expect(securityOf('/api/v1/generic/segnalazione/options', 'get')).toEqual([{}]);
  expect(securityOf('/api/v1/generic/segnalazione/new', 'post')).toEqual([{ antiforgery: [] }]);
  expect(securityOf('/api/v1/portale/operatore/pratiche/cambiamenti', 'get')).toEqual([
    { accesso: [] },
    { programma: ['pratiche:leggi'] },
  ]);
  expect(securityOf('/api/v1/portale/pratiche/protocollo', 'post')).toEqual([
    { antiforgery: [] },
    { programma: ['pratiche:scrivi'] },
  ]);
  expect(securityOf('/api/v1/portale/pagamenti/notifiche/mooney', 'post')).toEqual([{}]);
});

test('a tick in an address may be left out', () => {
  const parameters = parametersOf(entryAt('/api/v1/portale/operatore/pratiche', 'get'));
  expect(parameters.find(({ name }) => name === 'non_lette')).toMatchObject({ required: false });
});

test('an optional last segment gives two paths', () => {
  expect(document.paths['/api/v1/generic/ente/list/{category}']).toBeDefined();
  expect(document.paths['/api/v1/generic/ente/list/{category}/{optional}']).toBeDefined();
});

test('a field with a default is not required, and a call that creates may name its send', () => {
  const riesame = entryAt('/api/v1/riesame/new', 'post');
  const { properties = {}, required } = bodyOf(riesame) as JsonSchema;
  expect([properties.privacy, properties.sospensione]).toMatchObject([
    { type: 'boolean', const: true },
    { type: 'boolean', description: 'Without it: false' },
  ]);
  expect(required).toEqual(expect.arrayContaining(['privacy', 'documenti', 'richiedente']));
  expect(required).not.toContain('sospensione');
  expect(properties.documenti).toMatchObject({ minItems: 1, maxItems: 100 });
  expect(properties.richiedente).toEqual({ $ref: '#/components/schemas/Richiedente' });
  expect(document.components.schemas.Richiedente?.required).not.toContain('ruolo');
  expect(riesame.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
  expect(document.components.parameters?.IdempotencyKey).toMatchObject({ name: 'Idempotency-Key', required: false });
});

describe.each(placed)('%s', (name, operation, path) => {
  const entry = entryAt(path, operation.method.toLowerCase() as 'get');

  test('its summary says in a sentence who does what', () => {
    expect(entry.summary).toMatch(/^[A-Z].{15,}\.$/);
  });

  test('its answer is described, and each of its errors with the code that it has', () => {
    const statuses = Object.entries(entry.responses);
    const isGood = ([status]: [string, unknown]) => Number(status) < 400;
    expect(statuses.some(isGood)).toBe(true);
    for (const [status, answer] of statuses.filter(isGood))
      if (!['204', '302'].includes(status)) expect(answer).toHaveProperty('content');
    for (const [status, answer] of statuses.filter((one) => !isGood(one))) {
      const [, code = ''] =
        /^#\/components\/responses\/([a-z_]+?)(_pagamenti)?$/.exec('$ref' in answer ? answer.$ref : '') ?? [];
      expect(String(PORTAL_ERRORS[code as keyof typeof PORTAL_ERRORS].status)).toBe(status);
    }
  });

  test('each name of its path is described, and its body when it has one', () => {
    const inPath = parametersOf(entry).filter((p) => p.in === 'path');
    expect(inPath.map((p) => p.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]));
    if (operation.method !== 'POST' || operation.signedBy) return;
    const names = inPath.map((p) => p.name);
    const asks = Object.keys((operation.input as z.ZodMiniObject).shape).filter((key) => !names.includes(key));
    const content = Object.values(entry.requestBody?.content ?? {})[0]?.schema;
    expect(Object.keys(content?.properties ?? {})).toEqual(expect.arrayContaining(asks));
    if (operation.bot) expect(content?.properties).toHaveProperty('g-recaptcha-response');
  });

  test('what the document calls required is refused when it is left out, and nothing else is', () => {
    const schema = withoutNames(jsonSchema(operation.input, 'input'));
    const needed = [...requiredIn(schema), ...(ONE_OF_SEVERAL[name] ?? [])].toSorted();
    expect(missingIn(operation.input, emptiedBy(schema))).toEqual(needed);
  });
});

/** Of these a rule over several fields asks for one or the other, so that none is required by itself. */
const ONE_OF_SEVERAL: Readonly<Record<string, string[]>> = {
  inviaSegnalazione: ['indirizzo'],
  registraSegnalazione: ['indirizzo'],
  controllaAvviso: ['dominioEC', 'numero_avviso'],
};

/** An input with every object that it may have, and nothing in them. */
function emptiedBy(schema: JsonSchema): unknown {
  if (!schema.properties) return undefined;
  const inner = Object.entries(schema.properties).map(([key, value]) => [key, emptiedBy(value)] as const);
  return Object.fromEntries(inner.filter(([, value]) => value !== undefined));
}

/** @returns the paths of the fields that are required, but for those that {@link emptiedBy} has put there */
function requiredIn(schema: JsonSchema, at: readonly string[] = []): string[] {
  return Object.entries(schema.properties ?? {})
    .flatMap(([key, value]) => {
      if (value.properties) return requiredIn(value, [...at, key]);
      return schema.required?.includes(key) ? [[...at, key].join('.')] : [];
    })
    .toSorted();
}

/** @returns the paths of the fields about which the schema complains */
function missingIn(schema: ApiOperation['input'], input: unknown): string[] {
  const { error } = z.safeParse(schema, input ?? {});
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))].toSorted();
}

test('a field that may stay empty is not required', () => {
  const schema = bodyOf(entryAt('/api/v1/generic/segnalazione/new', 'post'));
  expect(schema?.required).toEqual(
    expect.arrayContaining(['ente', 'codice', 'oggetto', 'descrizione', 'nome', 'email']),
  );
  for (const optional of ['indirizzo', 'lat', 'lon', 'codice_fiscale', 'telefono']) {
    expect(schema?.required).not.toContain(optional);
  }
});

test('an upload is multipart with a file', () => {
  const schema = bodyOf(entryAt('/api/v1/generic/documento/upload', 'post'), 'multipart/form-data');
  expect(schema?.properties?.file).toMatchObject({ type: 'string', format: 'binary' });
});

const SHOWN = placed.filter(([, { example }]) => example);

test.each(SHOWN)('the example of %s is a call that it takes, and an answer that it gives', (_, operation, path) => {
  const { input, output } = operation.example ?? {};
  expect(z.safeParse(operation.input, input)).toMatchObject({ success: true });
  if (output === undefined) return;
  expect(z.safeParse(operation.output, output)).toEqual({ success: true, data: output });
  const { responses } = entryAt(path, operation.method.toLowerCase() as 'get');
  expect(JSON.stringify(responses)).toContain(JSON.stringify(output));
});

test('the calls that integrators begin with have an example', () => {
  expect(SHOWN.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'inviaSegnalazione',
      'cambiamentiPratiche',
      'dettaglioPratica',
      'commenta',
      'protocollaPratica',
      'controllaAvviso',
      'esitoPagamento',
      'incassi',
      'creaProgramma',
    ]),
  );
});

test('what several calls have in common is written once, under a name', () => {
  const places = new Map<string, Set<string>>();
  const visit = (json: unknown, operation: string): void => {
    if (typeof json !== 'object' || json === null) return;
    const { properties } = json as JsonSchema;
    if (properties && Object.keys(properties).length > 2) {
      const text = JSON.stringify(json);
      places.set(text, (places.get(text) ?? new Set()).add(operation));
    }
    for (const inner of Object.values(json)) visit(inner, operation);
  };
  for (const { operationId, requestBody, responses } of described) {
    // A body is the call's own; what is in it need not be.
    for (const { schema } of Object.values(requestBody?.content ?? {})) visit(schema.properties, operationId);
    for (const answer of Object.values(responses) as OpenApiResponse[]) visit(answer.content, operationId);
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema.properties, name);
  const twice = [...places].filter(([, operations]) => operations.size > 1);
  expect(twice.map(([text, operations]) => [...operations, text])).toEqual([]);
});

test.each([
  '/api/v1/user',
  '/api/v1/user/modifica_anagrafica',
  '/api/v1/generic/segnalazione/otp',
  '/api/v1/generic/segnalazione/new',
  '/api/v1/generic/segnalazione/commento',
  '/api/v1/posizione/new',
  '/api/v1/posizione/documents/check',
  '/api/v1/tombe/new',
  '/api/v1/riesame/new',
  '/api/v1/affissione/manifesto',
  '/api/v1/istanza-tributi/new',
  '/api/v1/rateizzazione/new',
  '/api/v1/proroga/form/new',
  '/api/v1/generic/documento/upload',
  '/api/v1/abbonamento-parcheggi/new',
  '/api/v1/mezzi_pubblicitari/new',
  '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}',
  '/api/v1/mezzi_pubblicitari/correlati/auto',
  '/api/v1/mezzi_pubblicitari/correlati/altro',
  '/api/v1/mezzi_pubblicitari/correlati/cessazione/auto',
  '/api/v1/mezzi_pubblicitari/correlati/cessazione/altro',
  '/api/v1/payments/pagopa/check',
  '/api/v1/payments/pagopa/ricevuta',
  '/api/v1/payments/pagopa/richiesta',
  '/api/v1/payments/pagopa/pagamento-non-predeterminato',
  '/api/v1/payments/mooney/richiesta',
])('POST %s carries the token of the bot check', (path) => {
  const [content] = Object.values(entryAt(path, 'post').requestBody?.content ?? {});
  expect(content?.schema.properties).toHaveProperty('g-recaptcha-response');
});

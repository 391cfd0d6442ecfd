import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { apiOperations } from './api.ts';
import { openApi } from './openapi.server.ts';
import type { ApiOperation } from './platform/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document read by its shape
const document: any = JSON.parse(JSON.stringify(openApi()));
const ALL = Object.entries(apiOperations) as [string, ApiOperation][];
const placed = ALL.map(([name, operation]) => [name, operation, operation.path.replace('?}', '}')] as const);

test('the contract is published as OpenAPI 3.1, with every operation once under its name', () => {
  expect(document.openapi).toBe('3.1.0');
  for (const [name, operation, path] of placed) {
    expect(document.paths[path]?.[operation.method.toLowerCase()]?.operationId).toBe(name);
  }
});

test('no two operations have the same id', () => {
  const ids = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toContain('scriviMezzoFissoSenzaId');
});

test('a tick in an address may be left out', () => {
  const { parameters } = document.paths['/api/v1/portale/operatore/pratiche'].get;
  expect(parameters.find(({ name }: { name: string }) => name === 'non_lette')).toMatchObject({ required: false });
});

test('an optional last segment gives two paths', () => {
  expect(document.paths['/api/v1/generic/ente/list/{category}']).toBeDefined();
  expect(document.paths['/api/v1/generic/ente/list/{category}/{optional}']).toBeDefined();
});

test('a field with a default is not required, a call that writes shows its token, and one that creates may name its send', () => {
  const { parameters, requestBody } = document.paths['/api/v1/riesame/new'].post;
  const { properties, required } = requestBody.content['application/json'].schema;
  expect([properties.privacy, properties.sospensione]).toMatchObject([
    { type: 'boolean', const: true },
    { type: 'boolean', default: false },
  ]);
  expect(required).toEqual(expect.arrayContaining(['privacy', 'documenti', 'richiedente']));
  expect(required).not.toContain('sospensione');
  expect(properties.documenti).toMatchObject({ minItems: 1, maxItems: 100 });
  expect(properties.richiedente.required).not.toContain('ruolo');
  expect(parameters).toMatchObject([
    { name: 'X-XSRF-TOKEN', in: 'header', required: true },
    { name: 'Idempotency-Key', in: 'header', required: false },
  ]);
});

describe.each(placed)('%s', (_, operation, path) => {
  const entry = document.paths[path][operation.method.toLowerCase()];

  test('its summary says in a sentence who does what', () => {
    expect(entry.summary).toMatch(/^[A-Z].{15,}\.$/);
  });

  test('its answer is described, and the one shape of errors', () => {
    const good = Object.entries(entry.responses).filter(([status]) => status !== 'default');
    expect(good.length).toBeGreaterThan(0);
    for (const [status, answer] of good) if (!['204', '302'].includes(status)) expect(answer).toHaveProperty('content');
    expect(entry.responses.default.content['application/json'].schema.$ref).toBe('#/components/schemas/Errore');
  });

  test('each name of its path is described, and its body when it has one', () => {
    const inPath = entry.parameters.filter((p: { in: string }) => p.in === 'path').map((p: { name: string }) => p.name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]));
    if (operation.method !== 'POST') return;
    const [content] = Object.values(entry.requestBody.content) as { schema: { properties: object } }[];
    const asks = Object.keys((operation.input as z.ZodMiniObject).shape).some((name) => !inPath.includes(name));
    if (asks) expect(Object.keys(content?.schema.properties ?? {}).length).toBeGreaterThan(0);
    if (operation.bot) expect(content?.schema.properties).toHaveProperty('g-recaptcha-response');
  });
});

test('a field that may stay empty is not required', () => {
  const { schema } = document.paths['/api/v1/generic/segnalazione/new'].post.requestBody.content['application/json'];
  expect(schema.required).toEqual(
    expect.arrayContaining(['ente', 'codice', 'oggetto', 'descrizione', 'nome', 'email']),
  );
  for (const optional of ['indirizzo', 'lat', 'lon', 'codice_fiscale', 'telefono']) {
    expect(schema.required).not.toContain(optional);
  }
});

test('an upload is multipart with a file', () => {
  const { content } = document.paths['/api/v1/generic/documento/upload'].post.requestBody;
  expect(content['multipart/form-data'].schema.properties.file).toMatchObject({ type: 'string', format: 'binary' });
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
  const [content] = Object.values(document.paths[path].post.requestBody.content) as {
    schema: { properties: object };
  }[];
  expect(content?.schema.properties).toHaveProperty('g-recaptcha-response');
});

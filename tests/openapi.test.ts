/** What generators of programs get: the served documents, what is promised in them, and a program made of them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmEmail } from '../scripts/check/visit.ts';
import { apiOperations } from '../src/api.ts';
import { open311Api } from '../src/features/town/open-data/open311-openapi.ts';
import { openApi } from '../src/openapi.server.ts';
import { pathSpellings } from '../src/platform/path-template.ts';
import { AUTHORIZATION_TABLE, outcomesOf } from './authorization-table.ts';
import { Citizen } from './citizen.ts';
import { loginAs } from './login.ts';
import { type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const ENTE = 'portolieve';
const EMAIL = 'anna.bianchi@esempio.it';
let house: Portal;
let mails: SmtpMailboxes;
let folder: string;
beforeAll(async () => {
  mails = await startMailboxes();
  house = await portal({ SMTP_URL: mails.url });
  folder = mkdtempSync(join(tmpdir(), 'programma-'));
  symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await house.end();
  await mails.close();
  rmSync(folder, { recursive: true });
});

test.each(['/openapi.json', '/api/v1/openapi.json'])('%s is read from another site, without a cookie', async (path) => {
  const answer = await fetch(house.base + path, { headers: { origin: 'https://generatore.example' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApi(house.base))));
  const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await fetch(house.base + path, { headers: known })).status).toBe(304);
});

test('/open311/openapi.json names every field that Open311 answers with, and no other', async () => {
  const answer = await fetch(`${house.base}/open311/openapi.json`);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  const document = (await answer.json()) as ReturnType<typeof open311Api>;
  expect(document).toEqual(JSON.parse(JSON.stringify(open311Api(house.base))));
  const [{ url }] = document.servers;
  const read = async (path: string) => (await fetch(`${url}/${path}`)).json();
  const fieldsOf = (name: string) => Object.keys(document.components.schemas[name]?.properties ?? {}).toSorted();

  const town = 'jurisdiction_id=borgosereno';
  const [request] = await read(`requests.json?${town}`);
  const [service] = await read(`services.json?${town}`);
  expect(Object.keys(await read('discovery.json')).toSorted()).toEqual(fieldsOf('Discovery'));
  expect(Object.keys(service).toSorted()).toEqual(fieldsOf('Service'));
  expect(Object.keys(request).toSorted()).toEqual(fieldsOf('Request'));
  const definition = await read(`services/${service.service_code}.json?${town}`);
  expect(Object.keys(definition).toSorted()).toEqual(fieldsOf('ServiceDefinition'));

  const sofia = await new Citizen(house.local, house.base).arrive();
  await loginAs(sofia, 'sofia');
  await sofia.arrive();
  const made = { nome: 'App', email: 'app@esempio.it', permessi: ['segnalazioni:invia'], garantisce: true };
  const key = await sofia.post(`/api/v1/portale/gestione/${ENTE}/programmi`, made);
  const headers = { authorization: `Bearer ${(key.data as { chiave: string }).chiave}` };
  const own = async (path: string, body?: URLSearchParams) =>
    (await fetch(`${url}/${path}?jurisdiction_id=${ENTE}`, { headers, ...(body && { method: 'POST', body }) })).json();
  const form = { service_code: 'SF310', address_string: 'Via Roma 1', description: 'Buca.', jurisdiction_id: ENTE };
  const [sent] = await own('requests.json', new URLSearchParams(form));
  expect(fieldsOf('SentReport')).toEqual(expect.arrayContaining(Object.keys(sent)));
  const [report] = await own(`requests/${sent.service_request_id}.json`);
  expect(Object.keys(report).toSorted()).toEqual(fieldsOf('Request'));
  const listed = await sofia.get(`/api/v1/portale/operatore/pratiche?ente=${ENTE}&ordine=arrivo`);
  const { pratiche } = listed.data as { pratiche: { id: string }[] };
  const step = { id: pratiche[0]?.id, email: '', vista: 'operatore', stato: 'in_elaborazione' };
  expect((await sofia.post('/api/v1/generic/segnalazione/commento', step)).status).toBe(201);
  const [update] = await own('servicerequestupdates.json');
  expect(Object.keys(update).toSorted()).toEqual(fieldsOf('Update'));
});

test('every status that an actor of the authorization table gets is one that the document names', () => {
  const { paths } = openApi(house.base);
  const unnamed = AUTHORIZATION_TABLE.flatMap((row) => {
    const { path, method } = apiOperations[row.operation];
    const at = paths[pathSpellings(path).at(-1) ?? '']?.[method.toLowerCase() as 'get'];
    const statuses = Object.values(outcomesOf(row)).map((outcome) => outcome.slice(0, 3));
    return statuses
      .filter((status) => !(status in (at?.responses ?? {})))
      .map((status) => `${row.operation} ${status}`);
  });
  expect([...new Set(unnamed)]).toEqual([]);
});

/** A program as an integrator writes it: against the types alone. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths } from './portale.ts';

const { PORTALE = '', COOKIE = '', TOKEN = '', CHIAVE = '' } = process.env;
const citizen = createClient<paths>({ baseUrl: PORTALE, headers: { cookie: COOKIE, 'x-xsrf-token': TOKEN } });
const program = createClient<paths>({ baseUrl: PORTALE, headers: { authorization: \`Bearer \${CHIAVE}\` } });

const sent = await citizen.POST('/api/v1/generic/segnalazione/new', {
  params: { header: { 'Idempotency-Key': 'programma-di-prova' } },
  body: {
    ente: '${ENTE}',
    codice: 'SF310',
    indirizzo: 'Via Garibaldi 4',
    oggetto: 'Buca davanti alla scuola',
    descrizione: 'È larga mezzo metro.',
    nome: 'Anna',
    cognome: 'Bianchi',
    email: '${EMAIL}',
    privacy: true,
  },
});
if (sent.error) throw new Error(\`\${sent.response.status} \${JSON.stringify(sent.error)}\`);
const opened: components['schemas']['PraticaInviata'] = sent.data.data;

const changes = await program.GET('/api/v1/portale/operatore/pratiche/cambiamenti', { params: { query: { ente: '${ENTE}' } } });
if (changes.error) throw new Error(changes.error.message);
const found = changes.data.data.pratiche.find(({ protocollo }) => protocollo === opened.protocollo);
console.log(opened.protocollo, found?.oggetto, found?.stato);

// @ts-expect-error a field that is needed is left out
await citizen.POST('/api/v1/portale/pratiche/protocollo', { body: { id: 'x', email: '' } }).catch(() => undefined);
// @ts-expect-error no such call
await citizen.GET('/api/v1/portale/niente').catch(() => undefined);
`;

test('a client whose types are generated compiles in strict mode, sends a report and reads it among the changes', async () => {
  const served = await (await fetch(`${house.base}/openapi.json`)).json();
  const anna = await new Citizen(house.local, house.base).arrive();
  await confirmEmail(anna, mails, EMAIL);
  const sofia = await new Citizen(house.local, house.base).arrive();
  await loginAs(sofia, 'sofia');
  await sofia.arrive();
  const key = await sofia.post(`/api/v1/portale/gestione/${ENTE}/programmi`, {
    nome: 'Prova',
    email: 'prova@esempio.it',
    permessi: ['pratiche:leggi'],
  });
  const { chiave } = key.data as { chiave: string };

  writeFileSync(join(folder, 'portale.ts'), astToString(await openapiTS(served)));
  const program = join(folder, 'programma.ts');
  writeFileSync(program, PROGRAM);
  expect(faultsOf(program)).toEqual([]);

  const env = { ...process.env, PORTALE: house.base, COOKIE: anna.cookies, TOKEN: anna.token, CHIAVE: chiave };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  expect(stdout).toMatch(/^\d{4}\/\d+ Buca davanti alla scuola inviata$/m);
});

/** @returns what the compiler says of a program, in strict mode */
function faultsOf(file: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
    skipLibCheck: true,
  };
  const program = ts.createProgram([file], options);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file: at, messageText }) => `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}

/** The page of a form as the host serves it. */
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filledIn } from '../scripts/check/visit.ts';
import { ownPath } from '../src/platform/guard.ts';
import { Citizen, type CitizenReply } from './citizen.ts';
import { loginAs } from './login.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

const reportValues = {
  privacy: 'on',
  ente: 'borgosereno',
  codice: 'SF310',
  indirizzo: 'Via Roma 1',
  nome: 'Anna',
  cognome: 'Bianchi',
  oggetto: 'Lampione spento',
  descrizione: 'Da una settimana.',
  email: 'anna.bianchi@posta.example',
};

test.each([
  ['a citizen who is logged in goes on to the summary', 'anna' as const, '/segnalazione?passo=riepilogo', 200],
  ['a citizen whose login has ended is led back', null, '/segnalazione?passo=riepilogo', 303],
])('an address that is confirmed by the login: %s', async (_what, persona, path, status) => {
  const citizen = await new Citizen(house.base).arrive();
  if (persona) await loginAs(citizen, persona);
  await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: 'riepilogo', valori: reportValues });
  expect((await citizen.get(path)).status).toBe(status);
});

test('a text browser that names the pressed button twice sends the form once', async () => {
  const citizen = await new Citizen(house.base).arrive();
  await loginAs(citizen, 'anna');
  await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: 'riepilogo', valori: reportValues });
  const { data } = await citizen.get('/segnalazione?passo=riepilogo');
  const hidden = [...String(data).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const body = new URLSearchParams(Object.fromEntries(hidden.map(([, name, value]) => [name, value])));
  for (let n = 0; n < 2; n++) body.append('_azione', 'invia');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const sent = await citizen.request('POST', '/segnalazione?passo=riepilogo', { body: String(body), headers });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('passo=conferma')]);
});

test('a form that is no longer complete says what is missing; a visitor who only begins is not reproached', async () => {
  const missing = 'Conferma il tuo indirizzo: premi «Invia il codice»';
  for (const [step, said] of [
    ['riepilogo', true],
    ['dati', false],
  ] as const) {
    const citizen = await new Citizen(house.base).arrive();
    await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: step, valori: reportValues });
    const { data } = await citizen.get('/segnalazione?passo=dati');
    expect(String(data).includes(missing)).toBe(said);
    expect(/<title>Errore: /.test(String(data))).toBe(said);
  }
});

test('at the address of another municipality a form belongs to the municipality whose documents it is about', async () => {
  const mario = await new Citizen(house.base).arrive();
  await loginAs(mario, 'mario');
  // fetch lets nobody choose the host.
  const headers = { host: 'borgosereno.localhost', cookie: mario.cookies };
  const page = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${house.local}/servizio/riesame/CRC/PL-300303-01?passo=privacy`, { headers }, resolve).on('error', reject);
  });
  const html = (await text(page)).replace(/<!--.*?-->/g, '');
  expect(html).toMatch(/Comune di Borgosereno[^<]*<\/title>/);
  expect(html).toMatch(/Città di Portolieve tratta i dati/);
});

const riesamePath = (documento: string) => `/servizio/riesame/Rifiuti%20TARI/${documento}`;
const ONE_DOCUMENTO_PATH = riesamePath('BS-100101-05');
const riesame = { privacy: 'on', motivo: 'altro', fatti: 'Non è mio.', telefono: '333 1234567' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** Mario's request about one document, up to the summary. @returns what its form sends */
async function reachSummary(citizen: Citizen, path: string): Promise<URLSearchParams> {
  await citizen.post('/api/v1/portale/bozze', { percorso: path, passo: 'riepilogo', valori: riesame });
  const file = new FormData();
  file.set('file', new File(['%PDF-1.4\n%%EOF'], 'ricevuta.pdf', { type: 'application/pdf' }));
  file.set('percorso', path);
  const sent = await citizen.request('POST', '/api/v1/generic/documento/upload', { body: file });
  if (sent.status !== 201) throw new Error(`file: ${sent.status} ${sent.message}`);
  const page = await citizen.get(`${path}?passo=riepilogo`);
  const form = [...String(page.data).matchAll(/<form\b[\s\S]*?<\/form>/g)].find(([f]) => f.includes('name="_chiave"'));
  if (!form) throw new Error(`summary: ${page.status} ${page.headers.get('location')}`);
  return new URLSearchParams([...filledIn(form[0]).filter(([name]) => name !== '_azione'), ['_azione', 'invia']]);
}

// One after the other: each finds what the one before has sent.
describe('requests about one document', { shuffle: false }, () => {
  test('a request about documents that is sent again without JavaScript comes to the confirmation of the first', async () => {
    const mario = await new Citizen(house.base).arrive();
    await loginAs(mario, 'mario');
    const body = String(await reachSummary(mario, ONE_DOCUMENTO_PATH));
    const sendAgain = () =>
      mario.request('POST', `${ONE_DOCUMENTO_PATH}?passo=riepilogo`, { body, headers: FORM_HEADERS });
    const answers = [...(await Promise.all([sendAgain(), sendAgain(), sendAgain()])), await sendAgain()];
    const where = answers.map(({ status, headers }) => `${status} ${headers.get('location')}`);
    expect(new Set(where).size).toBe(1);
    expect(where[0]).toMatch(/^303 .*passo=conferma&pratica=/);
  });

  test('a document with an open request says so in the list, and its form leads to the case; another form does not speak of it', async () => {
    const mario = await new Citizen(house.base).arrive();
    await loginAs(mario, 'mario');
    const list = String((await mario.get('/area-riservata?scheda=documenti')).data);
    const [, chat = ''] = /Avviso contestato il \d\d\/\d\d\/\d{4} \(<a href="([^"]+)"/.exec(list) ?? [];
    expect(chat).toMatch(/^\/richiesta\/chat\//);
    expect(list).not.toContain(`href="${ONE_DOCUMENTO_PATH}"`);
    expect(list).toContain(`href="${riesamePath('BS-100101-02')}"`);
    const refused = await mario.get(ONE_DOCUMENTO_PATH);
    expect(refused.status).toBe(409);
    expect(String(refused.data)).toContain(`href="${chat}"`);
    for (const otherPath of ['/servizio/allacciamento-lampade-votive', '/servizio/istanza-contribuente/ICP/nessuno'])
      expect(String((await mario.get(otherPath)).data)).not.toContain('Hai già inviato');
  });

  test('what is typed about a document that another request has taken meanwhile is kept for when it is free again', async () => {
    const mario = await new Citizen(house.base).arrive();
    await loginAs(mario, 'mario');
    const typedValues = { ...riesame, fatti: 'Scritto mentre un’altra era in corso.' };
    const page = await mario.get(`${ONE_DOCUMENTO_PATH}?passo=dati`);
    expect(page.status).toBe(409);
    const body = String(new URLSearchParams({ ...typedValues, _token: mario.token, _azione: 'avanti' }));
    expect(
      (await mario.request('POST', `${ONE_DOCUMENTO_PATH}?passo=dati`, { body, headers: FORM_HEADERS })).status,
    ).toBe(409);
    const bozze = await mario.get(`/api/v1/portale/bozze?percorso=${encodeURIComponent(ONE_DOCUMENTO_PATH)}`);
    expect(bozze.data).toMatchObject({ valori: { fatti: typedValues.fatti } });
  });
});

test('an operator whose page is older than the decision of another reads why theirs was not taken, and what they typed', async () => {
  const mario = await new Citizen(house.base).arrive();
  await loginAs(mario, 'mario');
  const body = String(await reachSummary(mario, riesamePath('BS-100101-02')));
  const sent = await mario.request('POST', `${riesamePath('BS-100101-02')}?passo=riepilogo`, {
    body,
    headers: FORM_HEADERS,
  });
  const pratica = new URL(sent.headers.get('location') ?? '', house.base).searchParams.get('pratica');
  const olga = await new Citizen(house.base).arrive();
  await loginAs(olga, 'olga');
  const byPair = await olga.get(`/richiesta/chat/operatore/mario.rossi@posta.example/${pratica}`);
  expect(byPair.status).toBe(303);
  const chat = byPair.headers.get('location') as string;
  expect(chat).not.toContain(pratica);
  const decide = async (page: CitizenReply, stato: string, motivo: string) => {
    const form = [...String(page.data).matchAll(/<form\b[\s\S]*?<\/form>/g)].find(([f]) => f.includes('name="motivo"'));
    const fields = {
      ...Object.fromEntries(filledIn(form?.[0] ?? '')),
      _azione: 'decidi',
      esito: stato,
      motivo,
      conferma: 'on',
    };
    return olga.request('POST', chat, { body: String(new URLSearchParams(fields)), headers: FORM_HEADERS });
  };
  const [one, two] = [await olga.get(`${chat}?azione=rifiutata`), await olga.get(`${chat}?azione=accettata`)];
  expect((await decide(one, 'rifiutata', 'Manca la ricevuta.')).status).toBe(303);
  const late = await decide(two, 'accettata', 'Ha già pagato.');
  expect(late.status).toBe(409);
  expect(String(late.data)).toMatch(
    /C&#x27;è un problema[\s\S]*ora è «Rifiutata» \(da Olga Neri, [\s\S]*Avevi scritto: «(<!-- -->)?Ha già pagato\./,
  );
});

/** Where the login that the first step of a form offers leads back to. */
const loginReturn = (html: string): string => {
  const [, href = ''] = /digitale\? <a href="([^"]+)">Accedi/.exec(html.replace(/<!--.*?-->/g, '')) ?? [];
  return new URL(href.replaceAll('&amp;', '&'), house.base).searchParams.get('da') ?? '';
};

test('the login on the first step of the desk leads back to it, with municipality and desk as they were chosen', async () => {
  const citizen = await new Citizen(house.base).arrive();
  const returnTo = loginReturn(
    String((await citizen.get('/sportello-territoriale?passo=privacy&ente=borgosereno&servizio=tributi')).data),
  );
  const { pathname, searchParams } = new URL(returnTo, house.base);
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/sportello-territoriale',
    { ente: 'borgosereno', servizio: 'tributi', passo: 'privacy' },
  ]);
  await loginAs(citizen, 'anna');
  const page = await citizen.get(returnTo);
  expect(page.status).toBe(200);
  expect(String(page.data)).toMatch(/name="ente" value="borgosereno"/);
  expect(String(page.data)).toMatch(/name="servizio" value="tributi"/);
});

test('the login on the first step of every form leads back to that form, whatever its address holds', async () => {
  const citizen = await new Citizen(house.base).arrive();
  const lettera = { codice_utente: 'BS-100101', codice_controllo: '7K2P9M' };
  const opened = await citizen.request('POST', '/servizio/riesame', {
    body: String(new URLSearchParams({ ...lettera, _token: citizen.token, _azione: 'apri' })),
    headers: FORM_HEADERS,
  });
  expect(opened.status).toBe(303);
  for (const path of [
    '/segnalazione',
    '/servizio/allacciamento-lampade-votive',
    '/servizio/abbonamento-parcheggi',
    '/servizio/affissione-manifesti?passo=privacy',
    '/servizio/mezzo-permanente?tipo=nuovo',
    '/servizio/istanza-contribuente/ICP/nessuno?ente=borgosereno',
    riesamePath('BS-100101-02').replace('riesame', 'rinegozia-un-pagamento'),
  ]) {
    const returnTo = loginReturn(String((await citizen.get(path)).data));
    expect([path, ownPath(returnTo)?.split('?')[0]]).toEqual([path, path.split('?')[0]]);
  }
});

test('a visitor who chooses no municipality of the desks is told so beside the choice', async () => {
  const citizen = await new Citizen(house.base).arrive();
  const { status, data } = await citizen.get('/sportello-territoriale?ente=');
  expect(status).toBe(422);
  expect(String(data)).toMatch(/<title>Errore: Uffici e orari/);
  expect(String(data)).toMatch(/<a href="#ente"[^>]*>Scegli l\S+ente di cui vuoi vedere gli sportelli\.</);
  expect(String(data)).toMatch(/<p[^>]*id="ente-errore"/);
});

test('while another process holds the store, a form that is sent comes back in a page that can send it again', async () => {
  const citizen = await new Citizen(house.base).arrive();
  const typed = { _token: citizen.token, _chiave: 'chiave-della-prova', ...reportValues, oggetto: 'Buca in via Roma' };
  const body = new URLSearchParams(typed).toString();
  const store = new DatabaseSync(join(house.dataDir, 'portale.sqlite'));
  store.exec('begin immediate');
  const held = await citizen.request('POST', '/segnalazione?passo=dati', { body, headers: FORM_HEADERS });
  store.exec('rollback');
  store.close();
  expect([held.status, held.headers.get('retry-after')]).toEqual([503, '5']);
  expect(held.data).toMatch(/name="_chiave" value="chiave-della-prova".*value="Buca in via Roma"/s);
  const again = await citizen.request('POST', '/segnalazione?passo=dati', { body, headers: FORM_HEADERS });
  expect(again.status).not.toBe(503);
}, 60_000);

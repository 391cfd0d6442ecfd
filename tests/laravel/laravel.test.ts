/** The portal in front of a real Laravel: `npm run test:laravel`. The double of the other tests speaks as this one does. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Citizen } from '../citizen.ts';
import { freePort, type Portal, portal } from '../portal.ts';
import { type Laravel, startLaravel } from './laravel.ts';

const php = process.env.LARAVEL_PHP;
const TAX_CODE = 'MRTCHR83B54Z999P';
const EMAIL = 'anna@esempio.it';
const OTP = '/api/v1/generic/segnalazione/otp';
const REPORT = '/api/v1/generic/segnalazione/new';
const UPLOAD = '/api/v1/generic/documento/upload';
const COOKIES = ['XSRF-TOKEN', 'laravel_session'];

// It needs Debian's packages: a run of its own.
describe.skipIf(php === undefined)('in front of a real Laravel (npm run test:laravel)', () => {
  let laravel: Laravel;
  let house: Portal;
  beforeAll(async () => {
    const port = await freePort();
    laravel = await startLaravel(php ?? '', `127.0.0.1:${port}`);
    house = await portal({
      PORT: String(port),
      API_UPSTREAM_URL: laravel.url,
      API_UPSTREAM_LOGIN_URL: `${laravel.url}/login/${TAX_CODE}?ritorno={ritorno}`,
      API_UPSTREAM_LOGOUT_URL: `${laravel.url}/logout?ritorno={ritorno}`,
    });
  });
  afterAll(async () => {
    await house?.end();
    await laravel?.end();
  });

  const guest = () => new Citizen(house.local).arrive();

  /** Opens an address of Laravel's as a browser does, which has one jar for all ports of a host. @returns where it leads */
  async function openBehind(citizen: Citizen, path: string): Promise<string | null> {
    const answer = await fetch(laravel.url + path, { redirect: 'manual', headers: { cookie: citizen.cookies } });
    citizen.take(answer.headers);
    return answer.headers.get('location');
  }

  async function loggedIn(): Promise<Citizen> {
    const citizen = await guest();
    await openBehind(citizen, `/login/${TAX_CODE}`);
    return citizen;
  }

  async function confirmed(): Promise<Citizen> {
    const citizen = await guest();
    await citizen.post(OTP, { email: EMAIL });
    const { data } = await new Citizen(laravel.url).get(`/codes/${EMAIL}`);
    expect(await citizen.post(OTP, { email: EMAIL, otp: String(data) })).toMatchObject({
      status: 200,
      data: 'Codice valido',
    });
    return citizen;
  }

  const report = (over: object = {}) => ({
    ente: 'borgosereno',
    codice: 'SF310',
    oggetto: 'Buca',
    descrizione: 'Una buca profonda.',
    indirizzo: 'Via Roma 1',
    nome: 'Anna',
    cognome: 'Bianchi',
    email: EMAIL,
    filesAllegati: [],
    privacy: true,
    ...over,
  });

  const upload = (citizen: Citizen, bytes: string, name: string) => {
    const body = new FormData();
    body.set('file', new File([bytes], name));
    return citizen.request('POST', UPLOAD, { body });
  };

  test('the portal is ready, and lists its enti', async () => {
    expect(await (await fetch(`${house.local}/readyz`)).text()).toBe('ok\n');
    expect(await (await guest()).get('/api/v1/generic/ente')).toMatchObject({
      status: 200,
      data: [{ Id: 'borgosereno', Nome: 'COMUNE DI BORGOSERENO' }],
    });
  });

  test('its two cookies are the portal’s own for the browser, others at every answer, and the older ones stay good', async () => {
    const citizen = await loggedIn();
    const { headers } = await citizen.get('/api/v1/generic/ente');
    expect(
      headers.getSetCookie().map((line) => line.replace(/=[^;]+/, '=…').replace(/Max-Age=\d+/, 'Max-Age=…')),
    ).toEqual([
      'XSRF-TOKEN=…; Path=/; SameSite=Lax; Max-Age=…',
      'laravel_session=…; Path=/; HttpOnly; SameSite=Lax; Max-Age=…',
    ]);
    const before = COOKIES.map((name) => citizen.cookie(name) ?? '');
    await citizen.get('/api/v1/generic/ente');
    for (const [n, name] of COOKIES.entries()) {
      expect(citizen.cookie(name)).not.toBe(before[n]);
      citizen.plant(name, before[n] ?? '');
    }
    expect((await citizen.get('/api/v1/user')).status).toBe(200);
    expect((await citizen.post(OTP, { email: EMAIL })).status).toBe(201);
  });

  test('a send is refused by 419 without its token and with a forged one, and passes with it', async () => {
    const citizen = await guest();
    const send = (headers = {}) => citizen.post(OTP, { email: EMAIL }, headers);
    expect((await send({ 'x-xsrf-token': '' })).status).toBe(419);
    const own = citizen.cookie('XSRF-TOKEN') ?? '';
    citizen.plant('XSRF-TOKEN', 'x');
    expect(await send({ 'x-xsrf-token': 'x' })).toMatchObject({
      status: 419,
      message: expect.not.stringContaining('CSRF'),
    });
    citizen.plant('XSRF-TOKEN', own);
    expect(await send()).toMatchObject({ status: 201, data: 'Codice inviato' });
  });

  test('a token whose session is gone is refused, and the page that asks for another one goes on', async () => {
    const citizen = await guest();
    for (const name of readdirSync(join(laravel.home, 'sessions'))) rmSync(join(laravel.home, 'sessions', name));
    expect((await citizen.post(OTP, { email: EMAIL })).status).toBe(419);
    await citizen.arrive();
    expect((await citizen.post(OTP, { email: EMAIL })).status).toBe(201);
  });

  test('what it refuses in its own words stands beside the field, without a word of its framework above', async () => {
    const citizen = await confirmed();
    const refused = await citizen.post(REPORT, report({ codice: 'SF510' }));
    expect(refused).toMatchObject({ status: 422, message: 'Alcuni dati non sono corretti.' });
    expect(refused.errors).toEqual({
      protocollo_interno: ['The protocollo interno field is required when codice is SF510.'],
    });
    expect((await (await guest()).post(REPORT, report())).errors).toEqual({
      otp: ['Conferma l’indirizzo e-mail con il codice.'],
    });
  });

  test('a file and a report are sent, and the case is read again with its chat by a call and by a page', async () => {
    const citizen = await confirmed();
    expect((await upload(citizen, 'MZ', 'gioco.exe')).status).toBe(422);
    const file = await upload(citizen, '%PDF-1.4\n%%EOF', 'città.pdf');
    expect(file).toMatchObject({ status: 201, data: { nome: 'città.pdf', tipo: 'pdf', dimensione: 14 } });
    const { Id } = file.data as { Id: string };
    const sent = await citizen.post(REPORT, report({ filesAllegati: [{ Id }] }));
    expect(sent).toMatchObject({ status: 201, data: { stato: 'inviata', protocollo: '2026/000001' } });
    const { id } = sent.data as { id: string };
    expect(
      await citizen.post('/api/v1/generic/segnalazione/commento', { id, email: EMAIL, testo: 'È lì da ieri.' }),
    ).toMatchObject({
      status: 201,
      data: { da: 'cittadino', testo: 'È lì da ieri.' },
    });
    const detail = `/api/v1/generic/segnalazione/detail?${new URLSearchParams({ id, email: EMAIL })}`;
    expect(await citizen.get(detail)).toMatchObject({
      status: 200,
      data: {
        oggetto: 'Buca',
        puo_scrivere: true,
        allegati: [{ Id }],
        eventi: [{ stato: 'inviata' }, { testo: 'È lì da ieri.' }],
      },
    });
    const page = await citizen.get(`/segnalazione/chat/${encodeURIComponent(EMAIL)}/${id}`);
    expect([page.status, String(page.data)]).toEqual([200, expect.stringMatching(/Buca.*È lì da ieri\./s)]);
    const stranger = await citizen.get(detail.replace('anna', 'bruno'));
    expect(stranger).toMatchObject({ status: 404, message: expect.stringMatching(/^[A-ZÈ]/) });
  });

  test('a citizen who logged in there sees positions with their documents, and is a guest after the logout', async () => {
    const citizen = await loggedIn();
    expect(await citizen.get('/api/v1/user')).toMatchObject({
      status: 200,
      data: { Nome: 'Chiara', Ruolo: 'cittadino' },
    });
    expect(await citizen.get('/api/v1/posizione/list')).toMatchObject({ data: [{ codice_utente: 'RX-7001' }] });
    const page = await citizen.get('/area-riservata?scheda=documenti');
    expect([page.status, String(page.data)]).toEqual([200, expect.stringContaining('RX-7001-01')]);
    const back = `${house.base}/`;
    expect(await openBehind(citizen, `/logout?ritorno=${encodeURIComponent(back)}`)).toBe(back);
    expect(await citizen.get('/api/v1/user')).toMatchObject({ status: 401, message: 'Per continuare devi accedere.' });
    const asked = await citizen.get('/area-riservata?scheda=documenti');
    expect([asked.status, asked.headers.get('location')]).toEqual([302, expect.stringContaining('state=scaduto')]);
  });

  test('its errors and its missing pages are told in the portal’s words', async () => {
    const citizen = await guest();
    const away = 'Il sistema del Comune non risponde in questo momento. Riprova tra poco.';
    expect(await citizen.get('/api/v1/generic/sportello/enti/list')).toMatchObject({ status: 503, message: away });
    expect(laravel.errors().at(-1)).toContain('array_column()');
    const missing = await citizen.get('/api/v1/riesame/istanza/options');
    expect(missing).toMatchObject({ status: 404, message: expect.stringMatching(/^[A-ZÈ][^<>]+\.$/) });
    const receipt = (name: string) => citizen.get(`/api/v1/payments/pagopa/ricevuta-redirect/${name}`);
    expect(await receipt('pagata')).toMatchObject({ status: 200, data: '%PDF-1.4\n' });
    expect((await receipt('persa')).status).toBe(503);
  });

  test('its brake says how long to wait', async () => {
    const citizen = await guest();
    let last = await citizen.post(OTP, { email: EMAIL });
    for (let n = 0; n < 60 && last.status !== 429; n++) last = await citizen.post(OTP, { email: EMAIL });
    expect(last).toMatchObject({ status: 429, message: expect.stringContaining('Riprova tra') });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('nothing of all this is an error of ours', () => {
    expect(house.log()).not.toMatch(/"level":"fatal"|TypeError/);
  });
});

/** A form that was begun in a login goes on in that login alone, whoever uses the browser afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dichiarazionePath } from '../src/features/cases/allegati/file-limits.ts';
import { Citizen } from './citizen.ts';
import { hiddenValue, type LoginPage, loginAs, openPage, sendForm } from './login.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

const WRITTEN = 'Scritto da Mario prima di uscire';
const about = (servizio: string, numero: string) => `/servizio/${servizio}/Rifiuti%20TARI/${numero}`;

/** Field in which the citizen writes, by the path of the form and of its draft. */
const FORMS: [path: string, field: string][] = [
  ['/segnalazione', 'descrizione'],
  ['/sportello-territoriale', 'testo'],
  ['/servizio/allacciamento-lampade-votive', 'defunto'],
  ['/servizio/abbonamento-parcheggi', 'motivo'],
  ['/servizio/affissione-manifesti', 'titolo'],
  [about('rateizza-un-pagamento', 'BS-100101-01'), 'motivo'],
  [about('rinegozia-un-pagamento', 'BS-100101-01'), 'motivo'],
  [about('riesame', 'BS-100101-01'), 'fatti'],
  [about('istanza-contribuente', 'BS-100101-01'), 'testo'],
];

async function logOut(citizen: Citizen): Promise<void> {
  const { html } = await openPage(citizen, '/');
  await sendForm(citizen, '/logout', { _token: hiddenValue(html, '_token') });
  expect((await citizen.get('/api/v1/user')).status).toBe(401);
}

/** The values of the draft, as the text of the answer: '' for none. */
async function draftOf(citizen: Citizen, path: string): Promise<string> {
  const { data } = await citizen.get(`/api/v1/portale/bozze?percorso=${encodeURIComponent(path)}`);
  return typeof data === 'string' ? '' : JSON.stringify((data as { valori: unknown }).valori);
}

/** The form as it was open in another tab is sent after the logout. @param address of its step */
async function sendLeftOpen(mario: Citizen, address: string, fields: Record<string, string>): Promise<LoginPage> {
  const open = await openPage(mario, address.replace('dati', 'privacy'));
  await logOut(mario);
  const _token = hiddenValue(open.html, '_token');
  return sendForm(mario, address, { _token, _azione: 'avanti', privacy: 'on', ...fields });
}

test.each(FORMS)(
  'what a citizen wrote in %s is shown to no guest and no other citizen, and to them again',
  async (path, field) => {
    const browser = await new Citizen(house.base).arrive();
    await loginAs(browser, 'mario');
    const address = `${path}?passo=dati`;

    const left = await sendLeftOpen(browser, address, { [field]: WRITTEN, email: 'mario.rossi@posta.example' });

    expect(left.status).toBe(303);
    expect(left.headers.get('location')).toBe(`/login?${new URLSearchParams({ state: 'scaduto', da: address })}`);
    expect(await draftOf(browser, path)).toBe('');
    for (const step of ['', '?passo=dati']) expect((await openPage(browser, path + step)).html).not.toContain(WRITTEN);
    await loginAs(browser, 'anna');
    expect(await draftOf(browser, path)).toBe('');
    await logOut(browser);
    await loginAs(browser, 'mario');
    expect(await draftOf(browser, path)).toContain(`"${field}":"${WRITTEN}"`);
  },
);

test('what a citizen wrote of their devices waits for their next login', async () => {
  const browser = await new Citizen(house.base).arrive();
  await loginAs(browser, 'mario');
  const begun = await browser.post('/api/v1/mezzi_pubblicitari/new', {
    tipo: 'nuovo',
    ente: 'borgosereno',
    privacy: true,
  });
  const { Id } = begun.data as { Id: string };
  const page = `/servizio/mezzo-permanente/richiedente/${Id}`;
  const open = await openPage(browser, page);
  await logOut(browser);

  const left = await sendForm(browser, page, {
    _token: hiddenValue(open.html, '_token'),
    _azione: 'avanti',
    telefono: WRITTEN,
  });

  expect(left.headers.get('location')).toContain('/login?state=scaduto');
  await loginAs(browser, 'anna');
  expect((await openPage(browser, page)).status).toBe(404);
  await loginAs(browser, 'mario');
  expect(await draftOf(browser, dichiarazionePath(Id))).toContain(WRITTEN);
});

test.each(['/aggiorna-dati-ricontatto', '/area-riservata/profilo-utente'])(
  'what a citizen wrote in %s is saved for nobody',
  async (path) => {
    const browser = await new Citizen(house.base).arrive();
    await loginAs(browser, 'mario');
    const left = await sendLeftOpen(browser, path, {
      email: 'altra@posta.example',
      telefono: '333 7654321',
      Indirizzo: WRITTEN,
    });
    expect(left.headers.get('location')).toMatch(/^\/log/);
    expect(await draftOf(browser, '/area-riservata/profilo-utente/contatti')).toBe('');
  },
);

test('a script of a page that outlived its login saves, uploads and sends nothing', async () => {
  const browser = await new Citizen(house.base).arrive();
  await loginAs(browser, 'mario');
  const { html } = await openPage(browser, '/segnalazione?passo=privacy');
  await logOut(browser);
  await browser.arrive();
  const marked = { 'x-xsrf-token': `${browser.token}.${/data-per="([^"]+)"/.exec(html)?.[1]}` };
  const draft = { percorso: '/segnalazione', passo: 'dati', valori: { descrizione: WRITTEN } };

  const refused = await browser.post('/api/v1/portale/bozze', draft, marked);

  expect([refused.status, refused.message]).toEqual([401, expect.stringContaining('Il tuo accesso è finito')]);
  const body = new FormData();
  body.set('file', new File(['%PDF-1.4\n%%EOF'], 'ricevuta.pdf', { type: 'application/pdf' }));
  body.set('percorso', '/segnalazione');
  expect((await browser.request('POST', '/api/v1/generic/documento/upload', { body, headers: marked })).status).toBe(
    401,
  );
  expect((await browser.post('/api/v1/generic/segnalazione/new', {}, marked)).status).toBe(401);
  expect(await draftOf(browser, '/segnalazione')).toBe('');
});

test('a citizen who presses a button in the form of another citizen reads whose it is, and gets nothing of it', async () => {
  const browser = await new Citizen(house.base).arrive();
  await loginAs(browser, 'mario');
  const { html } = await openPage(browser, '/segnalazione?passo=privacy');
  await loginAs(browser, 'anna');
  const fields = { _token: hiddenValue(html, '_token'), _azione: 'avanti', privacy: 'on', descrizione: WRITTEN };

  const left = await sendForm(browser, '/segnalazione?passo=dati', fields);
  const page = await openPage(browser, left.headers.get('location') ?? '');

  expect(page.html).toContain('Il modulo era di un&#x27;altra persona');
  expect(page.html).toContain('Anna');
  expect(page.html).not.toContain(WRITTEN);
  expect(await draftOf(browser, '/segnalazione')).toBe('');
  await loginAs(browser, 'mario');
  expect(await draftOf(browser, '/segnalazione')).toContain(WRITTEN);
});

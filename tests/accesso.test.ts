/** Login and logout at the running portal, as a browser without scripts goes through them. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortalScreen } from '../src/platform/screens.ts';
import { SCREEN_ROWS } from '../src/routes.ts';
import { STORE_FILE } from '../src/store/open.server.ts';
import { Citizen, type CitizenReply } from './citizen.ts';
import { type OidcServer, oidcServer } from './doubles/oidc-server.ts';
import {
  choosePerson,
  followBack,
  hiddenValue,
  loginAs,
  onwardAddress,
  openPage,
  sendForm,
  toPeople,
} from './login.ts';
import { freePort, type Portal, portal } from './portal.ts';
import { screenAddress } from './screen-address.ts';

let house: Portal;
const somebody = () => new Citizen(house.base);
const who = async (citizen: Citizen) => (await citizen.get('/api/v1/user')).status;
/** Asks for exactly this path: `fetch` would tidy it up. */
async function asWritten(path: string, citizen: Citizen): Promise<IncomingMessage> {
  const asked = request(house.base, { path, headers: { cookie: citizen.cookies } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer.resume();
}

/** Asks once, without following. */
const ask = (citizen: Citizen, path: string, headers: Record<string, string> = {}) =>
  citizen.request('GET', path, { headers });

beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

describe('logging in', () => {
  test('makes a citizen known, and leads to their area', async () => {
    const mario = somebody();
    const answer = await loginAs(mario, 'mario');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/area-riservata']);
    expect((await mario.get('/api/v1/user')).data).toMatchObject({
      Nome: 'Mario',
      Cognome: 'Rossi',
      CodiceFiscale: 'RSSMRA80A01Z999Y',
      Ruolo: 'cittadino',
      PersonEmail: 'mario.rossi@posta.example',
    });
  });

  test('an operator who logs in is known with their enti', async () => {
    const olga = somebody();
    const answer = await loginAs(olga, 'olga');
    expect(answer.headers.get('location')).toBe('/operatore');
    expect((await olga.get('/api/v1/user')).data).toMatchObject({ Ruolo: 'operatore', Enti: ['borgosereno'] });
  });

  test('with eIDAS makes a person known who has no tax code, and who sends a report in their own name', async () => {
    const ingrid = somebody();
    const answer = await loginAs(ingrid, 'ingrid');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/area-riservata']);
    expect((await ingrid.get('/api/v1/user')).data).toMatchObject({
      Nome: 'Ingrid',
      Cognome: 'Lindqvist',
      CodiceFiscale: '',
      Ruolo: 'cittadino',
    });
    expect((await openPage(ingrid, '/area-riservata')).html).toContain('Buongiorno Ingrid');
    const posizioni = await openPage(ingrid, '/area-riservata?scheda=posizioni');
    expect(posizioni.html).toContain('Le posizioni si collegano al codice fiscale');
    expect(posizioni.html).not.toContain('codice_controllo');
    const profile = await openPage(ingrid, '/area-riservata/profilo-utente');
    expect(profile.html).toContain('Ingrid Lindqvist');
    const form = await openPage(ingrid, '/segnalazione?passo=dati');
    expect(form.status).toBe(200);
  });

  test('puts the sandbox’s operators into their offices, and makes one of them the administrator', async () => {
    for (const persona of ['olga', 'piero'] as const) await loginAs(somebody(), persona);
    const store = new DatabaseSync(join(house.dataDir, STORE_FILE), { readOnly: true });
    const offices = store
      .prepare(
        "select u.nome as persona, o.nome as ufficio, a.ente as administers from utenti u join uffici_persone p on p.utente = u.id join uffici o on o.id = p.ufficio left join amministratori a on a.utente = u.id where u.nome in ('Olga', 'Piero') order by u.nome",
      )
      .all();
    store.close();
    expect(offices.map((row) => Object.values(row))).toEqual([
      ['Olga', 'Ufficio tributi', 'borgosereno'],
      ['Piero', 'Ufficio tecnico', null],
    ]);
  });

  test('works when the provider gives no e-mail', async () => {
    const giulia = somebody();
    await loginAs(giulia, 'giulia');
    expect((await giulia.get('/api/v1/user')).data).toMatchObject({ PersonEmail: null });
  });

  test('offers the citizens of the sandbox to a citizen, and its operators to an operator', async () => {
    const citizens = (await toPeople(somebody(), 'cie')).html;
    const operators = (await toPeople(somebody(), 'operatori')).html;
    expect(citizens).toContain('Mario Rossi');
    expect(citizens).not.toContain('Olga Neri');
    expect(operators).toContain('Olga Neri');
    expect(operators).not.toContain('Mario Rossi');
    for (const html of [citizens, operators]) expect(html).toMatch(/ambiente di prova/i);
  });

  test('leads back to the page that was asked for', async () => {
    const mario = somebody();
    const sent = await openPage(mario, '/area-riservata?servizio=riesame');
    expect(sent.at).toBe(`${house.base}/login?da=%2Farea-riservata%3Fservizio%3Driesame`);
    const answer = await loginAs(mario, 'mario', '/area-riservata?servizio=riesame');
    expect(answer.headers.get('location')).toBe('/area-riservata?servizio=riesame');
  });

  test.each([
    '//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test',
    '/logout',
  ])('leads nowhere else: %s', async (returnTo) => {
    const mario = somebody();
    const page = await openPage(mario, `/login?da=${encodeURIComponent(returnTo)}`);
    expect(page.html).not.toContain('name="da"');
    const answer = await sendForm(mario, '/login', {
      _token: hiddenValue(page.html, '_token'),
      _azione: 'spid',
      da: returnTo,
    });
    const end = await followBack(
      mario,
      await choosePerson(mario, await openPage(mario, onwardAddress(answer.html)), 'mario'),
    );
    expect(end.headers.get('location')).toBe('/area-riservata');
  });

  test('shows a citizen who is logged in already who they are, and where to go', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const { html } = await openPage(mario, '/login');
    expect(html).toContain('Mario Rossi');
    expect(html).toContain('href="/area-riservata"');
    expect(html).not.toContain('Entra con SPID');
  });

  test('gives a new id each time, never one that came from outside', async () => {
    const mario = somebody();
    const planted = 'a'.repeat(43);
    mario.plant('accesso', planted);
    expect(await who(mario)).toBe(401);
    mario.plant('accesso', planted);
    await loginAs(mario, 'mario');
    const first = mario.cookie('accesso');
    expect(first).not.toBe(planted);
    await loginAs(mario, 'mario');
    expect(mario.cookie('accesso')).not.toBe(first);
    // The one before is over, in this browser and in any other.
    const thief = somebody();
    thief.plant('accesso', first ?? '');
    expect(await who(thief)).toBe(401);
  });

  test('as operator ends the login as citizen', async () => {
    const both = somebody();
    await loginAs(both, 'mario');
    const citizen = both.cookie('accesso') ?? '';
    await loginAs(both, 'olga');
    const thief = somebody();
    thief.plant('accesso', citizen);
    expect(await who(thief)).toBe(401);
    expect((await both.get('/api/v1/user')).data).toMatchObject({ Ruolo: 'operatore' });
  });

  test('as another person in another window does not put what the first began into the account of the second', async () => {
    const both = somebody();
    await loginAs(both, 'mario');
    const page = await openPage(both, '/area-riservata/profilo-utente');
    await both.arrive();
    const [, mark] = /data-per="([^"]+)"/.exec(page.html) ?? [];
    await loginAs(both, 'anna');
    const residenza = { Indirizzo: 'Via di Mario 1', Cap: '00001', Comune: 'Borgosereno', Provincia: 'EE' };

    const form = await sendForm(both, '/area-riservata/profilo-utente', {
      _token: hiddenValue(page.html, '_token'),
      _azione: 'residenza',
      ...residenza,
    });
    const script = await both.post('/api/v1/user/modifica_anagrafica', residenza, {
      'x-xsrf-token': `${both.token}.${mark}`,
    });

    expect([form.status, script.status]).toEqual([419, 419]);
    for (const words of [form.html, script.message])
      expect(words).toContain('ha effettuato l’accesso un’altra persona');
    expect(form.html).toContain('Via di Mario 1');
    // Shown again it is still his form.
    expect(form.html).toContain(`data-per="${mark}"`);
    expect(JSON.stringify((await both.get('/api/v1/user')).data)).not.toContain('Via di Mario');
    const hers = await openPage(both, '/area-riservata/profilo-utente');
    const answer = await both.get('/api/v1/portale/accesso');
    expect(hers.html).toContain(`data-per="${answer.headers.get('x-persona')}"`);
    const own = { 'x-xsrf-token': `${both.token}.${/data-per="([^"]+)"/.exec(hers.html)?.[1]}` };
    expect((await both.post('/api/v1/user/modifica_anagrafica', residenza, own)).status).toBe(200);
  });

  test('sets cookies that scripts and other sites cannot reach, and throws away the key of kept lists', async () => {
    const mario = somebody();
    const people = await toPeople(mario, 'spid');
    const answer = await followBack(mario, await choosePerson(mario, people, 'mario'));
    const [pending, login, key] = answer.headers.getSetCookie();
    expect(pending).toBe('accesso-in-corso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    expect(login).toMatch(/^accesso=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(key).toBe('chiave-elenchi=; Path=/; SameSite=Lax; Max-Age=0');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes along what the citizen began as a guest', async () => {
    const mario = await somebody().arrive();
    await mario.post('/api/v1/portale/bozze', {
      percorso: '/segnalazione',
      passo: 'dati',
      valori: { oggetto: 'Buca' },
    });
    await loginAs(mario, 'mario');
    const { data } = await mario.get('/api/v1/portale/bozze?percorso=/segnalazione');
    expect(data).toMatchObject({ valori: { oggetto: 'Buca' } });
  });
});

describe('a login that fails says so, and leaves everything as it was', () => {
  const told = async (citizen: Citizen, address: string) => {
    const answer = await followBack(citizen, address);
    expect(answer.status).toBe(303);
    return answer.headers.get('location');
  };

  test('when the citizen cancels at the provider', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const before = mario.cookie('accesso');
    // From a login page that was open before.
    const fields = {
      _token: hiddenValue((await openPage(mario, '/')).html, '_token'),
      _azione: 'operatori',
      da: '/segnalazione',
    };
    const people = await openPage(mario, onwardAddress((await sendForm(mario, '/login', fields)).html));
    expect(await told(mario, await choosePerson(mario, people, ''))).toBe('/login?errore=annullato&da=%2Fsegnalazione');
    expect(mario.cookie('accesso')).toBe(before);
    expect((await mario.get('/api/v1/user')).data).toMatchObject({ Nome: 'Mario' });
    expect((await openPage(somebody(), '/login?errore=annullato')).html).toContain('Accesso annullato');
  });

  test('when its return address is opened in another browser', async () => {
    const [mario, thief] = [somebody(), somebody()];
    const address = await choosePerson(mario, await toPeople(mario, 'spid'), 'mario');
    expect(await told(thief, address)).toBe('/login?errore=rifiutato');
    // Even while that browser has a login of its own under way.
    await toPeople(thief, 'spid');
    expect(await told(thief, address)).toBe('/login?errore=rifiutato');
    expect(await who(thief)).toBe(401);
    expect(await told(mario, address)).toBe('/area-riservata');
  });

  test('when its return address is opened twice', async () => {
    const mario = somebody();
    const address = await choosePerson(mario, await toPeople(mario, 'spid'), 'mario');
    const pending = mario.cookie('accesso-in-corso') ?? '';
    await told(mario, address);
    const before = mario.cookie('accesso');
    expect(await told(mario, address)).toBe('/login?errore=rifiutato');
    mario.plant('accesso-in-corso', pending);
    expect(await told(mario, address)).toBe('/login?errore=rifiutato');
    expect(mario.cookie('accesso')).toBe(before);
    expect(await who(mario)).toBe(200);
  });

  test('when it was begun in an earlier window, and the login of the later window goes on', async () => {
    const browser = somebody();
    const earlier = await choosePerson(browser, await toPeople(browser, 'spid', '/segnalazione'), 'mario');
    const later = await choosePerson(browser, await toPeople(browser, 'cie'), 'anna');
    expect(await told(browser, earlier)).toBe('/login?errore=rifiutato');
    expect(await who(browser)).toBe(401);
    expect(await told(browser, later)).toBe('/area-riservata');
    expect((await browser.get('/api/v1/user')).data).toMatchObject({ Nome: 'Anna' });
  });

  test.each([
    ['has no state', (url: URL) => url.searchParams.delete('state')],
    ['has another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(48))],
    ['has another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['is empty', (url: URL) => (url.search = '')],
  ])('when the query of its return address %s', async (_what, change) => {
    const mario = somebody();
    const address = new URL(await choosePerson(mario, await toPeople(mario, 'spid'), 'mario'));
    change(address);
    expect(await told(mario, address.href)).toBe('/login?errore=rifiutato');
    expect(mario.cookie('accesso')).toBeUndefined();
  });

  test('when a form of another site began it', async () => {
    const answer = await sendForm(somebody(), '/login', { _azione: 'spid' });
    expect(answer.status).toBe(419);
    expect(answer.html).toContain('Entra con SPID');
  });

  test('when it asks for a provider that does not exist', async () => {
    const mario = somebody();
    const page = await openPage(mario, '/login');
    const answer = await sendForm(mario, '/login', {
      _token: hiddenValue(page.html, '_token'),
      _azione: 'constructor',
    });
    expect(answer.headers.get('location')).toBe('/login?errore=non-disponibile');
  });

  test.each(['constructor', '<script>', 'x'.repeat(3000)])(
    'and a page of the login does not repeat a made-up error: %s',
    async (code) => {
      const { status, html } = await openPage(somebody(), `/login?errore=${encodeURIComponent(code)}`);
      expect(status).toBe(200);
      expect(html).not.toContain('Errore:');
    },
  );
});

describe('logging out', () => {
  const leave = async (citizen: Citizen) => {
    const page = await openPage(citizen, '/');
    return sendForm(citizen, '/logout', { _token: hiddenValue(page.html, '_token') });
  };

  test('ends the login for every copy of its cookie, and clears what the browser keeps', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const copy = somebody();
    copy.plant('accesso', mario.cookie('accesso') ?? '');
    expect(await who(copy)).toBe(200);
    const answer = await leave(mario);
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toContain('accesso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    expect(cookies).toContain('chiave-elenchi=; Path=/; SameSite=Lax; Max-Age=0');
    expect(await who(mario)).toBe(401);
    expect(await who(copy)).toBe(401);
    expect((await ask(copy, '/area-riservata')).status).toBe(302);
  });

  test('ends it at the provider, too, and comes back with words', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const end = new URL(onwardAddress((await leave(mario)).html));
    expect(end.pathname).toBe('/sandbox/idp/session/end');
    expect(end.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const page = await openPage(mario, end.href);
    const formToken = /name="xsrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const done = await sendForm(mario, '/sandbox/idp/session/end/confirm', { xsrf: formToken, logout: 'yes' });
    expect(done.headers.get('location')).toBe(`${house.base}/login?state=uscito`);
    expect((await openPage(mario, '/login?state=uscito')).html).toContain('Sei uscito');
  });

  test('keeps what the citizen began as a guest', async () => {
    const mario = await somebody().arrive();
    const visitor = mario.cookie('visitatore');
    await loginAs(mario, 'mario');
    await leave(mario);
    expect(mario.cookie('visitatore')).toBe(visitor);
  });

  test.each([
    ['a click on a link of ours', { 'sec-fetch-site': 'same-origin' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['a link of ours in an older browser', { referer: 'OURS/area-riservata' }],
  ])('by address works for %s', async (_what, headers) => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const { referer } = headers as { referer?: string };
    await ask(mario, '/logout', { ...headers, ...(referer && { referer: referer.replace('OURS', house.base) }) });
    expect(await who(mario)).toBe(401);
  });

  test.each([
    ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a link on a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a browser that looks ahead', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a browser that prepares a page', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
    ['an older browser that looks ahead', { purpose: 'prefetch' }],
    ['a browser that tells nothing', {}],
    ['a link on another site in an older browser', { referer: 'https://evil.test/logout' }],
    ['a page without origin in an older browser', { origin: 'null' }],
  ])('by address does not work for %s: a page asks', async (_what, headers) => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const answer = await ask(mario, '/logout', headers);
    expect(answer.status).toBe(200);
    expect(String(answer.data)).toContain('Vuoi uscire?');
    expect(answer.headers.get('clear-site-data')).toBeNull();
    expect(await who(mario)).toBe(200);
  });

  test('by asking for the headers of its address does not work', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    await mario.request('HEAD', '/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(await who(mario)).toBe(200);
  });

  test.each([
    ['without token', {}],
    ['with a wrong token', { _token: 'x' }],
  ])('by a form %s does not work', async (_what, fields) => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    expect((await sendForm(mario, '/logout', fields)).status).toBe(419);
    expect(await who(mario)).toBe(200);
  });

  test('by a form of another site does not work, even with a token', async () => {
    const mario = somebody();
    await loginAs(mario, 'mario');
    const page = await openPage(mario, '/');
    const answer = await mario.request('POST', '/logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
      body: new URLSearchParams({ _token: hiddenValue(page.html, '_token') }).toString(),
    });
    expect(answer.status).toBe(419);
    expect(await who(mario)).toBe(200);
  });

  test.each([
    ['/segnalazione?passo=dati', '/login?da=%2Fsegnalazione%3Fpasso%3Ddati'],
    ['//evil.test', '/login'],
    ['/logout', '/login'],
  ])('without a login leads to the login only, from %s', async (da, to) => {
    const answer = await ask(somebody(), `/logout?da=${encodeURIComponent(da)}`, { 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
  });
});

describe('every screen', () => {
  /** Ways to write an address that some part of a server might take for the same. */
  const others = (path: string) => [
    `${path}/`,
    path.toUpperCase(),
    path.replace(/\/(\w)/, (_, c: string) => `/${c.toUpperCase()}`),
    path.replace(/\/(\w)/, (_, c: string) => `/%${c.charCodeAt(0).toString(16)}`),
    `/${path}`,
    `/./${path.slice(1)}`,
    `/x/..${path}`,
    `${path}/.`,
    `${path}/%2e`,
    `${path};x`,
    `${path};.js`,
    `${path}/x.css`,
    `${path}.html`,
    `${path}%00`,
    `${path}%20`,
    `${path}/index.html`,
  ];
  // Going there is what it is for, or another test's matter.
  const screens = SCREEN_ROWS.filter(({ path }) => path !== '/logout');
  const people = {} as Record<'nobody' | 'citizen' | 'operator' | 'administrator', Citizen>;
  beforeAll(async () => {
    for (const name of ['nobody', 'citizen', 'operator', 'administrator'] as const) people[name] = somebody();
    await loginAs(people.citizen, 'mario');
    await loginAs(people.operator, 'piero');
    await loginAs(people.administrator, 'carlo');
  });

  test.each(screens.map((screen) => [screen.path, screen] as const))(
    '%s is shown to those alone whom its row names',
    async (path, screen) => {
      const door = async (citizen: Citizen) => {
        const { status, headers } = await ask(citizen, screenAddress(path));
        const location = headers.get('location');
        if (location?.startsWith('/logout?da=')) return 'login';
        if (status === 403) return 'not yours';
        if (location && location === screen.loggedIn) return 'better place';
        return 'open';
      };
      const { login } = screen;
      const free = login === 'no' || login === 'optional';
      const [forOperators, forAdministrators] = [login === 'operator', login === 'administrator'];
      expect(await door(people.nobody)).toBe(free ? 'open' : 'login');
      // Of the operators, those whose office may: the page says who allows it.
      const ofOffices = /^\/operatore\/(incass|riversament)/.test(path);
      expect(await door(people.operator)).toBe(free || (forOperators && !ofOffices) ? 'open' : 'not yours');
      expect(await door(people.administrator)).toBe(free || forOperators || forAdministrators ? 'open' : 'not yours');
      const citizens = screen.loggedIn ? 'better place' : 'open';
      expect(await door(people.citizen)).toBe(forOperators || forAdministrators ? 'not yours' : citizens);
    },
  );

  // Thousands of pages, which a busy machine takes long to make.
  test('that needs a login is closed at every other spelling of its address', async () => {
    const allowed: Record<PortalScreen['login'], Citizen[]> = {
      no: [],
      optional: [],
      required: [people.citizen],
      operator: [people.operator, people.administrator],
      administrator: [people.administrator],
    };
    const spellings = SCREEN_ROWS.filter(({ login }) => allowed[login].length > 0).flatMap(({ path, login }) =>
      others(screenAddress(path)).map((other) => ({ other, own: allowed[login] })),
    );
    const open: string[] = [];
    for (const { other, own } of spellings) {
      const asks = Object.values(people).map(async (citizen) => {
        const { statusCode, headers } = await asWritten(other, citizen);
        if (statusCode === 200 && !own.includes(citizen)) open.push(other);
        if (statusCode === 200) expect(headers['cache-control']).toBe('no-store');
      });
      await Promise.all(asks);
    }
    expect(open).toEqual([]);
  }, 240_000);

  test.each([
    '/_server-islands/x',
    '/_actions/x',
    '/_image?href=http://127.0.0.1:1/x',
    '/_image?href=/favicon.svg',
    '/%5fimage?href=/favicon.svg',
  ])('is found at its own address only, not at %s', async (path) => {
    expect((await ask(people.nobody, path)).status).toBeGreaterThanOrEqual(400);
  });

  test.each(['/', '/segnalazione', '/login', '/nessuna-pagina', '/informazioni/privacy', '/area-riservata/x.css'])(
    'is kept in no cache when it was shown to a citizen who is logged in: %s',
    async (path) => {
      for (const citizen of [people.citizen, people.operator]) {
        expect((await ask(citizen, path)).headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test('clears what the browser kept of an earlier login, and its cookie, when that login has ended', async () => {
    const late = somebody();
    late.plant('accesso', 'a'.repeat(43));
    const answer = await ask(late, '/area-riservata');
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
    expect(answer.headers.get('location')).toBe('/logout?da=%2Farea-riservata&state=scaduto');
    expect(answer.headers.getSetCookie()).toEqual([
      'accesso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'chiave-elenchi=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    expect(late.cookie('accesso')).toBeUndefined();
  });

  test('leaves what a browser could not send for the next login of its person, but for the key of the lists; a logout asks, and clears it', async () => {
    const late = somebody();
    late.plant('accesso', 'a'.repeat(43));
    late.plant('in-attesa', '1');
    for (const path of ['/area-riservata', '/logout?state=scaduto']) {
      const answer = await ask(late, path, { 'sec-fetch-site': 'same-origin' });
      expect(answer.headers.get('clear-site-data')).toBeNull();
      expect(answer.headers.getSetCookie().join()).toContain('chiave-elenchi=; Path=/; SameSite=Lax; Max-Age=0');
      late.plant('accesso', 'a'.repeat(43));
    }
    await loginAs(late, 'mario');
    const page = await openPage(late, '/');
    const token = hiddenValue(page.html, '_token');
    const asked = await sendForm(late, '/logout', { _token: token });
    expect([asked.status, asked.headers.get('clear-site-data')]).toEqual([200, null]);
    expect(asked.html).toContain('Esci e cancella');
    const answer = await sendForm(late, '/logout', { _token: token, _azione: 'cancella' });
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
  });

  test.each([
    '/area-riservata',
    '/area-riservata/profilo-utente',
    '/area-riservata/deleghe',
    '/servizio/delega-ufficio',
    '/aggiorna-dati-ricontatto',
    '/operatore',
  ])(
    'clears what the browser keeps when nobody is logged in, with or without a cookie of an earlier login: %s',
    async (path) => {
      const asked: Record<string, string>[] = [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }];
      for (const headers of asked) {
        const answer = await ask(somebody(), path, headers);
        expect(answer.headers.get('location')).toMatch(/^\/logout\?da=/);
        expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      }
    },
  );

  test('keeps what the browser keeps where a page may be opened without a login', async () => {
    for (const path of ['/segnalazione', '/servizio/riesame', '/servizio/affissione-manifesti'])
      expect((await ask(somebody(), path)).headers.get('clear-site-data')).toBeNull();
  });

  describe('keeps a citizen’s cookies and storage when another site opens it', () => {
    const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
    const ELSEWHERE: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { referer: 'https://evil.test/' },
    ];
    const wiped = ({ headers }: CitizenReply) => ({
      cookies: headers.getSetCookie(),
      storage: headers.get('clear-site-data'),
    });
    const nothing = { cookies: [], storage: null };

    // A form of another site comes without the browser's cookies, and what its answer sets takes the place of theirs.
    test.each(ELSEWHERE)('by a form or an image that brings no cookie: %j', async (headers) => {
      for (const path of ['/area-riservata', '/logout', '/segnalazione', '/login', '/operatore']) {
        for (const method of ['POST', 'GET']) {
          const body = method === 'POST' ? { body: '_token=x' } : {};
          const { cookies, storage } = wiped(
            await somebody().request(method, path, { headers: { ...FORM, ...headers }, ...body }),
          );
          // A link may be somebody's first visit: only a GET gives the visitor a cookie, which a browser that has one sends along.
          const given = cookies.filter((cookie) => method === 'POST' || !cookie.startsWith('visitatore='));
          expect([method, path, given, storage]).toEqual([method, path, [], null]);
        }
      }
    });

    test.each(ELSEWHERE)('by a link that comes with a login that has ended: %j', async (headers) => {
      for (const path of ['/area-riservata', '/logout', '/informazioni/privacy']) {
        const late = somebody();
        late.plant('accesso', 'a'.repeat(43));
        expect([path, wiped(await ask(late, path, headers))]).toEqual([path, nothing]);
        // The next page that is asked for from here does.
        await ask(late, path, { 'sec-fetch-site': 'same-origin' });
        expect(late.cookie('accesso')).toBeUndefined();
      }
    });

    test('by the address of the logout without a login, wherever it comes from', async () => {
      expect(wiped(await ask(somebody(), '/logout', { 'sec-fetch-site': 'same-origin' }))).toEqual(nothing);
    });
  });

  test('whose login has ended says so, that drafts are safe, and what the next login opens', async () => {
    const late = somebody();
    late.plant('accesso', 'a'.repeat(43));
    const { html, at } = await openPage(late, '/area-riservata?scheda=pratiche');
    expect(at).toBe(`${house.base}/login?state=scaduto&da=%2Farea-riservata%3Fscheda%3Dpratiche`);
    for (const words of ['La sessione è scaduta', 'La bozza di quello che avevi iniziato è salva', '«Area riservata»'])
      expect(html).toContain(words);
    const plain = await openPage(somebody(), '/area-riservata?scheda=pratiche');
    expect(plain.at).toBe(`${house.base}/login?da=%2Farea-riservata%3Fscheda%3Dpratiche`);
    expect(plain.html).not.toContain('La sessione è scaduta');
  });

  test('asks only citizens who are logged in whether they want to stay logged in', async () => {
    expect((await openPage(people.citizen, '/')).html).toContain('id="resta"');
    expect((await openPage(people.nobody, '/')).html).not.toMatch(/id="resta"|portale\/accesso/);
  });

  test('is where the login in its header leads back to, unless its address is personal', async () => {
    const link = async (path: string) => /href="(\/login[^"]*)"/.exec((await openPage(people.nobody, path)).html)?.[1];
    expect(await link('/segnalazione')).toBe('/login?da=%2Fsegnalazione');
    expect(await link('/')).toBe('/login');
    expect(await link('/segnalazione/chat/a@b.it/x1')).toBe('/login');
  });
});

test('behind https every cookie is for https and this host alone, and the sandbox is reached over loopback', async () => {
  const env = { PORTAL_MODE: 'sandbox', PUBLIC_URL: 'https://servizi.comune.example' };
  const far = await portal(env);
  const mario = new Citizen(far.local, env.PUBLIC_URL);
  const page = await openPage(mario, '/login');
  const begun = await sendForm(mario, '/login', { _token: hiddenValue(page.html, '_token'), _azione: 'spid' });
  expect(onwardAddress(begun.html)).toMatch(/^https:\/\/servizi\.comune\.example\/sandbox\/idp\/auth\?/);
  const pending = begun.headers.getSetCookie().find((c) => c.startsWith('__Host-accesso-in-corso='));
  expect(pending).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/);
  const end = await followBack(
    mario,
    await choosePerson(mario, await openPage(mario, onwardAddress(begun.html)), 'mario'),
  );
  const login = end.headers.getSetCookie().find((c) => c.startsWith('__Host-accesso='));
  expect(login).toMatch(/^__Host-accesso=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(await who(mario)).toBe(200);
  await far.end();
}, 30_000);

describe('with a provider of its own', () => {
  let idp: OidcServer;
  let real: Portal;
  const enter = async (citizen: Citizen) => {
    const page = await openPage(citizen, '/login');
    const answer = await sendForm(citizen, '/login', { _token: hiddenValue(page.html, '_token'), _azione: 'cie' });
    return answer.status === 303 ? answer : followBack(citizen, (await idp.visit(onwardAddress(answer.html))).href);
  };
  beforeAll(async () => {
    const PORT = String(await freePort());
    idp = await oidcServer(`http://127.0.0.1:${PORT}/accesso/ritorno`);
    const oidc = { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: 'portale', OIDC_CLIENT_SECRET: 'segreto' };
    real = await portal({ PORT, ...oidc });
  }, 30_000);
  afterAll(async () => {
    await real?.end();
    await idp?.stop();
  });

  test('the portal has no people of the sandbox, and no login for operators unless it is configured', async () => {
    expect((await fetch(`${real.base}/sandbox/idp/.well-known/openid-configuration`)).status).toBe(404);
    const { html } = await openPage(new Citizen(real.base), '/login');
    expect(html).toContain('Entra con CIE');
    expect(html).not.toContain('Accedi come dipendente');
  });

  test('a citizen whom the provider names is logged in', async () => {
    idp.person = { claims: { given_name: 'Anna', family_name: 'Bianchi', fiscal_number: 'BNCNNA85M41Z999R' } };
    const anna = new Citizen(real.base);
    expect((await enter(anna)).headers.get('location')).toBe('/area-riservata');
    expect((await anna.get('/api/v1/user')).data).toMatchObject({ CodiceFiscale: 'BNCNNA85M41Z999R' });
  });

  test('a citizen for whom the provider gives no valid tax code is told so', async () => {
    idp.person = { claims: { given_name: 'Anna', family_name: 'Bianchi', fiscal_number: 'BNCNNA85M41Z999X' } };
    const anna = new Citizen(real.base);
    const answer = await enter(anna);
    expect(answer.headers.get('location')).toBe('/login?errore=codice-fiscale');
    expect((await openPage(anna, '/login?errore=codice-fiscale')).html).toContain('codice fiscale valido');
    expect(await who(anna)).toBe(401);
  });

  test('the portal says that the provider is away, and goes on working', async () => {
    const other = await portal({ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' });
    const citizen = new Citizen(other.base);
    const page = await openPage(citizen, '/login?da=/segnalazione');
    const fields = { _token: hiddenValue(page.html, '_token'), _azione: 'spid', da: '/segnalazione' };
    const answer = await sendForm(citizen, '/login', fields);
    expect(answer.headers.get('location')).toBe('/login?errore=non-disponibile&da=%2Fsegnalazione');
    expect((await openPage(citizen, '/segnalazione')).status).toBe(200);
    expect(other.log()).toMatch(/"message":"accesso non riuscito".*"way":"spid","why":"away"/);
    await other.end();
  }, 30_000);
});

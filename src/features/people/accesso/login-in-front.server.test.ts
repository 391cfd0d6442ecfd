import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Front, startFront } from '../../../../tests/front.ts';
import { ANNA } from '../../../../tests/posizioni.ts';
import { callerOf, operatore } from '../../../../tests/rig.ts';
import { ctxOf, type LoggedInUser } from '../../../context.ts';
import { browserOf } from '../../../gate.server.ts';
import { adoptGuest, loginAddress, readLoginInFront } from './login-in-front.server.ts';

let front: Front;
beforeAll(async () => {
  front = await startFront();
});
beforeEach(() => front.reset());
afterAll(() => front?.close());

/** A call of a browser with this login behind, and these other cookies. */
function callBy(user: LoggedInUser | null, { visitor, cookies = '' }: { visitor?: string; cookies?: string } = {}) {
  const login = user ? `prova-utente=${Buffer.from(JSON.stringify(user)).toString('base64url')}` : '';
  const request = new Request('http://x.example', { headers: { cookie: [cookies, login].filter(Boolean).join('; ') } });
  return ctxOf(front.rig.house, { visitor, browser: browserOf(front.rig.house, request) });
}

test('a citizen and an operator are who the back end says they are', async () => {
  expect(await readLoginInFront(callBy(ANNA))).toMatchObject({
    id: ANNA.id,
    ruolo: 'cittadino',
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: ANNA.codice_fiscale,
    enti: [],
    amministra: [],
    uffici: [],
    incassi: [],
    riservati: [],
  });
  expect(await readLoginInFront(callBy(operatore('borgo')))).toMatchObject({
    ruolo: 'operatore',
    enti: ['borgo'],
  });
});

test('a browser without a cookie of the back end is a guest, whom nobody asks about', async () => {
  expect(await readLoginInFront(callBy(null, { cookies: 'visitatore=x; carrello=y' }))).toBeNull();
  expect(front.server.seen).toEqual([]);
});

test('a browser that the back end does not know is a guest', async () => {
  expect(await readLoginInFront(callBy(null, { cookies: 'session=over' }))).toBeNull();
  expect(front.server.seen.map(({ path }) => path)).toEqual(['/api/v1/user']);
});

test('a back end that cannot tell makes nobody a guest', async () => {
  const gone = await startFront();
  await gone.server.close();
  const { browser } = callBy(ANNA);
  await expect(readLoginInFront(ctxOf(gone.rig.house, { browser }))).rejects.toMatchObject({ code: 'unavailable' });
  await gone.close();
});

test('what a guest began moves to their account at the first page after the login, and to no operator’s', async () => {
  const guest = callerOf(front.rig);
  await guest.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: 'Buca' } });
  const owners = async () =>
    (await front.own.house.db.selectFrom('bozze').select('proprietario').execute()).map((row) => row.proprietario);
  const pageOf = (user: LoggedInUser | null) => ({ ...callBy(user, { visitor: guest.visitor }), user });
  for (const user of [null, operatore('borgo')]) await adoptGuest(pageOf(user));
  expect(await owners()).toEqual([guest.visitor]);
  await adoptGuest(pageOf(ANNA));
  expect(await owners()).toEqual([`u:${ANNA.id}`]);
});

test.each([
  ['https://servizi.example/entra', 'https://servizi.example/entra?ritorno='],
  ['https://servizi.example/entra?x=1', 'https://servizi.example/entra?x=1&ritorno='],
  ['/auth?da={ritorno}&poi={ritorno}', '/auth?da=…&poi='],
])('%s is where a login begins, with the way back', (loginUrl, begins) => {
  const { settings } = front.rig.house;
  const backEnd = settings.backEnd && { ...settings.backEnd, loginUrl };
  const back = encodeURIComponent(`${settings.publicUrl}/area?x=1&y=2`);
  const address = loginAddress({ settings: { ...settings, backEnd } }, 'loginUrl', '/area?x=1&y=2');
  expect(address).toBe(begins.replace('…', back) + back);
  expect(loginAddress({ settings: { ...settings, backEnd } }, 'logoutUrl', '/')).toBeUndefined();
});

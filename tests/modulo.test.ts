/** The page of a form as the host serves it. */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { loginAs } from './login.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
beforeAll(async () => {
  house = await portal();
}, 30_000);
afterAll(() => house?.end());

const valori = {
  ...{ privacy: 'on', ente: 'borgosereno', codice: 'SF310', indirizzo: 'Via Roma 1', nome: 'Anna', cognome: 'Bianchi' },
  ...{ oggetto: 'Lampione spento', descrizione: 'Da una settimana.', email: 'anna.bianchi@posta.example' },
};

test.each([
  ['who is logged in goes on to the summary', 'anna' as const, '/segnalazione?passo=riepilogo', 200],
  ['who is not any more is led back', null, '/segnalazione?passo=riepilogo', 303],
])('an address that is confirmed by the login: %s', async (_what, chi, pagina, status) => {
  const citizen = await new Citizen(house.base).arrive();
  if (chi) await loginAs(citizen, chi);
  await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: 'riepilogo', valori });
  expect((await citizen.get(pagina)).status).toBe(status);
});

test('what was complete and is no longer says what is missing; who only begins is not reproached', async () => {
  const missing = 'Conferma il tuo indirizzo: premi «Invia il codice»';
  for (const [passo, said] of [
    ['riepilogo', true],
    ['dati', false],
  ] as const) {
    const citizen = await new Citizen(house.base).arrive();
    await citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo, valori });
    const { data } = await citizen.get('/segnalazione?passo=dati');
    expect(String(data).includes(missing)).toBe(said);
    expect(/<title>Errore: /.test(String(data))).toBe(said);
  }
});

test('at the address of another body the form is of the body whose documents it is about', async () => {
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

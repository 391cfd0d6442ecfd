/** Measures a declaration of as many advertising devices as one can hold. */
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import type { LoadShot } from './measure.ts';

/** The most devices that a declaration takes. */
const MEZZI_COUNT = 200;

export type MezziTimes = { step: LoadShot; csv_ms: number; changes_ms: number[] };

/** Imports 200 devices into a declaration from one sheet and changes them one after the other. Times in ms. */
export async function measureMezzi(base: string): Promise<MezziTimes> {
  const citizen = new Citizen(base);
  await loginAs(citizen, 'luca');
  await citizen.arrive();
  const api = '/api/v1/mezzi_pubblicitari';
  const { Id } = (await dataOf(citizen.post(`${api}/new`, { tipo: 'nuovo', ente: 'borgosereno' }))) as { Id: string };
  // The login names the declarant; the other fields are sent once.
  const richiedente = { nome: 'Luca', cognome: 'Prova', codice_fiscale: 'RSSMRA80A01H501U', telefono: '333 1234567' };
  const { Email_Comunicazione__c, PersonEmail } = (await citizen.get('/api/v1/user')).data as Record<string, string>;
  const email = Email_Comunicazione__c || PersonEmail;
  const path = `/servizio/mezzo-permanente/mezzi/${Id}`;
  const values = { ...richiedente, email, ruolo: 'persona_fisica', privacy: 'on' };
  await dataOf(citizen.post('/api/v1/portale/bozze', { percorso: path, passo: 'mezzi', valori: values }));

  const form = new FormData();
  form.set('file', new File([csvFoglio()], 'mezzi.csv', { type: 'text/csv' }));
  let began = performance.now();
  await dataOf(
    citizen.request('POST', `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${Id}/importa`, { body: form }),
  );
  const csv_ms = performance.now() - began;

  const detail = (await dataOf(citizen.get(`${api}/dichiarazioni/${Id}`))) as { mezzi: { Id: string }[] };
  const changes_ms: number[] = [];
  for (const [n, mezzo] of detail.mezzi.entries()) {
    began = performance.now();
    await dataOf(
      citizen.post(`${api}/correlati/altro/${mezzo.Id}`, { dichiarazione: Id, ...cartello(n), larghezza_cm: 120 }),
    );
    changes_ms.push(performance.now() - began);
  }
  const step = { path: path, headers: { cookie: citizen.cookies } };
  return { step, csv_ms, changes_ms };
}

const cartello = (n: number) => ({
  Tipologia_impianto_publicitario__c: 'Cartello',
  indirizzo: `Via Garibaldi ${n + 1}`,
  quantita: 1 + (n % 3),
  testo: `Negozio numero ${n + 1}`,
  facce: n % 2 ? 'Bifacciale' : 'Monofacciale',
  illuminazione: n % 5 ? 'Opaco' : 'Luminoso',
  larghezza_cm: 100 + n,
  altezza_cm: 70,
});

function csvFoglio(): string {
  const rows = Array.from({ length: MEZZI_COUNT }, (_, n) => {
    const c = cartello(n);
    return [
      c.Tipologia_impianto_publicitario__c,
      c.indirizzo,
      c.facce,
      c.illuminazione,
      c.larghezza_cm,
      c.altezza_cm,
      c.quantita,
      c.testo,
    ];
  });
  const header = ['tipo', 'indirizzo', 'facce', 'illuminazione', 'larghezza (cm)', 'altezza (cm)', 'quantità', 'testo'];
  return [header, ...rows].map((row) => row.join(';')).join('\r\n');
}

async function dataOf(reply: ReturnType<Citizen['get']>): Promise<unknown> {
  const { status, data, message } = await reply;
  if (status >= 400) throw new Error(`${status} ${message} ${JSON.stringify(data)}`);
  return data;
}

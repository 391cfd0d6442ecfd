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
  const { Email_Comunicazione__c, PersonEmail } = (await citizen.get('/api/v1/user')).data as Record<string, string>;
  const email = Email_Comunicazione__c || PersonEmail || '';
  const path = await saveRichiedente(citizen, Id, email);

  let began = performance.now();
  await importFoglio(citizen, Id);
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

/** @returns path of the step with the devices */
async function saveRichiedente(citizen: Citizen, id: string, email: string): Promise<string> {
  const richiedente = { nome: 'Mario', cognome: 'Rossi', codice_fiscale: 'RSSMRA80A01H501U', telefono: '333 1234567' };
  const path = `/servizio/mezzo-permanente/mezzi/${id}`;
  const typed = { ...richiedente, email, ruolo: 'persona_fisica', privacy: 'on' };
  await dataOf(citizen.post('/api/v1/portale/bozze', { percorso: path, passo: 'mezzi', valori: typed }));
  return path;
}

/** A declaration of as many devices as it can hold, of a visitor without a login. @returns its id */
export async function beginDichiarazione(citizen: Citizen, email: string): Promise<string> {
  const fields = { tipo: 'nuovo', ente: 'borgosereno' };
  const { Id } = (await dataOf(citizen.post('/api/v1/mezzi_pubblicitari/new', fields))) as { Id: string };
  await saveRichiedente(citizen, Id, email);
  await importFoglio(citizen, Id);
  return Id;
}

async function importFoglio(citizen: Citizen, id: string): Promise<void> {
  const form = new FormData();
  form.set('file', new File([csvFoglio()], 'mezzi.csv', { type: 'text/csv' }));
  const path = `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${id}/importa`;
  await dataOf(citizen.request('POST', path, { body: form }));
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

export async function dataOf(reply: ReturnType<Citizen['get']>): Promise<unknown> {
  const { status, data, message } = await reply;
  if (status >= 400) throw new Error(`${status} ${message} ${JSON.stringify(data)}`);
  return data;
}

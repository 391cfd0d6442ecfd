import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import type { Shot } from './measure.ts';

/** As many devices as a declaration takes. */
const QUANTI = 200;

export type Mezzi = { passo: Shot; csv_ms: number; modifiche_ms: number[] };

/** A declaration of 200 devices, brought in by one sheet and changed one after the other. Times in ms. */
export async function mezzi(base: string): Promise<Mezzi> {
  const citizen = new Citizen(base);
  await loginAs(citizen, 'luca');
  await citizen.arrive();
  const di = '/api/v1/mezzi_pubblicitari';
  const { Id } = (await riuscita(citizen.post(`${di}/new`, { tipo: 'nuovo', ente: 'borgosereno' }))) as { Id: string };
  // Who declares is known by the login; the rest is told once.
  const richiedente = { nome: 'Luca', cognome: 'Prova', codice_fiscale: 'RSSMRA80A01H501U', telefono: '333 1234567' };
  const { Email_Comunicazione__c, PersonEmail } = (await citizen.get('/api/v1/user')).data as Record<string, string>;
  const email = Email_Comunicazione__c || PersonEmail;
  const percorso = `/servizio/mezzo-permanente/mezzi/${Id}`;
  const valori = { ...richiedente, email, ruolo: 'persona_fisica', privacy: 'on' };
  await riuscita(citizen.post('/api/v1/portale/bozze', { percorso, passo: 'mezzi', valori }));

  const form = new FormData();
  form.set('file', new File([foglio()], 'mezzi.csv', { type: 'text/csv' }));
  let began = performance.now();
  await riuscita(
    citizen.request('POST', `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${Id}/importa`, { body: form }),
  );
  const csv_ms = performance.now() - began;

  const letta = (await riuscita(citizen.get(`${di}/dichiarazioni/${Id}`))) as { mezzi: { Id: string }[] };
  const modifiche_ms: number[] = [];
  for (const [n, mezzo] of letta.mezzi.entries()) {
    began = performance.now();
    await riuscita(
      citizen.post(`${di}/correlati/altro/${mezzo.Id}`, { dichiarazione: Id, ...cartello(n), larghezza_cm: 120 }),
    );
    modifiche_ms.push(performance.now() - began);
  }
  const passo = { path: percorso, headers: { cookie: citizen.cookies } };
  return { passo, csv_ms, modifiche_ms };
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

function foglio(): string {
  const righe = Array.from({ length: QUANTI }, (_, n) => {
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
  const intestazione = [
    'tipo',
    'indirizzo',
    'facce',
    'illuminazione',
    'larghezza (cm)',
    'altezza (cm)',
    'quantità',
    'testo',
  ];
  return [intestazione, ...righe].map((riga) => riga.join(';')).join('\r\n');
}

async function riuscita(reply: ReturnType<Citizen['get']>): Promise<unknown> {
  const { status, data, message } = await reply;
  if (status >= 400) throw new Error(`${status} ${message} ${JSON.stringify(data)}`);
  return data;
}

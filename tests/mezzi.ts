/** Advertising devices for tests: bodies that take declarations, a position with devices, declarations begun and sent. */

import { percorsoDichiarazione } from '../src/features/cases/allegati/limiti.ts';
import { scriviEnte } from '../src/features/cases/ente/ente.db.ts';
import type { DatiMezzo } from '../src/features/services/mezzo-permanente/mezzo.ts';
import { randomId } from '../src/platform/signer.server.ts';
import type { Mezzo, Posizione } from '../src/store/tables.ts';
import { ANNA, LETTERA, scriviPosizione } from './posizioni.ts';
import { type Answer, type Caller, caller, conto, ENTI, operatore, pdfFile, type Rig } from './rig.ts';

export const EMAIL = 'anna@esempio.it';
export const DICHIARANTE = {
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: ANNA.codice_fiscale, email: EMAIL },
  ...{ telefono: '+393331234567', ruolo: 'persona_fisica' },
};
export const cartello = (over: Record<string, unknown> = {}) => ({
  ...{ Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 2, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200 },
  ...over,
});
export const furgone = (over: Record<string, unknown> = {}) => ({
  ...{ Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD', categoria_veicolo: 'sotto_30q' },
  ...{ facce: 'Monofacciale', illuminazione: 'Opaco', larghezza_cm: 150, altezza_cm: 50 },
  ...over,
});
/** 40 euro a year for one m² of one face. */
const TARIFFA = {
  ...{ al_mq_cent: 4000, arrotondamento: 'metro', bifacciale_percento: 200, polifacciale_percento: 300 },
  luminoso_percento: 100,
};

/** Borgo takes declarations and has a tariff, Valle takes them without one. Bodies are kept in memory: the clock moves on. */
export async function comuni(rig: Rig): Promise<void> {
  const { db } = rig.house;
  let ordine = 1;
  for (const ente of [ENTI.borgo, ENTI.valle])
    await scriviEnte(db, { ...ente, categorie: [...ente.categorie, 'SF100', 'SF110'] }, ordine++);
  const dati_json = JSON.stringify(TARIFFA);
  await db.insertInto('offerte').values({ ente: 'borgo', codice: 'SF100', dati_json }).execute();
  rig.clock.pass(11_000);
}

export async function scriviMezzo(
  rig: Rig,
  di: Posizione,
  over: Partial<Mezzo> & { dati?: object } = {},
): Promise<Mezzo> {
  const { dati = cartello(), ...altro } = over;
  const mezzo: Mezzo = {
    ...{ id: randomId(), ente: di.ente, codice: randomId(), posizione: di.id },
    ...{ tipo: (dati as DatiMezzo).Tipologia_impianto_publicitario__c, dati_json: JSON.stringify(dati) },
    ...{ cessato_dal: null, stato_da: 'import', pratica: null },
    ...altro,
  };
  await rig.house.db.insertInto('mezzi').values(mezzo).execute();
  return mezzo;
}

/** Anna's position at Borgo, with a sign and a van. */
export async function posizioneConMezzi(rig: Rig) {
  await comuni(rig);
  const posizione = await scriviPosizione(rig, { sistema: 'ICP' }, [ANNA.codice_fiscale]);
  const insegna = await scriviMezzo(rig, posizione, { codice: 'M-1' });
  const furgoncino = await scriviMezzo(rig, posizione, { codice: 'M-2', dati: furgone() });
  return { posizione, insegna, furgoncino };
}

export const anna = async (rig: Rig): Promise<Caller> =>
  caller(rig, { user: await conto(rig, { codice_fiscale: ANNA.codice_fiscale, email: EMAIL }) });

/** Somebody with the letter, who typed its codes. */
export async function conLettera(rig: Rig, chi = caller(rig)): Promise<Caller> {
  const aperti = await chi.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await chi.human() });
  if (aperti.status !== 200) throw new Error(`codes: ${aperti.status} ${aperti.body?.message}`);
  return chi;
}

/** @returns id of the declaration */
export async function inizia(chi: Caller, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await chi.call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgo', ...fields });
  if (status !== 201) throw new Error(`not begun: ${status} ${JSON.stringify(body)}`);
  return body.data.Id;
}

export const aggiungi = (chi: Caller, dichiarazione: string, over: Record<string, unknown> = {}): Promise<Answer> =>
  chi.call('scriviMezzoFisso', { dichiarazione, ...cartello(), ...over });

/** @returns id of a file of this declaration */
export async function carica(chi: Caller, dichiarazione: string | null, categoria?: string): Promise<string> {
  const { status, body } = await chi.call('caricaFile', {
    file: pdfFile(`${categoria ?? 'prova'}.pdf`),
    ...(dichiarazione && { percorso: percorsoDichiarazione(dichiarazione) }),
    ...(categoria && { categoria }),
  });
  if (status !== 201) throw new Error(`file: ${status} ${body?.message}`);
  return body.data.Id;
}

/** The send of a declaration that has all but who declares. */
export const manda = (chi: Caller, id: string, over: Record<string, unknown> = {}, extra: { key?: string } = {}) =>
  chi.call('scriviDichiarazioneMezzi', { id, richiedente: DICHIARANTE, invia: true, privacy: true, ...over }, extra);

/** What an operator of Borgo answers. */
export const decidi = (rig: Rig, id: string, fields: Record<string, unknown>): Promise<Answer> =>
  caller(rig, { user: operatore('borgo') }).call('commenta', {
    ...{ id, email: EMAIL, vista: 'operatore', motivo: 'Tutto in regola.' },
    ...fields,
  });

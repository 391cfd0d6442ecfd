/** Advertising devices for tests: enti that take declarations, a position with devices, declarations begun and sent. */

import { dichiarazionePath } from '../src/features/cases/allegati/file-limits.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import type { MezzoData } from '../src/features/services/mezzo-permanente/mezzo.ts';
import { randomId } from '../src/platform/signer.server.ts';
import type { Mezzo, Posizione } from '../src/store/tables.ts';
import { ANNA, writePosizione } from './posizioni.ts';
import { RICHIEDENTE, uploadAllegato } from './richiedente.ts';
import { ENTI, type Rig, type RigAnswer, type RigCaller } from './rig.ts';
import { cartello, furgone } from './typed-mezzi.ts';

/** 40 euro a year for one m² of one face. */
const TARIFFA = {
  al_mq_cent: 4000,
  arrotondamento: 'metro',
  bifacciale_percento: 200,
  polifacciale_percento: 300,
  luminoso_percento: 100,
};

/** Borgo takes declarations and has a tariff, Valle takes them without one. The portal keeps enti in memory: the clock moves on. */
export async function prepareEnti(rig: Rig): Promise<void> {
  const { db } = rig.house;
  let order = 1;
  for (const ente of [ENTI.borgo, ENTI.valle])
    await writeEnte(db, { ...ente, categorie: [...ente.categorie, 'SF100', 'SF110'] }, order++);
  const dati_json = JSON.stringify(TARIFFA);
  await db.insertInto('offerte').values({ ente: 'borgo', codice: 'SF100', dati_json }).execute();
  rig.clock.pass(11_000);
}

export async function writeMezzo(
  rig: Rig,
  posizione: Posizione,
  over: Partial<Mezzo> & { dati?: object } = {},
): Promise<Mezzo> {
  const { dati = cartello(), ...rest } = over;
  const mezzo: Mezzo = {
    id: randomId(),
    ente: posizione.ente,
    codice: randomId(),
    posizione: posizione.id,
    tipo: (dati as MezzoData).Tipologia_impianto_publicitario__c,
    dati_json: JSON.stringify(dati),
    cessato_dal: null,
    stato_da: 'import',
    pratica: null,
    ...rest,
  };
  await rig.house.db.insertInto('mezzi').values(mezzo).execute();
  return mezzo;
}

/** Anna's position at Borgo, with a sign and a van. */
export async function writePosizioneWithMezzi(rig: Rig) {
  await prepareEnti(rig);
  const posizione = await writePosizione(rig, { sistema: 'ICP' }, [ANNA.codice_fiscale]);
  const insegna = await writeMezzo(rig, posizione, { codice: 'M-1' });
  const furgoncino = await writeMezzo(rig, posizione, { codice: 'M-2', dati: furgone() });
  return { posizione, insegna, furgoncino };
}

/** @returns id of the declaration */
export async function beginDichiarazione(citizen: RigCaller, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await citizen.call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgo', ...fields });
  if (status !== 201) throw new Error(`not begun: ${status} ${JSON.stringify(body)}`);
  return body.data.Id;
}

export const addMezzo = (
  citizen: RigCaller,
  dichiarazione: string,
  over: Record<string, unknown> = {},
): Promise<RigAnswer> => citizen.call('scriviMezzoFisso', { dichiarazione, ...cartello(), ...over });

/** @returns id of a file of this declaration */
export const uploadFile = async (citizen: RigCaller, dichiarazione: string | null, categoria?: string) =>
  (await uploadAllegato(citizen, categoria, dichiarazione ? dichiarazionePath(dichiarazione) : undefined)).Id;

/** Sends a declaration that lacks only its declarant. */
export const sendDichiarazione = (
  citizen: RigCaller,
  id: string,
  over: Record<string, unknown> = {},
  extra: { key?: string } = {},
) =>
  citizen.call(
    'scriviDichiarazioneMezzi',
    { id, richiedente: RICHIEDENTE, invia: true, privacy: true, ...over },
    extra,
  );

/** Runs the import of a data file: its sections in order, in batches beside the running portal, with a report at the end. */
import type * as z from 'zod/mini';
import { type Db, stampMode, type Tx } from '../store/open.server.ts';
import { scriviAvvisi } from './avvisi.db.ts';
import { schemaAvviso } from './avviso.ts';
import { ELENCO } from './campi.ts';
import { schemaDichiarazione } from './dichiarazione.ts';
import { scriviDichiarazioni } from './dichiarazioni.db.ts';
import { scriviDocumenti } from './documenti.db.ts';
import { schemaDocumento } from './documento.ts';
import { schemaEnte } from './ente.ts';
import { scriviEnti } from './enti.db.ts';
import { type Errore, esamina, type Riga } from './esame.ts';
import { Elenco } from './json.ts';
import { nessuna, type Scritte, type Strumenti } from './lotto.ts';
import { scriviMezzi } from './mezzi.db.ts';
import { schemaMezzo } from './mezzo.ts';
import { schemaOfferta } from './offerta.ts';
import { scriviPerCodice } from './per-codice.db.ts';
import { schemaPosizione } from './posizione.ts';
import { scriviPosizioni } from './posizioni.db.ts';
import { schemaRappresentanza } from './rappresentanza.ts';
import { scriviRappresentanze } from './rappresentanze.db.ts';
import { schemaServizioPagamento } from './servizio-pagamento.ts';
import { schemaSportello } from './sportello.ts';

/** Rows per outcome: new, changed, as they were, refused; and how many of the rows that are in met a state that stays. */
export type Conteggio = Omit<Scritte, 'errori'> & { rifiutati: number };
/** What an import did, per section, and why rows were refused. A path starts with the section: `['enti', 3, 'colore']`. */
export type Rapporto = { sezioni: Record<string, Conteggio>; errori: Errore[] };

/** Nothing was imported: the file is not for this portal, or not for this store. */
export class ImportError extends Error {}

/**
 * Rows written in one transaction. The store has one writer, and the portal may be running beside the import: a transaction of
 * so many rows lasts some tens of milliseconds, and rows are examined between two of them.
 */
const LOTTO = 1000;

type Scrivi<T> = (tx: Tx, righe: readonly Riga<T>[]) => Promise<Scritte>;
/** One section being imported: examines and writes the rows it is given. */
type Lavoro = (righe: Iterable<readonly [indice: number, riga: unknown]>) => Promise<Scritte>;
/** @property intera all rows in one transaction, because they depend on each other */
type Sezione = { intera?: true; apri(strumenti: Strumenti, sandbox: boolean): Lavoro };

const sezione = <T>(
  nome: string,
  schemaDi: (sandbox: boolean) => z.ZodMiniType<T>,
  scriviCon: (strumenti: Strumenti) => Scrivi<T>,
): Sezione => ({
  apri: (strumenti, sandbox) => {
    const schema = schemaDi(sandbox);
    const scrivi = scriviCon(strumenti);
    return async (righe) => {
      const { buone, errori } = esamina(nome, schema, righe);
      const scritte = await strumenti.db.transaction().execute((tx) => scrivi(tx, buone));
      return { ...scritte, errori: [...errori, ...scritte.errori] };
    };
  },
});

/** Sections of the file, in the order in which they are written: what others refer to comes first. */
export const SEZIONI: Readonly<Record<string, Sezione>> = {
  enti: { ...sezione('enti', schemaEnte, () => scriviEnti), intera: true },
  posizioni: sezione('posizioni', schemaPosizione, scriviPosizioni),
  rappresentanze: sezione('rappresentanze', schemaRappresentanza, scriviRappresentanze),
  documenti: sezione('documenti', schemaDocumento, scriviDocumenti),
  avvisi: sezione('avvisi', schemaAvviso, scriviAvvisi),
  dichiarazioni: sezione('dichiarazioni', schemaDichiarazione, scriviDichiarazioni),
  mezzi: sezione('mezzi', schemaMezzo, scriviMezzi),
  sportelli: sezione('sportelli', schemaSportello, () =>
    scriviPerCodice('sportelli', { cosa: 'Lo stesso servizio', dati: (valore) => valore, ordinate: true }),
  ),
  offerte: sezione('offerte', schemaOfferta, () =>
    scriviPerCodice('offerte', { cosa: 'L’offerta di questo servizio', dati: ({ dati }) => dati, ordinate: false }),
  ),
  servizi_pagamento: sezione('servizi_pagamento', schemaServizioPagamento, () =>
    scriviPerCodice('servizi_pagamento', {
      cosa: 'Lo stesso servizio',
      dati: ({ ente: _, ...servizio }) => servizio,
      ordinate: true,
    }),
  ),
};

/**
 * Brings the data of a file into the store. Rows that are wrong are left out and reported, the others are written; the same file
 * twice changes nothing; what the file does not name stays. An import that was cut short is finished by the same file again.
 * @param data the file as `leggiJson` or JSON.parse gives it: `{ "prova"?: boolean, "enti": […] }`; with `prova` the store becomes, or must be, a sandbox
 * @throws ImportError when nothing can be imported
 */
export async function importData(strumenti: Strumenti, data: unknown): Promise<Rapporto> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ImportError('il file deve contenere un oggetto: { "enti": [ … ] }.');
  const { prova = false, ...sezioni }: { prova?: unknown } & Record<string, unknown> = { ...data };
  if (typeof prova !== 'boolean') throw new ImportError('«prova» può essere solo true o false.');
  if (!Object.keys(sezioni).some((nome) => Object.hasOwn(SEZIONI, nome)))
    throw new ImportError(`il file non contiene nessuna sezione da importare: ${Object.keys(SEZIONI).join(', ')}.`);
  const sandbox = await isSandbox(strumenti.db, prova);

  const rapporto: Rapporto = { sezioni: {}, errori: [] };
  for (const nome of Object.keys(sezioni)) {
    const why = Object.hasOwn(SEZIONI, nome)
      ? !isElenco(sezioni[nome]) && ELENCO
      : `Sezione sconosciuta: le sezioni sono ${Object.keys(SEZIONI).join(', ')}.`;
    if (why) rapporto.errori.push({ percorso: [nome], testo: why });
  }
  for (const [nome, { intera, apri }] of Object.entries(SEZIONI)) {
    const righe = sezioni[nome];
    if (!isElenco(righe)) continue;
    const { errori, ...scritte } = await aLotti(righe, apri(strumenti, sandbox), intera ? righe.length : LOTTO);
    const rifiutati = righe.length - scritte.nuovi - scritte.aggiornati - scritte.invariati;
    rapporto.sezioni[nome] = { ...scritte, rifiutati };
    for (const errore of errori) rapporto.errori.push(errore);
  }
  return rapporto;
}

const isElenco = (righe: unknown): righe is unknown[] | Elenco => Array.isArray(righe) || righe instanceof Elenco;

async function aLotti(righe: unknown[] | Elenco, lavoro: Lavoro, quante: number): Promise<Scritte> {
  const somma = nessuna();
  for (let da = 0; da < righe.length; da += quante) {
    const lotto = righe.slice(da, da + quante).map((riga, n) => [da + n, riga] as const);
    const { errori, ...scritte } = await lavoro(lotto);
    for (const esito of ['nuovi', 'aggiornati', 'invariati', 'conflitti'] as const) somma[esito] += scritte[esito];
    for (const errore of errori) somma.errori.push(errore);
  }
  return somma;
}

/** Data made up for trying never enter a production store, nor one that could still become it. */
async function isSandbox(db: Db, prova: boolean): Promise<boolean> {
  const stamp = await db.selectFrom('portale').select('valore').where('chiave', '=', 'modo').executeTakeFirst();
  if (!prova) return stamp?.valore === 'sandbox';
  if (stamp && stamp.valore !== 'sandbox')
    throw new ImportError('il file contiene dati di prova ("prova": true): un archivio di produzione non li accetta.');
  await stampMode(db, 'sandbox');
  return true;
}

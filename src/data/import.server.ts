import type * as z from 'zod/mini';
import { type Db, stampMode, type Tx } from '../store/open.server.ts';
import { schemaEnte } from './ente.ts';
import { scriviEnti } from './enti.db.ts';
import { type Errore, esamina, type Riga } from './esame.ts';

/** Rows per outcome: new, changed, as they were, refused. */
export type Conteggio = { nuovi: number; aggiornati: number; invariati: number; rifiutati: number };
/** What an import did, per section, and why rows were refused. A path starts with the section: `['enti', 3, 'colore']`. */
export type Rapporto = { sezioni: Record<string, Conteggio>; errori: Errore[] };

/** Nothing was imported: the file is not for this portal, or not for this store. */
export class ImportError extends Error {}

type Scritte = Omit<Conteggio, 'rifiutati'> & { errori: Errore[] };
type Sezione = (tx: Tx, nome: string, righe: unknown[], sandbox: boolean) => Promise<Scritte>;

const sezione =
  <T>(
    schema: (sandbox: boolean) => z.ZodMiniType<T>,
    scrivi: (tx: Tx, righe: readonly Riga<T>[]) => Promise<Scritte>,
  ): Sezione =>
  async (tx, nome, righe, sandbox) => {
    const { buone, errori } = esamina(nome, schema(sandbox), righe);
    const scritte = await scrivi(tx, buone);
    return { ...scritte, errori: [...errori, ...scritte.errori] };
  };

/** Sections of the file, in the order in which they are written: what others refer to comes first. */
export const SEZIONI: Readonly<Record<string, Sezione>> = {
  enti: sezione(schemaEnte, scriviEnti),
};

/**
 * Brings the data of a file into the store, one transaction per section. Rows that are wrong are left out and reported, the
 * others are written; the same file twice changes nothing; what the file does not name stays.
 * @param data the parsed file: `{ "prova"?: boolean, "enti": […] }`; with `prova` the store becomes, or must be, a sandbox
 * @throws ImportError when nothing can be imported
 */
export async function importData(db: Db, data: unknown): Promise<Rapporto> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ImportError('il file deve contenere un oggetto: { "enti": [ … ] }.');
  const { prova = false, ...sezioni }: { prova?: unknown } & Record<string, unknown> = { ...data };
  if (typeof prova !== 'boolean') throw new ImportError('«prova» può essere solo true o false.');
  if (!Object.keys(sezioni).some((nome) => Object.hasOwn(SEZIONI, nome)))
    throw new ImportError(`il file non contiene nessuna sezione da importare: ${Object.keys(SEZIONI).join(', ')}.`);
  const sandbox = await isSandbox(db, prova);

  const rapporto: Rapporto = { sezioni: {}, errori: [] };
  for (const nome of Object.keys(sezioni)) {
    const why = Object.hasOwn(SEZIONI, nome)
      ? !Array.isArray(sezioni[nome]) && 'Qui serve un elenco tra parentesi quadre.'
      : `Sezione sconosciuta: le sezioni sono ${Object.keys(SEZIONI).join(', ')}.`;
    if (why) rapporto.errori.push({ percorso: [nome], testo: why });
  }
  for (const [nome, importa] of Object.entries(SEZIONI)) {
    const righe = sezioni[nome];
    if (!Array.isArray(righe)) continue;
    const { errori, ...scritte } = await db.transaction().execute((tx) => importa(tx, nome, righe, sandbox));
    const rifiutati = righe.length - scritte.nuovi - scritte.aggiornati - scritte.invariati;
    rapporto.sezioni[nome] = { ...scritte, rifiutati };
    rapporto.errori.push(...errori);
  }
  return rapporto;
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

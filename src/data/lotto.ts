/** Rows that refer to bodies and positions are written some hundreds at a time: what that takes, whatever the section. */
import type { House } from '../context.ts';
import { PORTALE } from '../features/cases/ente/ente.ts';
import type { Tx } from '../store/open.server.ts';
import type { Errore, Riga } from './esame.ts';

/** What an import takes from the house. */
export type Strumenti = Pick<House, 'db' | 'signer' | 'now'>;

/** What became of some rows. Those that are in none of the numbers were refused; a conflict is counted beside its row. */
export type Scritte = { nuovi: number; aggiornati: number; invariati: number; conflitti: number; errori: Errore[] };

export const nessuna = (): Scritte => ({ nuovi: 0, aggiornati: 0, invariati: 0, conflitti: 0, errori: [] });

/** A key that no two different lists of parts share. */
export const chiave = (...parti: string[]): string => parti.join('\0');

type DiEnte = { ente: string };
type DiPosizione = DiEnte & { codice_utente: string };

/** Keeps the rows that `perche` finds nothing against; its field and sentence become the error of the others. */
export function scarta<T>(
  { sezione, errori }: { sezione: string; errori: Errore[] },
  righe: readonly Riga<T>[],
  perche: (valore: T, indice: number) => [campo: string, testo: string] | undefined,
): Riga<T>[] {
  return righe.filter(({ indice, valore }) => {
    const [campo, testo] = perche(valore, indice) ?? [];
    if (campo && testo) errori.push({ percorso: [sezione, indice, campo], testo });
    return !campo;
  });
}

/** The first row of a file that names something has it; a later one is refused. */
export function unaVolta(sezione: string, cosa: string) {
  const viste = new Map<string, number>();
  /** @returns the words against a row whose key another row has, else undefined */
  return (key: string, indice: number): string | undefined => {
    const prima = viste.get(key);
    if (prima === undefined) viste.set(key, indice);
    return prima === undefined ? undefined : `${cosa} è già in ${sezione}[${prima}]: tieni una riga sola.`;
  };
}

/** @returns the words against a row whose body the store does not have */
export async function entiNoti(tx: Tx, righe: readonly Riga<DiEnte>[]) {
  const nominati = [...new Set(righe.map(({ valore }) => valore.ente))];
  const rows = nominati.length ? await tx.selectFrom('enti').select('id').where('id', 'in', nominati).execute() : [];
  const noti = new Set(rows.map((row) => row.id));
  return ({ ente }: DiEnte): [string, string] | undefined => {
    if (ente === PORTALE) return ['ente', 'Il portale non è un ente: scrivi l’identificativo di un ente.'];
    if (noti.has(ente)) return undefined;
    return ['ente', 'Questo ente non è nell’archivio: aggiungilo alla sezione «enti», o controlla come è scritto.'];
  };
}

/** @returns id of the position of a row, or undefined when the store does not have it */
export async function posizioniNote(tx: Tx, righe: readonly Riga<DiPosizione>[]) {
  const ids = new Map<string, string>();
  for (const [ente, sue] of perEnte(righe)) {
    const codici = [...new Set(sue.map((valore) => valore.codice_utente))];
    const rows = await tx
      .selectFrom('posizioni')
      .select(['id', 'codice_utente'])
      .where('codice_utente', 'in', codici)
      .where('ente', '=', ente)
      .execute();
    for (const row of rows) ids.set(chiave(ente, row.codice_utente), row.id);
  }
  return ({ ente, codice_utente }: DiPosizione) => ids.get(chiave(ente, codice_utente));
}

export const POSIZIONE_IGNOTA: [string, string] = [
  'codice_utente',
  'Questa posizione non è nell’archivio: aggiungila alla sezione «posizioni», o controlla il codice utente.',
];

/** The values of each body: queries name one body and many codes. */
export function perEnte<T extends DiEnte>(righe: readonly Riga<T>[]): Map<string, T[]> {
  return Map.groupBy(
    righe.map(({ valore }) => valore),
    (valore) => valore.ente,
  );
}

/** True when every field of a has its value in b. */
export function uguali<T extends object>(a: T, b: { [K in keyof T]: unknown }): boolean {
  return (Object.keys(a) as (keyof T)[]).every((key) => a[key] === b[key]);
}

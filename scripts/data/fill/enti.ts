/** The enti of a filled store: each is the first of the demo under another name. */
import { sql } from 'kysely';
import { isPartitaIva } from '../../../src/platform/atoms/check-digit.ts';
import type { PortalStore } from '../../../src/store/open.server.ts';

/** A store while it is filled. */
export type FilledStore = Pick<PortalStore, 'db' | 'dialect'>;

const PREFIX = 'carico-';
export const enteId = (n: number): string => `${PREFIX}${n}`;

/** Pattern of their ids. */
export const ALL_ENTI = `${PREFIX}%`;

/** One ente has a tenth of all cases and positions, one the same few in every store, and the others share the rest. */
export const LARGE_ENTE = enteId(0);
export const SMALL_ENTE = enteId(1);

/** In the list they stand behind those of the demo. */
const FIRST_PLACE = 1000;

/** By which a notice of payment names the ente. */
export function codiceFiscaleOfEnte(n: number): string {
  const body = `9${String(n).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isPartitaIva) ?? body;
}

/** @param total at least 3 */
export async function fillEnti({ db }: FilledStore, total: number): Promise<void> {
  const model = await db
    .selectFrom('enti')
    .select(['id', 'dati_json'])
    .where('id', '!=', 'portale')
    .orderBy('ordine')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: total }, (_, n) => {
    const own = { id: enteId(n), nome: `Comune di Carico ${n}`, codice_fiscale: codiceFiscaleOfEnte(n), host: null };
    const dati = { ...JSON.parse(model.dati_json), ...own };
    const { id, host, codice_fiscale } = own;
    return { id, host, codice_fiscale, ordine: FIRST_PLACE + n, dati_json: JSON.stringify(dati) };
  });
  await db.insertInto('enti').values(rows).execute();
  await sql`insert into immagini (ente, impronta, tipo, dati)
    select enti.id, impronta, tipo, dati from immagini cross join enti
    where immagini.ente = ${model.id} and enti.id like ${ALL_ENTI}`.execute(db);
}

/** Rows at the beginning that are not the large ente's are the small one's. */
const FEW = 500;

/** The ente of a row of many. @param choice any number, spread evenly */
export function enteOf(n: number, { enti, choice }: { enti: number; choice: number }): string {
  if (n % 10 === 0) return LARGE_ENTE;
  return n < FEW ? SMALL_ENTE : enteId(2 + (choice % (enti - 2)));
}

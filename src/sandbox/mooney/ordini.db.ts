/** What the sandbox's Mooney remembers: its orders, and the notifications that are to leave or have left. */
import type { Db } from '../../store/open.server.ts';
import type { Ordine } from './ordine.ts';

const MOONEY = 'mooney';

/** @property quando when it is to leave, or left, ms @property stato last answer of the portal; 0: none */
export type Spedizione = { url: string; corpo: string; tentativi: number; stato: number | null };
export type InCoda = { chiave: string; quando: number; dati: Spedizione };

const righe = (db: Db, cosa: string) =>
  db.selectFrom('fornitori_sandbox').selectAll().where('fornitore', '=', MOONEY).where('cosa', '=', cosa);

/** @returns false when there is an order of this id */
export async function creaOrdine(db: Db, ordine: Ordine): Promise<boolean> {
  const row = await db
    .insertInto('fornitori_sandbox')
    .values({
      fornitore: MOONEY,
      cosa: 'ordine',
      chiave: ordine.orderId,
      dati_json: JSON.stringify(ordine),
      quando: ordine.creato,
    })
    .onConflict((c) => c.doNothing())
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

export async function trovaOrdine(db: Db, orderId: string): Promise<Ordine | undefined> {
  const row = await righe(db, 'ordine').where('chiave', '=', orderId).executeTakeFirst();
  return row && (JSON.parse(row.dati_json) as Ordine);
}

export async function ultimiOrdini(db: Db, quanti: number): Promise<Ordine[]> {
  const rows = await righe(db, 'ordine').orderBy('quando', 'desc').limit(quanti).execute();
  return rows.map(({ dati_json }) => JSON.parse(dati_json) as Ordine);
}

/** @returns false when the order is no longer as it was read: somebody else was faster */
export async function cambiaOrdine(db: Db, da: Ordine, a: Ordine): Promise<boolean> {
  const row = await db
    .updateTable('fornitori_sandbox')
    .set({ dati_json: JSON.stringify(a) })
    .where('fornitore', '=', MOONEY)
    .where('cosa', '=', 'ordine')
    .where('chiave', '=', da.orderId)
    .where('dati_json', '=', JSON.stringify(da))
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

export async function accoda(db: Db, cose: readonly InCoda[]): Promise<void> {
  const rows = cose.map(({ chiave, quando, dati }) => ({
    ...{ fornitore: MOONEY, cosa: 'notifica', chiave, quando, dati_json: JSON.stringify(dati) },
  }));
  if (rows.length > 0) await db.insertInto('fornitori_sandbox').values(rows).execute();
}

/** The notification that leaves next, due or not. */
export async function prossima(db: Db): Promise<InCoda | undefined> {
  const row = await righe(db, 'notifica').orderBy('quando').orderBy('chiave').limit(1).executeTakeFirst();
  return row && { chiave: row.chiave, quando: row.quando, dati: JSON.parse(row.dati_json) as Spedizione };
}

/** @returns false when another process took it meanwhile */
export async function prendi(db: Db, { chiave, quando }: InCoda, fino: number): Promise<boolean> {
  const row = await db
    .updateTable('fornitori_sandbox')
    .set({ quando: fino })
    .where('fornitore', '=', MOONEY)
    .where('cosa', '=', 'notifica')
    .where('chiave', '=', chiave)
    .where('quando', '=', quando)
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

/** @param cosa `notifica`: again at `quando`; `spedita`: no more */
export async function segna(db: Db, cosa: 'notifica' | 'spedita', { chiave, quando, dati }: InCoda): Promise<void> {
  await db
    .updateTable('fornitori_sandbox')
    .set({ cosa, quando, dati_json: JSON.stringify(dati) })
    .where('fornitore', '=', MOONEY)
    .where('cosa', '=', 'notifica')
    .where('chiave', '=', chiave)
    .execute();
}

/** Notifications of an order in the order they left or are to leave. */
export async function notificheDi(db: Db, orderId: string): Promise<(InCoda & { spedita: boolean })[]> {
  const rows = await db
    .selectFrom('fornitori_sandbox')
    .selectAll()
    .where('fornitore', '=', MOONEY)
    .where('cosa', 'in', ['notifica', 'spedita'])
    // Keys are `{orderId}:…`; the colon's next character is the semicolon.
    .where('chiave', '>=', `${orderId}:`)
    .where('chiave', '<', `${orderId};`)
    .orderBy('quando')
    .execute();
  return rows.map(({ chiave, quando, cosa, dati_json }) => ({
    ...{ chiave, quando, spedita: cosa === 'spedita', dati: JSON.parse(dati_json) as Spedizione },
  }));
}

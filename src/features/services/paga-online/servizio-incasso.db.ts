/** What a receipt is for, and how much of it is the ente's, by its notice. */
import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Ricevuta, StoreDb, StoreTables } from '../../../store/tables.ts';
import type { AvvisoKey } from './avvisi.db.ts';
import { SPONTANEO } from './servizio-incasso.ts';

type KeyExpression = { ente: Expression<string>; numero_avviso: Expression<string> };

/** The system of the document; else the payment service, the service of the case or the system of the position. Empty for an unknown notice. */
function servizioOf({ ente, numero_avviso }: KeyExpression) {
  const e = expressionBuilder<StoreTables>();
  const ofDocumento = e
    .selectFrom('documenti as d')
    .select((d) => d.fn.min('d.sistema').as('servizio'))
    .where('d.numero_avviso', '=', numero_avviso)
    .where('d.ente', '=', ente);
  const ofAvviso = e
    .selectFrom('avvisi as a')
    .leftJoin('pratiche as p', 'p.id', 'a.pratica')
    .leftJoin('posizioni as o', 'o.id', 'a.posizione')
    .select(sql<string>`min(coalesce(${sql.lit(SPONTANEO)} || a.servizio, p.codice, o.sistema))`.as('servizio'))
    .where('a.numero_avviso', '=', numero_avviso)
    .where('a.ente', '=', ente);
  return e.fn.coalesce(ofDocumento, ofAvviso, sql.lit(''));
}

export async function findServizio(
  db: StoreDb,
  { ente, numero_avviso }: AvvisoKey,
): Promise<Pick<Ricevuta, 'servizio' | 'bollo_cent'>> {
  const key = { ente: sql.val(ente), numero_avviso: sql.val(numero_avviso) };
  const { servizio } = await db.selectNoFrom(servizioOf(key).as('servizio')).executeTakeFirstOrThrow();
  const avviso = await db
    .selectFrom('avvisi')
    .select('bollo_cent')
    .where('numero_avviso', '=', numero_avviso)
    .where('ente', '=', ente)
    .executeTakeFirst();
  return { servizio: servizio ?? '', bollo_cent: Number(avviso?.bollo_cent ?? 0) };
}

/** Receipts that came before their notice learn what they are for. */
export async function nameReceived(db: StoreDb, numeri: readonly string[]): Promise<void> {
  const e = expressionBuilder<StoreTables, 'ricevute'>();
  await db
    .updateTable('ricevute')
    .set({ servizio: servizioOf({ ente: e.ref('ricevute.ente'), numero_avviso: e.ref('ricevute.numero_avviso') }) })
    .where('numero_avviso', 'in', numeri)
    .where('servizio', '=', '')
    .execute();
}

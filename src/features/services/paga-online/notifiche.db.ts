/** Records each event that a provider notifies, so that one delivered twice is applied once. */
import type { Fornitore } from '../../../platform/payments.ts';
import type { Db } from '../../../store/open.server.ts';

type Chiave = { evento: string; fornitore: Fornitore };

const perEvento = (db: Db, di: Chiave) =>
  db
    .selectFrom('notifiche')
    .select('esito')
    .where('evento', '=', di.evento)
    .where('fornitore', '=', di.fornitore)
    .execute();

/** @returns true when this event was told before */
export async function giaDetta(db: Db, chiave: Chiave): Promise<boolean> {
  return (await perEvento(db, chiave)).length > 0;
}

type Nuova = Chiave & { riferimento: string; esito: string; quando: number };

const scrivi = (db: Db, di: Nuova) =>
  db
    .insertInto('notifiche')
    .values((e) => ({
      evento: di.evento,
      fornitore: di.fornitore,
      esito: di.esito,
      quando: di.quando,
      // An attempt at another provider is none of its business.
      pagamento: e
        .selectFrom('pagamenti')
        .select('id')
        .where('id', '=', di.riferimento)
        .where('fornitore', '=', di.fornitore),
    }))
    .onConflict((c) => c.doNothing())
    .returning('pagamento')
    .execute();

/**
 * Notes what a provider tells, once. @returns the attempt it is about, null for none of ours; undefined: noted before
 */
export async function annota(db: Db, nuova: Nuova): Promise<string | null | undefined> {
  return (await scrivi(db, nuova))[0]?.pagamento;
}

export async function segnaEsito(db: Db, { evento, fornitore }: Chiave, esito: string): Promise<void> {
  await db
    .updateTable('notifiche')
    .set({ esito })
    .where('evento', '=', evento)
    .where('fornitore', '=', fornitore)
    .execute();
}

/** Deletes what delegations leave behind when they are deleted. */
import type { StoreDb } from '../store/tables.ts';

/** The links of these delegates (tax codes, at least one) that no delegation names any more. */
export async function removeLinksOf(db: StoreDb, delegati: readonly string[]): Promise<void> {
  await db
    .deleteFrom('rappresentanze')
    .where('codice_fiscale', 'in', delegati)
    .where('delegata', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deleghe as d')
            .innerJoin('deleghe_posizioni as n', 'n.delega', 'd.id')
            .select('d.id')
            .whereRef('d.delegato', '=', 'rappresentanze.codice_fiscale')
            .whereRef('n.posizione', '=', 'rappresentanze.posizione'),
        ),
      ),
    )
    .execute();
}

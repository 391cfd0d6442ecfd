/** To which addresses the mails about a case go. */
import { sql } from 'kysely';
import type { Pratica, StoreDb } from '../../../store/tables.ts';

/**
 * To whom the mails about a case go that a delegate sent: one address or two, as its holder chose. A holder whom the portal cannot write to
 * leaves them to the delegate.
 */
export async function listAddresses(
  db: StoreDb,
  { delega, email }: Pick<Pratica, 'delega' | 'email'>,
): Promise<string[]> {
  const chosen = await db
    .selectFrom('deleghe as d')
    .innerJoin('utenti as u', 'u.codice_fiscale', 'd.delegante')
    .select(['d.avvisi', 'u.email', 'u.email_comunicazione'])
    .where('d.id', '=', delega)
    // As the index has it.
    .where('u.ruolo', '=', sql.lit('cittadino'))
    .executeTakeFirst();
  const holder = chosen?.email_comunicazione ?? chosen?.email;
  if (!holder || chosen?.avvisi === 'delegato') return [email];
  return chosen?.avvisi === 'titolare' ? [holder] : [email, holder];
}

/** The query of a citizen's inbox. */
import { sql } from 'kysely';
import type { StoreDb } from '../../../store/tables.ts';

/** Rows of a page. */
export const MESSAGGI_PAGE_SIZE = 20;
/** Characters of a message that are read for its first line. */
const EXCERPT_LENGTH = 400;

/**
 * Cases of a citizen with the last entry that a person wrote and that is not hidden, the last entry first. The first entry of a case is
 * the portal's own, so a case in which nobody wrote is not among them.
 * @param page from 1
 * @returns in each row how many cases there are on all pages
 */
export const listConversazioni = (db: StoreDb, filter: { utente: string }, page: number) =>
  db
    .selectFrom('pratiche as p')
    .innerJoin('eventi as e', (on) =>
      on.onRef('e.pratica', '=', 'p.id').on('e.n', '=', (last) =>
        last
          .selectFrom('eventi as x')
          .select((x) => x.fn.max('x.n').as('n'))
          .whereRef('x.pratica', '=', 'p.id')
          .where('x.da', '<>', 'sistema')
          .where('x.nascosto', 'is', null),
      ),
    )
    .leftJoin('pratiche_esterne as d', 'd.pratica', 'p.id')
    .select(['p.id', 'p.tipo', 'p.anno', 'p.numero', 'p.codice', 'p.oggetto', 'p.ente', 'p.email'])
    .select('d.servizio')
    .select(['e.da', 'e.chi', 'e.quando', 'e.stato'])
    .select([sql<string | null>`substr(e.testo, 1, ${sql.lit(EXCERPT_LENGTH)})`.as('testo')])
    .select((p) => [
      p
        .selectFrom('eventi as u')
        .select((u) => u.fn.countAll<number>().as('n'))
        .whereRef('u.pratica', '=', 'p.id')
        .where('u.da', '=', 'operatore')
        .whereRef('u.n', '>', 'p.letto_cittadino')
        .as('non_letti'),
      sql<number>`count(*) over ()`.as('totale'),
    ])
    .where('p.utente', '=', filter.utente)
    .orderBy('e.quando', 'desc')
    .orderBy('p.id')
    .limit(MESSAGGI_PAGE_SIZE)
    .offset((page - 1) * MESSAGGI_PAGE_SIZE)
    .execute();

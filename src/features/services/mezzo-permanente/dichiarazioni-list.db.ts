/** Queries behind the list of a citizen's declarations: imported ones, sent ones and those still a bozza. */
import { sql } from 'kysely';
import type { StoreDb } from '../../../store/tables.ts';
import { ownBozza } from './dichiarazioni.db.ts';

/** Declarations made in the name of a person, latest first. */
export const listImportedDichiarazioni = (db: StoreDb, filter: { codice_fiscale: string }) =>
  db
    .selectFrom('dichiarazioni')
    .selectAll()
    .where('codice_fiscale', '=', filter.codice_fiscale)
    .orderBy('data', 'desc')
    .orderBy('numero', 'desc')
    .execute();

/**
 * Declarations of advertising devices that a citizen sent on the portal, and those they have begun.
 * @property id of the declaration @property stato of the case; null: begun @property quando sent, or last changed @property motivo text of the decision that refused it
 */
export const listOwnDichiarazioni = (db: StoreDb, filter: { utente: string; proprietario: string; now: number }) =>
  db
    .selectFrom('pratiche as p')
    .innerJoin('dichiarazioni_mezzi as d', 'd.pratica', 'p.id')
    .select(['d.id', 'd.tipo', 'd.ente', 'p.id as pratica', 'p.stato', 'p.anno', 'p.numero', 'p.email'])
    .select('p.inviata_il as quando')
    .select((p) =>
      p
        .selectFrom('eventi as e')
        .select('e.testo')
        .whereRef('e.pratica', '=', 'p.id')
        .where('e.stato', '=', 'rifiutata')
        .where('e.nascosto', 'is', null)
        .orderBy('e.n', 'desc')
        .limit(1)
        .as('motivo'),
    )
    .where('p.utente', '=', filter.utente)
    .where('p.codice', 'in', ['SF100', 'SF110'])
    .unionAll(
      db
        .selectFrom('dichiarazioni_mezzi as d')
        .innerJoin('bozze as b', (on) => on.on(ownBozza))
        .select(['d.id', 'd.tipo', 'd.ente'])
        .select([
          sql<null>`cast(null as text)`.as('pratica'),
          sql<null>`cast(null as text)`.as('stato'),
          sql<null>`cast(null as integer)`.as('anno'),
          sql<null>`cast(null as integer)`.as('numero'),
          sql<null>`cast(null as text)`.as('email'),
        ])
        .select('b.aggiornata as quando')
        .select(sql<null>`cast(null as text)`.as('motivo'))
        .where('d.proprietario', '=', filter.proprietario)
        .where('d.pratica', 'is', null)
        .where('b.scade', '>', filter.now) as never,
    )
    .execute();

/** Queries of the delegations that an office grants, and of the positions on which it may. */
import type { Delega, StoreDb } from '../../../store/tables.ts';
import { isNotEndedByEnte, type PosizioneHolder } from '../../cases/posizione/link.ts';

/**
 * Positions of an ente that are a person's own: not those on which they act for a firm or for others. Also those that they have removed
 * from their area.
 */
export const listPosizioniOfPersona = (
  db: StoreDb,
  { codice_fiscale, today, ente }: PosizioneHolder & { ente: string },
) =>
  db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .select(['p.id', 'p.codice_utente', 'p.sistema', 'p.intestatario'])
    .where('r.codice_fiscale', '=', codice_fiscale)
    .where('r.ruolo', '=', 'persona_fisica')
    .where('r.delegata', 'is', null)
    .where(isNotEndedByEnte('r', today))
    .where('p.ente', '=', ente)
    .where('p.chiusa', 'is', null)
    .orderBy('p.codice_utente')
    .execute();

export const findGrantOfPratica = (db: StoreDb, pratica: string): Promise<Delega | undefined> =>
  db.selectFrom('deleghe').selectAll().where('pratica', '=', pratica).executeTakeFirst();

/** One that the same ente has granted to the same person for the same one, and that holds. */
export const findGrantBefore = (
  db: StoreDb,
  { delegante, delegato, ente, today }: { delegante: string; delegato: string; ente: string; today: string },
): Promise<Pick<Delega, 'fino_a'> | undefined> =>
  db
    .selectFrom('deleghe')
    .select('fino_a')
    .where('delegante', '=', delegante)
    .where('delegato', '=', delegato)
    .where('ente', '=', ente)
    .where('chiusa', 'is', null)
    .where('fino_a', '>=', today)
    .executeTakeFirst();

/** Queries of the appointments of an office, with the cases that they were booked with. */
import type { Appuntamento, Pratica, StoreDb } from '../../../store/tables.ts';

/** What the agenda shows of a case, and what says who may see it. */
const PRATICA_COLUMNS = [
  'id',
  'ufficio',
  'ente',
  'tipo',
  'codice',
  'anno',
  'numero',
  'nome',
  'cognome',
  'telefono',
  'email',
  'assegnata_ufficio',
  'assegnata_a',
] as const;
export type AgendaPratica = Pick<Pratica, (typeof PRATICA_COLUMNS)[number]>;

/** @property pratica missing while a time is only held */
export type AgendaEntry = { appuntamento: Appuntamento; pratica: AgendaPratica | undefined };

/**
 * The appointments that begin between two instants, in order, and the times that somebody holds.
 * @param of.now holds that have lapsed are none
 */
export async function listAgenda(
  db: StoreDb,
  of: { ente: string; calendario: string; from: number; until: number; now: number },
): Promise<AgendaEntry[]> {
  const appuntamenti = await db
    .selectFrom('appuntamenti')
    .selectAll()
    .where('ente', '=', of.ente)
    .where('calendario', '=', of.calendario)
    .where('inizio', '>=', of.from)
    .where('inizio', '<', of.until)
    .where('stato', '!=', 'annullato')
    .where((e) => e.or([e('scade', 'is', null), e('scade', '>', of.now)]))
    .orderBy('inizio')
    .orderBy('postazione')
    .execute();
  return withPratiche(db, appuntamenti);
}

/** Each appointment with its case. */
export async function withPratiche(db: StoreDb, appuntamenti: readonly Appuntamento[]): Promise<AgendaEntry[]> {
  const pratiche = await listPratiche(db, appuntamenti);
  return appuntamenti.map((appuntamento) => ({ appuntamento, pratica: pratiche.get(appuntamento.pratica ?? '') }));
}

/** @returns the cases of some appointments, by their ids */
export async function listPratiche(
  db: StoreDb,
  appuntamenti: readonly Pick<Appuntamento, 'pratica'>[],
): Promise<Map<string, AgendaPratica>> {
  const ids = appuntamenti.flatMap(({ pratica }) => pratica ?? []);
  const pratiche = ids.length
    ? await db.selectFrom('pratiche').select(PRATICA_COLUMNS).where('id', 'in', ids).execute()
    : [];
  return new Map(pratiche.map((pratica) => [pratica.id, pratica]));
}

export const findAppuntamento = (db: StoreDb, id: string): Promise<Appuntamento | undefined> =>
  db.selectFrom('appuntamenti').selectAll().where('id', '=', id).executeTakeFirst();

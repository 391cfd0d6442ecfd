/** Compares what a file replaces with the store, and closes what the file lacks. */
import { todayInRome } from '../platform/atoms/date.ts';
import type { StoreDb } from '../store/tables.ts';
import { type Closing, closeDocumenti, closePosizioni, endLinks, type HeldRow } from './closing.db.ts';
import type { NamedInFile, ReplacedPart, ReplacedSection, ReplacedSystem } from './replacement.ts';
import { type ImportContext, joinKey } from './row-batch.ts';

/** What is open in the store of one system of an ente: an id, and what a row of the file would name it by. */
type OpenRow = { id: string; key: string };

const OPEN_ROWS: Readonly<
  Record<ReplacedSection, (db: StoreDb, system: ReplacedSystem, today: string) => Promise<OpenRow[]>>
> = {
  posizioni: async (db, { ente, sistema }) => {
    const rows = await db
      .selectFrom('posizioni')
      .select(['id', 'codice_utente'])
      .where('ente', '=', ente)
      .where('sistema', '=', sistema)
      .where('chiusa', 'is', null)
      .execute();
    return rows.map(({ id, codice_utente }) => ({ id, key: joinKey(ente, codice_utente) }));
  },
  // What a citizen has added by the two codes comes from no list, and no list ends it by leaving it out.
  rappresentanze: async (db, { ente, sistema }, today) => {
    const rows = await db
      .selectFrom('posizioni as p')
      .innerJoin('rappresentanze as r', 'r.posizione', 'p.id')
      .select(['r.id', 'p.codice_utente', 'r.codice_fiscale'])
      .where('p.ente', '=', ente)
      .where('p.sistema', '=', sistema)
      .where('p.chiusa', 'is', null)
      .where('r.da_elenco', '=', 1)
      .where((e) => e.or([e('r.fine', 'is', null), e('r.fine', '>', today)]))
      .execute();
    return rows.map(({ id, codice_utente, codice_fiscale }) => ({
      id,
      key: joinKey(ente, codice_utente, codice_fiscale),
    }));
  },
  documenti: async (db, { ente, sistema }) => {
    const rows = await db
      .selectFrom('documenti')
      .select(['id', 'numero'])
      .where('ente', '=', ente)
      .where('sistema', '=', sistema)
      .where('chiuso', 'is', null)
      .execute();
    return rows.map(({ id, numero }) => ({ id, key: joinKey(ente, sistema, numero) }));
  },
};

/** @returns what would be closed in one section of one system; nothing while some of its rows do not tell what they are about */
export async function readLacking(
  { db, now }: ImportContext,
  system: ReplacedSystem,
  { section, inFile: { keys, unreadable } }: { section: ReplacedSection; inFile: NamedInFile },
): Promise<ReplacedPart> {
  const open = await OPEN_ROWS[section](db, system, todayInRome(now()));
  const lacking = unreadable.length > 0 ? [] : open.flatMap(({ id, key }) => (keys.has(key) ? [] : id));
  return { ...system, section, live: open.length, lacking };
}

/** Rows closed in one transaction. */
const CLOSED_AT_ONCE = 500;

/** @returns how many were closed, and which stay, and why */
export async function closeLacking(
  { db, dialect, now }: ImportContext,
  { section, lacking }: ReplacedPart,
): Promise<{ closed: number; held: HeldRow[] }> {
  const total: Closing = { closed: 0, held: [] };
  for (let first = 0; first < lacking.length; first += CLOSED_AT_ONCE) {
    const ids = lacking.slice(first, first + CLOSED_AT_ONCE);
    const { closed, held } = await db.transaction().execute((tx) => {
      const place = { tx, dialect, now: now() };
      if (section === 'posizioni') return closePosizioni(place, ids);
      return section === 'documenti' ? closeDocumenti(place, ids) : endLinks(place, ids);
    });
    total.closed += closed;
    total.held.push(...held);
  }
  return total;
}

/** Fills a store with the cases of many enti, for the bench of the operators' desk. */
import { sql } from 'kysely';
import { nameToSort, searchParts, searchTextOf } from '../../src/features/cases/pratica/pratica-search.ts';
import type { StatoPratica } from '../../src/features/cases/pratica/stati.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import type { Evento, Pratica } from '../../src/store/tables.ts';

const ENTE_PREFIX = 'carico-';
/** The enti of the store: one has a tenth of all cases, one has few, and the others share the rest. */
export const LARGE_ENTE = `${ENTE_PREFIX}0`;
export const SMALL_ENTE = `${ENTE_PREFIX}1`;
const ENTI_COUNT = 1000;
const SMALL_SHARE = 1 / 2000;
export const enteId = (n: number): string => `${ENTE_PREFIX}${n}`;

/** Out of a hundred cases: ten are open. */
const STATI: [StatoPratica, number][] = [
  ['inviata', 4],
  ['in_elaborazione', 5],
  ['da_integrare', 1],
  ['conclusa', 60],
  ['accettata', 20],
  ['rifiutata', 7],
  ['ritirata', 3],
];
/** Some names are many people's. */
const NOMI = ['Anna', ...Array.from({ length: 199 }, (_, n) => `Nome${letters(n)}`)];
const COGNOMI = ['Bianchi', 'D’Amico', ...Array.from({ length: 998 }, (_, n) => `Cognome${letters(n)}`)];
const COSE = ['Lampione spento', 'Buca pericolosa', 'Rifiuti abbandonati', 'Albero caduto', 'Cartello divelto'];
const VIE = ['Garibaldi', 'Mazzini', 'Cavour', 'Verdi', 'Manzoni', 'Dante', 'Roma', 'Marconi', 'Leopardi', 'Galilei'];
const CODICI = Array.from({ length: 30 }, (_, n) => `SF${310 + n * 10}`);
const DAYS = 3 * 365;
const DAY = 86_400_000;
/** One case in so many is of somebody whose name is rare. */
const RARE = 10_000;
export const RARE_NAME = 'Zefirelli';
export const CODICE_FISCALE = 'RSSMRA80A01H501U';
/** Persons who have cases of the large ente. */
const ASSIGNEES = 20;
const assigneeId = (n: number): string => `incaricata-${n}`;
export const UFFICIO = 'ufficio-carico';

function letters(n: number): string {
  return Array.from(String(n), (digit) => 'abcdefghil'[Number(digit)]).join('');
}

/** The same numbers in each run. */
function mixed(n: number, salt: number): number {
  let x = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}
const pick = <T>(list: readonly T[], n: number, salt: number): T => list[mixed(n, salt) % list.length] as T;

/** The first of the list are the most frequent. */
const pickUneven = <T>(list: readonly T[], n: number, salt: number): T =>
  list[Math.floor((mixed(n, salt) / 2 ** 32) ** 2 * list.length)] as T;

const statoOf = (n: number): StatoPratica => {
  let left = mixed(n, 1) % 100;
  for (const [stato, share] of STATI) {
    if (left < share) return stato;
    left -= share;
  }
  return 'conclusa';
};

function enteOf(n: number, total: number): string {
  if (n % 10 === 0) return LARGE_ENTE;
  if (n < total * SMALL_SHARE * 2) return SMALL_ENTE;
  return enteId(2 + (mixed(n, 2) % (ENTI_COUNT - 2)));
}

function praticaOf(n: number, { total, now }: { total: number; now: number }, numero: number): Pratica {
  const ente = enteOf(n, total);
  const stato = statoOf(n);
  // In the order in which they arrived, as numbers are given.
  const inviata_il = now - Math.floor(((total - n) / total) * DAYS * DAY) - 1;
  const isOpen = ['inviata', 'in_elaborazione', 'da_integrare'].includes(stato);
  const assigned = ente === LARGE_ENTE && isOpen && mixed(n, 3) % 4 !== 0;
  return {
    id: `pratica-${n.toString(36).padStart(8, '0')}-${mixed(n, 4).toString(36)}`,
    ufficio: `ufficio-${n.toString(36).padStart(8, '0')}-${mixed(n, 5).toString(36)}`,
    ...{ ente, tipo: 'segnalazione', codice: pick(CODICI, n, 6), anno: 2026, numero },
    oggetto: `${pick(COSE, n, 7)} in via ${pick(VIE, n, 8)} ${mixed(n, 9) % 200}`,
    descrizione: 'Si vede dalla strada, davanti al portone, da qualche settimana. '.repeat(4),
    email: `persona${n}@posta.example`,
    nome: pickUneven(NOMI, n, 10),
    cognome: mixed(n, 11) % RARE === 0 ? RARE_NAME : pickUneven(COGNOMI, n, 12),
    codice_fiscale: mixed(n, 17) % RARE === 0 ? CODICE_FISCALE : null,
    ...{ telefono: null, dati_json: '{}', privacy_versione: '1', proprietario: `v${n}`, utente: null, stato },
    ...{ versione: 2, inviata_il, presa_in_carico_il: null, chiusa_il: null, sospesa_dal: null },
    // Open ones are due from two weeks ago to two months from now.
    termine_il: addDays(todayInRome(isOpen ? now : inviata_il), isOpen ? (mixed(n, 13) % 75) - 14 : 30),
    ...{ protocollo_ente: mixed(n, 14) % RARE === 0 ? `PG-${n}` : null, protocollo_ente_il: null, letto_cittadino: 1 },
    ...{ letto_operatore: mixed(n, 15) % (isOpen ? 5 : 200) === 0 ? 1 : 2, avvisato_cittadino: null },
    ...{ avvisato_operatore: null, senza_risposta: 0, host: null, prima_risposta_il: null, canale: null },
    ...{ area: null, lat: null, lon: null },
    assegnata_ufficio: ente === LARGE_ENTE && n % 3 === 0 ? UFFICIO : null,
    assegnata_a: assigned ? assigneeId(mixed(n, 16) % ASSIGNEES) : null,
  };
}

const eventoOf = ({ id, inviata_il }: Pick<Pratica, 'id' | 'inviata_il'>): Evento => ({
  ...{ id: `e-${id}`, pratica: id, n: 1, quando: inviata_il, da: 'sistema', chi: null, tipo: 'stato', testo: null },
  ...{ stato: 'inviata', nascosto: null, nascosto_da: null },
});

/** Enti that answer as the demo's first one does. */
async function writeEnti({ db }: PortalStore): Promise<void> {
  const model = await db
    .selectFrom('enti')
    .select('dati_json')
    .where('id', '!=', 'portale')
    .orderBy('ordine')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: ENTI_COUNT }, (_, n) => {
    const dati = { ...JSON.parse(model.dati_json), id: enteId(n), nome: `Comune di Carico ${n}`, host: null };
    return { id: enteId(n), host: null, ordine: 1000 + n, dati_json: JSON.stringify(dati) };
  });
  await db.insertInto('enti').values(rows).execute();
  await db
    .insertInto('uffici')
    .values({ id: UFFICIO, ente: LARGE_ENTE, nome: 'Ufficio di carico', email: '', servizi_json: '[]', attivo: 1 })
    .execute();
}

/** Indexes are made once the rows are there, which takes a fifth of the time. */
async function withoutIndexes({ db, dialect }: PortalStore, work: () => Promise<void>): Promise<void> {
  const { rows } = await (dialect === 'postgres'
    ? sql<{ name: string; made: string }>`select indexname as name, indexdef as made from pg_indexes
        where tablename in ('pratiche', 'eventi') and indexname in
        (select relname from pg_class join pg_index on pg_class.oid = indexrelid where not indisunique)`
    : sql<{ name: string; made: string }>`select name, sql as made from sqlite_master
        where type = 'index' and tbl_name in ('pratiche', 'eventi') and sql is not null`
  ).execute(db);
  for (const { name } of rows) await db.schema.dropIndex(name).execute();
  await work();
  for (const { made } of rows) await sql.raw(made).execute(db);
}

/** @param fill.total number of cases in the store @param fill.persona who has a part of the large ente's, and works in its office */
export async function fillDesk(
  store: PortalStore,
  { total, now, persona }: { total: number; now: number; persona: string },
): Promise<void> {
  const { db, dialect } = store;
  // A store of a bench is thrown away.
  if (dialect === 'sqlite')
    for (const pragma of ['synchronous = off', 'journal_mode = off', 'cache_size = -200000', 'temp_store = memory'])
      await sql.raw(`pragma ${pragma}`).execute(db);
  await writeEnti(store);
  const numbers = new Map<string, number>();
  const assignees = Array.from({ length: ASSIGNEES }, (_, n) => `${pick(COGNOMI, n, 20)} ${pick(NOMI, n, 21)} ${n}`);
  await withoutIndexes(store, async () => {
    for (let n = 0; n < total; n += 700) {
      const pratiche = Array.from({ length: Math.min(700, total - n) }, (_, i) => {
        const ente = enteOf(n + i, total);
        numbers.set(ente, (numbers.get(ente) ?? 0) + 1);
        const pratica = praticaOf(n + i, { total, now }, numbers.get(ente) ?? 1);
        const cerca = searchTextOf(searchParts(pratica));
        const assegnata_nome = pratica.assegnata_a ? (assignees[Number(pratica.assegnata_a.split('-')[1])] ?? '') : '';
        const assegnata_a = pratica.assegnata_a === assigneeId(0) ? persona : pratica.assegnata_a;
        return { ...pratica, assegnata_a, cerca, richiedente: nameToSort(pratica), assegnata_nome };
      });
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('eventi').values(pratiche.map(eventoOf)).execute();
        await tx.insertInto('pratiche').values(pratiche).execute();
      });
    }
  });
  await fillWords(store);
  await db
    .insertInto('uffici_persone')
    .values({ ufficio: UFFICIO, utente: persona, assente_dal: null, assente_al: null })
    .execute();
  await db
    .insertInto('numeratori')
    .values([...numbers].map(([ente, ultimo]) => ({ ente, anno: 2026, ultimo })))
    .execute();
  await (dialect === 'postgres' ? sql`vacuum analyze` : sql`pragma journal_mode = wal`).execute(db);
}

/** From the texts of the cases, sorted: a row after the other is at the end of the table. Cases of the demo have their words. */
async function fillWords({ db, dialect }: PortalStore): Promise<void> {
  const split =
    dialect === 'postgres'
      ? sql`pratiche cross join lateral unnest(string_to_array(ltrim(cerca), ' ')) as part(value)`
      : sql`pratiche cross join json_each('["' || replace(ltrim(cerca), ' ', '","') || '"]') as part`;
  await sql`insert into pratiche_parole (ente, stato, parola, pratica)
    select ente, stato, part.value, pratiche.id from ${split} where ente like ${`${ENTE_PREFIX}%`} order by 1, 2, 3, 4`.execute(
    db,
  );
}

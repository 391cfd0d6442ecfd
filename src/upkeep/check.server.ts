/** Reads a whole store, as it is at one moment, and says in Italian what in it is wrong. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { secondsOfYear } from '../features/cases/pratica/numero-restore.server.ts';
import type { PortalStore } from '../store/open.server.ts';
import { inSnapshot } from '../store/snapshot.server.ts';
import type { StoreDb, StoreDialect } from '../store/tables.ts';

/** @property faults sentences @property looked how much was read */
type StoreCheck = { faults: string[]; looked: { files: number; pratiche: number } };

/** Of one kind so many are named; then their number is enough. */
const MAX_NAMED = 20;
const FILES_AT_ONCE = 200;

/** @param now the leap of an ente that was restored, and has given no number yet, ends before it */
export function checkStore(store: Pick<PortalStore, 'db' | 'dialect'>, now = Date.now()): Promise<StoreCheck> {
  return inSnapshot(store, async (db) => {
    const faults = await checkEngine(db, store.dialect);
    const files = await checkFiles(db);
    const { n } = await db
      .selectFrom('pratiche')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    faults.push(...files.faults, ...(await checkNumeri(db, now)), ...(await checkEventi(db)));
    return { faults, looked: { files: files.count, pratiche: Number(n) } };
  });
}

/** The first of many, and how many there are. */
export const shortenFaults = (faults: string[]): string[] =>
  faults.length <= MAX_NAMED
    ? faults
    : [...faults.slice(0, MAX_NAMED), `… e altri ${faults.length - MAX_NAMED} come questi.`];

/** What the engine itself can tell: pages, indexes, and rows that refer to nothing. */
async function checkEngine(db: StoreDb, dialect: StoreDialect): Promise<string[]> {
  if (dialect === 'postgres') return checkReferences(db);
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db);
  const references = await sql<{ table: string; parent: string; n: number }>`
    select "table", parent, count(*) as n from pragma_foreign_key_check group by 1, 2`.execute(db);
  return [
    ...pages.rows.flatMap(({ integrity_check: verdict }) => (verdict === 'ok' ? [] : [`SQLite: ${verdict}`])),
    ...references.rows.map(({ table, parent, n }) => lostReference(table, parent, n)),
  ];
}

const lostReference = (table: string, parent: string, n: number) =>
  `${table}: ${n} righe si riferiscono a righe di ${parent} che non ci sono.`;

type ReferenceRow = { table: string; column: string; parent: string; key: string };

/** PostgreSQL holds its references, but a restore or a superuser can pass them by. */
async function checkReferences(db: StoreDb): Promise<string[]> {
  const { rows } = await sql<ReferenceRow>`
    select t.relname as "table", a.attname as "column", r.relname as parent, b.attname as key
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = r.oid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and cardinality(c.conkey) = 1`.execute(
    db,
  );
  const faults: string[] = [];
  for (const { table, column, parent, key } of rows) {
    const lost = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} as child where ${sql.ref(`child.${column}`)} is not null
      and not exists (select 1 from ${sql.table(parent)} as p where ${sql.ref(`p.${key}`)} = ${sql.ref(`child.${column}`)})`.execute(
      db,
    );
    const n = Number(lost.rows[0]?.n ?? 0);
    if (n > 0) faults.push(lostReference(table, parent, n));
  }
  return faults;
}

/** Each file in the store has all its bytes: their number and hash are those of its row. */
async function checkFiles(db: StoreDb): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('allegati')
      .select(['id', 'pratica', 'dimensione', 'sha256', 'miniatura', 'deposito'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    for (const row of rows) {
      const why = await faultOfFile(db, row);
      if (why) faults.push(`file ${row.id}${row.pratica ? ` della pratica ${row.pratica}` : ''}: ${why}.`);
    }
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < FILES_AT_ONCE) return { faults: shortenFaults(faults), count };
    after = last.id;
  }
}

type FileRow = { id: string; dimensione: number; sha256: string; miniatura: number; deposito: string | null };

async function faultOfFile(db: StoreDb, row: FileRow): Promise<string | undefined> {
  // A back end has the bytes.
  if (row.sha256 === '') return undefined;
  const why = row.deposito === null ? await faultOfPieces(db, row) : undefined;
  return why ?? (row.miniatura === 0 ? undefined : await faultOfMiniatura(db, row.id));
}

async function faultOfPieces(db: StoreDb, { id, dimensione, sha256 }: FileRow): Promise<string | undefined> {
  const pieces = await db
    .selectFrom('allegati_pezzi')
    .select(['n', 'dati'])
    .where('allegato', '=', id)
    .where('variante', '=', 'originale')
    .orderBy('n')
    .execute();
  const whole = createHash('sha256');
  let size = 0;
  for (const { dati } of pieces) {
    whole.update(dati);
    size += dati.length;
  }
  if (pieces.some(({ n }, at) => n !== at)) return 'manca un pezzo';
  if (size !== dimensione) return `ha ${size} byte invece di ${dimensione}`;
  if (whole.digest('hex') !== sha256) return 'il contenuto non è quello ricevuto (impronta diversa)';
  return undefined;
}

async function faultOfMiniatura(db: StoreDb, id: string): Promise<string | undefined> {
  const small = await db
    .selectFrom('allegati_pezzi')
    .select('n')
    .where('allegato', '=', id)
    .where('variante', '=', 'miniatura')
    .limit(1)
    .executeTakeFirst();
  return small ? undefined : 'manca la miniatura';
}

type NumeroGap = {
  ente: string;
  anno: number;
  numero: number;
  prima: number;
  inviata_il: number;
  inviata_prima: number | null;
};
/** Where the numbers of an ente end. */
type NumeroEnd = Pick<NumeroGap, 'ente' | 'anno' | 'numero' | 'inviata_prima'> & {
  ultimo: number;
  salto: number;
};

/**
 * Numbers without gaps, except for cases that were deleted on record, and the leap after a restore: it ends at the second of the
 * year in which it was made.
 */
async function checkNumeri(db: StoreDb, now: number): Promise<string[]> {
  const missing = new Map<string, { ente: string; anno: number; n: number; first: string }>();
  const add = ({ ente, anno }: { ente: string; anno: number }, n: number, first: number) => {
    const before = missing.get(`${ente} ${anno}`);
    missing.set(`${ente} ${anno}`, { ente, anno, n: (before?.n ?? 0) + n, first: before?.first ?? `${anno}/${first}` });
  };
  const { rows: gaps } = await sql<NumeroGap>`
    select * from (
      select ente, anno, numero, inviata_il,
        coalesce(lag(numero) over w, 0) as prima, lag(inviata_il) over w as inviata_prima
      from pratiche window w as (partition by ente, anno order by numero)) as in_ordine
    where numero > prima + 1 order by ente, anno, numero`.execute(db);
  for (const gap of gaps) if (!isLeap(gap)) add(gap, gap.numero - gap.prima - 1, gap.prima + 1);

  const { rows: ends } = await sql<NumeroEnd>`
    select n.ente, n.anno, n.ultimo,
      coalesce((select max(numero) from pratiche p where p.ente = n.ente and p.anno = n.anno), 0) as numero,
      (select max(inviata_il) from pratiche p where p.ente = n.ente and p.anno = n.anno) as inviata_prima,
      coalesce((select cast(valore as integer) from portale where chiave = 'numeri.' || n.anno), 0) as salto
    from numeratori n order by n.ente, n.anno`.execute(db);
  const faults: string[] = [];
  for (const { ente, anno, ultimo, numero, salto, inviata_prima } of ends) {
    if (ultimo > numero && !isLeap({ anno, numero: ultimo + 1, inviata_prima, inviata_il: now }))
      add({ ente, anno }, ultimo - numero, numero + 1);
    if (numero > Math.max(ultimo, salto))
      faults.push(`${ente}: il numero ${anno}/${numero} è dato, ma il prossimo sarebbe ${anno}/${ultimo + 1}.`);
  }
  const deleted = await db
    .selectFrom('cancellazioni')
    .select(['ente', 'anno'])
    .select((e) => e.fn.sum<number>('quante').as('n'))
    .where('tipo', '=', 'pratiche')
    .groupBy(['ente', 'anno'])
    .execute();
  for (const { ente, anno, n, first } of missing.values()) {
    const gone = Number(deleted.find((row) => row.ente === ente && row.anno === anno)?.n ?? 0);
    if (n > gone)
      faults.push(
        `${ente}: mancano ${n} numeri di pratica del ${anno}, dal ${first}; cancellazioni registrate: ${gone}.`,
      );
  }
  return shortenFaults(faults);
}

/** Clocks of hosts may differ by so many seconds. */
const CLOCK_SKEW = 120;

function isLeap({ anno, numero, inviata_il, inviata_prima }: Omit<NumeroGap, 'ente' | 'prima'>): boolean {
  const [from, to] = [inviata_prima === null ? 0 : secondsOfYear(anno, inviata_prima), secondsOfYear(anno, inviata_il)];
  return from - CLOCK_SKEW <= numero - 1 && numero - 1 <= to + CLOCK_SKEW && numero > 1000;
}

/** The events of each case are numbered from 1 to its version. */
async function checkEventi(db: StoreDb): Promise<string[]> {
  const { rows } = await sql<{ ente: string; anno: number; numero: number; versione: number; n: number }>`
    select p.ente, p.anno, p.numero, p.versione, count(e.n) as n
    from pratiche p left join eventi e on e.pratica = p.id
    group by p.id, p.ente, p.anno, p.numero, p.versione
    having count(e.n) <> p.versione or coalesce(max(e.n), 0) <> p.versione
    order by p.ente, p.anno, p.numero`.execute(db);
  return shortenFaults(
    rows.map(
      ({ ente, anno, numero, versione, n }) =>
        `${ente}: la pratica ${anno}/${numero} ha ${n} eventi invece di ${versione}, o non in ordine.`,
    ),
  );
}

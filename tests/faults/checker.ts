/**
 * Compares what senders were told with what the store, the mail server and the downloads hold. It asks in SQL and knows no module
 * of the portal, so that a fault of the portal cannot hide in the code that looks for it.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export const SEND_KINDS = ['bozza', 'segnalazione', 'messaggio', 'richiesta', 'pagamento', 'mezzi'] as const;
export type SendKind = (typeof SEND_KINDS)[number];
export type SentFile = { id: string; sha256: string };

/**
 * One line of the journal that the senders keep.
 * @property text that no other send contains (of a payment: the id of the provider's event)
 * @property email of the sender, of one send alone, but for a message, which goes with its report
 * @property answer what the sender was told: id and number of the case, or the id of the payment. Without it nothing was acknowledged
 */
export type JournalEntry = {
  kind: SendKind;
  text: string;
  email: string;
  files: readonly SentFile[];
  answer?: { id?: string; protocollo?: string };
};

/** A mail that an SMTP server accepted. */
export type ArrivedLetter = { to: readonly string[]; subject: string; text: string; messageId: string };

type Row = Record<string, unknown>;
/** @property rows the rows that a query finds */
export type RawStore = { rows(query: string): Promise<Row[]>; close(): Promise<void> };

/** @param place path of an SQLite file, or the address of a PostgreSQL database */
export async function openRawStore(place: string): Promise<RawStore> {
  if (!place.startsWith('postgres://')) {
    const file = new DatabaseSync(place, { readOnly: true });
    return { rows: async (query) => file.prepare(query).all(), close: async () => file.close() };
  }
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  return { rows: async (query) => (await client.query(query)).rows as Row[], close: () => client.end() };
}

/** @property downloads id of a file → SHA-256 of what its sender got back; without it only the store is looked at */
export type SendEvidence = {
  journal: readonly JournalEntry[];
  store: RawStore;
  letters: readonly ArrivedLetter[];
  downloads?: ReadonlyMap<string, string>;
};

/**
 * @property acknowledged how many sends of each kind were
 * @property sentTwice mails that arrived more than once with the same Message-ID, which a mail program shows once: a host that dies
 *   between sending a mail and noting it cannot avoid them
 * @property faults all else that is wrong: a line for each send, file, number or mail
 */
export type SendFindings = {
  acknowledged: Record<SendKind, number>;
  files: number;
  letters: number;
  sentTwice: number;
  faults: Record<(typeof FAULT_KINDS)[number], string[]>;
};

const FAULT_KINDS = ['lost', 'doubled', 'filesWrong', 'numbersMissing', 'mailsMissing', 'mailsDoubled'] as const;

export async function checkSends({ journal, store, letters, downloads }: SendEvidence): Promise<SendFindings> {
  const acknowledged = journal.filter(({ answer }) => answer);
  const { lost, doubled } = await compareRows(journal, store);
  const files = acknowledged.flatMap((entry) => entry.files.map((file) => ({ ...file, entry })));
  const filesWrong = await compareFiles(files, store, downloads);
  const { missing, again, sentTwice } = compareLetters(acknowledged, letters);
  return {
    acknowledged: Object.fromEntries(
      SEND_KINDS.map((kind) => [kind, acknowledged.filter((entry) => entry.kind === kind).length]),
    ) as Record<SendKind, number>,
    files: files.length,
    letters: letters.length,
    sentTwice,
    faults: {
      lost,
      doubled,
      filesWrong,
      numbersMissing: await findGaps(store),
      mailsMissing: missing,
      mailsDoubled: again,
    },
  };
}

/** The figures of a run, to be printed. */
export function inFigures({ acknowledged, files, letters, sentTwice, faults }: SendFindings): string {
  const sends = SEND_KINDS.map((kind) => `${kind} ${acknowledged[kind]}`).join(', ');
  const counts = FAULT_KINDS.map((kind) => `${kind} ${faults[kind].length}`).join(', ');
  return `acknowledged: ${sends}; files ${files}; ${counts}; mails ${letters}, ${sentTwice} of them again with the same Message-ID`;
}

/** Where each kind of send must be found, once: as texts, each row one. */
const ROW_QUERIES: Record<SendKind, string> = {
  bozza: 'select valori_json as found from bozze',
  segnalazione: "select id || ' ' || anno || ' ' || numero || ' ' || email || ' ' || oggetto as found from pratiche",
  messaggio: "select pratica || ' ' || testo as found from eventi where tipo = 'messaggio'",
  richiesta: "select id || ' ' || anno || ' ' || numero || ' ' || email || ' ' || oggetto as found from pratiche",
  pagamento:
    "select n.evento || ' ' || p.id || ' ' || r.rif as found from notifiche n join pagamenti p on p.id = n.pagamento " +
    'join ricevute r on r.pagamento = p.id join avvisi a on a.numero_avviso = r.numero_avviso and a.ente = r.ente ' +
    "where p.stato = 'pagato' and a.stato = 'pagato' and r.doppia = 0",
  mezzi:
    "select p.id || ' ' || p.anno || ' ' || p.numero || ' ' || p.email || ' ' || m.dati_json as found from pratiche p " +
    'join dichiarazioni_mezzi d on d.pratica = p.id join mezzi_dichiarati m on m.dichiarazione = d.id where m.tolto is null',
};

/** One row for each acknowledged send, which says what its sender was told, and none or one for each other. */
async function compareRows(journal: readonly JournalEntry[], store: RawStore) {
  const [lost, doubled]: [string[], string[]] = [[], []];
  for (const kind of SEND_KINDS) {
    const byText = new Map<string, string[]>();
    for (const { found } of await store.rows(ROW_QUERIES[kind])) {
      const text =
        /(bozza|segnalazione|messaggio|richiesta|mezzi) [\da-f-]{36}|evt-[\w-]+/.exec(String(found))?.[0] ?? '';
      byText.set(text, [...(byText.get(text) ?? []), String(found)]);
    }
    for (const entry of journal.filter((e) => e.kind === kind)) {
      const found = byText.get(entry.text) ?? [];
      if (found.length > 1) doubled.push(`${entry.text}: ${found.length} times`);
      const told = [entry.answer?.id ?? '', (entry.answer?.protocollo ?? '').replace(/^(\d+)\/0*/, '$1 ')];
      const isThere = found.some((row) => told.every((part) => kind === 'messaggio' || row.includes(part)));
      if (entry.answer && !isThere) lost.push(entry.text);
    }
  }
  // A declaration that was sent twice would share its devices with the first: its address is in one case only.
  const senders = new Map<unknown, number>();
  for (const { email } of await store.rows('select email from pratiche'))
    senders.set(email, (senders.get(email) ?? 0) + 1);
  for (const { email, kind, text } of journal)
    if (['segnalazione', 'richiesta', 'mezzi'].includes(kind) && (senders.get(email) ?? 0) > 1)
      if (!doubled.some((line) => line.startsWith(text))) doubled.push(`${text}: ${senders.get(email)} cases`);
  return { lost, doubled };
}

type JournalFile = SentFile & { entry: JournalEntry };

/** The bytes in the store and those that were downloaded are those that were uploaded, and belong to the case. */
async function compareFiles(
  files: readonly JournalFile[],
  store: RawStore,
  downloads: ReadonlyMap<string, string> | undefined,
): Promise<string[]> {
  const rows = await store.rows('select id, pratica, evento from allegati where pratica is not null');
  const owners = new Map(rows.map(({ id, pratica, evento }) => [id, { pratica, evento }]));
  const wrong: string[] = [];
  for (const { id, sha256, entry } of files) {
    if (!/^[\w-]+$/.test(id)) throw new Error(`No id of a file: ${id}`);
    const owner = owners.get(id);
    const belongs = owner?.pratica === entry.answer?.id && Boolean(owner?.evento) === (entry.kind === 'messaggio');
    const pieces = await store.rows(
      `select dati from allegati_pezzi where allegato = '${id}' and variante = 'originale' order by n`,
    );
    const kept = createHash('sha256');
    for (const { dati } of pieces) kept.update(dati as Uint8Array);
    if (!belongs) wrong.push(`${id} of ${entry.text}: not in its case`);
    else if (kept.digest('hex') !== sha256) wrong.push(`${id} of ${entry.text}: other bytes in the store`);
    else if (downloads && downloads.get(id) !== sha256) wrong.push(`${id} of ${entry.text}: other bytes downloaded`);
  }
  return wrong;
}

/** Numbers of cases count from 1 without a gap, for each municipality and year. */
async function findGaps(store: RawStore): Promise<string[]> {
  const rows = await store.rows(
    'select ente, anno, count(*) as n, max(numero) as last, count(distinct numero) as different from pratiche group by ente, anno',
  );
  return rows
    .filter(({ n, last, different }) => Number(n) !== Number(last) || Number(n) !== Number(different))
    .map(({ ente, anno, n, last }) => `${ente} ${anno}: ${n} cases up to number ${last}`);
}

type ExpectedLetter = { what: string; isThis(letter: ArrivedLetter): boolean };

/** The mails that each kind of send causes, each exactly once. */
function lettersOf({ kind, email, answer }: JournalEntry): ExpectedLetter[] {
  const number = answer?.protocollo ?? '';
  const toSender = { what: `${kind} to ${email}`, isThis: ({ to }: ArrivedLetter) => to.includes(email) };
  const toOffice = (what: string, subject: RegExp): ExpectedLetter => ({
    what: `${what} ${number} to the office`,
    isThis: (letter) =>
      !letter.to.includes(email) && letter.subject.includes(`${number}:`) && subject.test(letter.subject),
  });
  if (kind === 'bozza') return [];
  if (kind === 'pagamento') return [toSender];
  if (kind === 'messaggio') return [toOffice('messaggio', /^(Segnalazione|Richiesta) /)];
  return [toSender, toOffice(kind, /^Nuova /)];
}

/** @returns the mails that acknowledged sends still lack */
export const missingLetters = (journal: readonly JournalEntry[], letters: readonly ArrivedLetter[]): string[] =>
  compareLetters(
    journal.filter(({ answer }) => answer),
    letters,
  ).missing;

function compareLetters(acknowledged: readonly JournalEntry[], letters: readonly ArrivedLetter[]) {
  const once = new Map(letters.map((letter) => [letter.messageId, letter]));
  // Looking through all mails for each send would take minutes at the size of a long run.
  const bySign = new Map<string, ArrivedLetter[]>();
  for (const letter of once.values())
    for (const sign of [...letter.to, /\d{4}\/\d{6}(?=:)/.exec(letter.subject)?.[0] ?? ''])
      bySign.set(sign, [...(bySign.get(sign) ?? []), letter]);
  const [missing, again]: [string[], string[]] = [[], []];
  for (const entry of acknowledged) {
    const near = new Set([...(bySign.get(entry.email) ?? []), ...(bySign.get(entry.answer?.protocollo ?? '-') ?? [])]);
    for (const { what, isThis } of lettersOf(entry)) {
      const count = [...near].filter(isThis).length;
      if (count === 0) missing.push(what);
      if (count > 1) again.push(`${what}: ${count} mails`);
    }
  }
  return { missing, again, sentTwice: letters.length - once.size };
}

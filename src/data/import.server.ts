/** Runs the import of a data file: its sections in order, in batches beside the running portal, with a report at the end. */
import type * as z from 'zod/mini';
import { type FieldErrors, requireNoErrors } from '../platform/errors.ts';
import { stampMode } from '../store/open.server.ts';
import type { StoreTx } from '../store/tables.ts';
import { avvisiRules } from './avvisi.db.ts';
import { avvisoSchema } from './avviso.ts';
import { calendarioSchema } from './calendario.ts';
import { cessazioneSchema } from './cessazione.ts';
import { writeCessazioni } from './cessazioni.db.ts';
import { calendariRules, offerteRules, serviziPagamentoRules, sportelliRules } from './codice-rows.db.ts';
import { dichiarazioneSchema } from './dichiarazione.ts';
import { dichiarazioniRules } from './dichiarazioni.db.ts';
import { documentiRules } from './documenti.db.ts';
import { documentoSchema, namedActs } from './documento.ts';
import { enteSchema } from './ente.ts';
import { writeEnti } from './enti.db.ts';
import { LIST_WANTED } from './fields.ts';
import type { ImageShelf } from './image.ts';
import { RowList } from './json-file.ts';
import { mezziRules } from './mezzi.db.ts';
import { mezzoSchema } from './mezzo.ts';
import { offertaSchema } from './offerta.ts';
import { posizioneSchema } from './posizione.ts';
import { posizioniRules } from './posizioni.db.ts';
import { rappresentanzaSchema } from './rappresentanza.ts';
import { rappresentanzeRules } from './rappresentanze.db.ts';
import { closeLacking, readLacking } from './replacement.db.ts';
import {
  isBraked,
  parseReplaced,
  partInWords,
  REPLACED_SECTIONS,
  type ReplacedPart,
  type ReplacedSystem,
  readKeys,
} from './replacement.ts';
import { emptyOutcome, type ImportContext, type WriteOutcome, type WriteRows } from './row-batch.ts';
import { checkRows, type DataError } from './row-check.ts';
import { servizioPagamentoSchema } from './servizio-pagamento.ts';
import { sportelloSchema } from './sportello.ts';
import { ufficiRules } from './uffici.db.ts';
import { ufficioSchema } from './ufficio.ts';
import { type AnyRules, makeRowWriter, type OfPosizione } from './write-rows.db.ts';

/** Rows per outcome: new, changed, unchanged, refused; and how many imported rows met a state that stays. */
type RowCounts = Omit<WriteOutcome, 'errors'> & { refused: number };
/**
 * The result of an import, per section, with the reasons of refused rows. A path starts with the section: `['enti', 3,
 * 'colore']`.
 */
export type ImportReport = {
  sections: Record<string, RowCounts>;
  /** What the file replaces: what was open of it before, and what the file lacks and was closed; on a dry run what would be */
  replaced: ReplacedReport[];
  errors: DataError[];
};
export type ReplacedReport = Pick<ReplacedPart, 'ente' | 'sistema' | 'section' | 'live'> & { closed: number };

/** Nothing was imported: the file is not for this portal, or not for this store. */
export class ImportError extends Error {}

/** Nothing was imported: the file would close more than the brake lets through. */
export class BrakeError extends ImportError {}

/**
 * Rows written in one transaction. The store has one writer, and the portal may run beside the import: a transaction of so many
 * rows takes some tens of milliseconds, and rows are examined between two of them.
 */
const BATCH_SIZE = 1000;

/** One section being imported: checks the rows that it is given, outside a transaction, and returns what writes them in one. */
type ImportRows = (rows: Iterable<readonly [index: number, row: unknown]>) => (tx: StoreTx) => Promise<WriteOutcome>;
/** @property isWhole all rows in one transaction, because they depend on each other */
type DataSection = { isWhole?: true; open(context: ImportContext, sandbox: boolean): ImportRows };

const checkAndWrite =
  <T>(name: string, schema: z.ZodMiniType<T>, write: WriteRows<T>): ImportRows =>
  (rows) => {
    const { good, errors } = checkRows(name, schema, rows);
    return async (tx) => {
      const written = await write(tx, good);
      return { ...written, errors: [...errors, ...written.errors] };
    };
  };

/** A section whose rows are rows of one table. */
const writeRows = <T extends OfPosizione>(
  schemaOf: (sandbox: boolean) => z.ZodMiniType<T>,
  rulesOf: (context: ImportContext) => AnyRules<T>,
): DataSection => ({
  open: (context, sandbox) => {
    const rules = rulesOf(context);
    return checkAndWrite(rules.table, schemaOf(sandbox), makeRowWriter(rules, context.planned));
  },
});

/** Sections of the file, in the order in which they are written: a section comes after those that it refers to. */
export const DATA_SECTIONS: Readonly<Record<string, DataSection>> = {
  enti: {
    isWhole: true,
    open: (context, sandbox) => {
      const images: ImageShelf = { readFile: context.readFile, bytes: new Map() };
      const { planned } = context;
      return checkAndWrite('enti', enteSchema(sandbox, images), (tx, rows) =>
        writeEnti(tx, rows, { images: images.bytes, planned }),
      );
    },
  },
  uffici: writeRows(ufficioSchema, ufficiRules),
  posizioni: writeRows(posizioneSchema, posizioniRules),
  rappresentanze: writeRows(rappresentanzaSchema, rappresentanzeRules),
  documenti: {
    open: (context, sandbox) => {
      const importRows = writeRows(documentoSchema, documentiRules).open(context, sandbox);
      return (rows) => {
        const asked = [...rows];
        context.acts?.push(...namedActs(asked));
        return importRows(asked);
      };
    },
  },
  cessazioni: {
    open: (context) => checkAndWrite('cessazioni', cessazioneSchema(), writeCessazioni(context)),
  },
  avvisi: writeRows(avvisoSchema, avvisiRules),
  dichiarazioni: writeRows(dichiarazioneSchema, dichiarazioniRules),
  mezzi: writeRows(mezzoSchema, mezziRules),
  sportelli: writeRows(sportelloSchema, sportelliRules),
  calendari: writeRows(calendarioSchema, calendariRules),
  offerte: writeRows(offertaSchema, offerteRules),
  servizi_pagamento: writeRows(servizioPagamentoSchema, serviziPagamentoRules),
};

/** What the systems of an ente send about taxpayers: a file of one ente has nothing else. */
const SENT_SECTIONS: readonly string[] = [
  'posizioni',
  'rappresentanze',
  'documenti',
  'cessazioni',
  'avvisi',
  'dichiarazioni',
  'mezzi',
];

/**
 * Imports the data of a file into the store. Wrong rows are left out and reported, the others are written. The same file twice
 * changes nothing; rows that the file does not name stay. An interrupted import is completed by importing the same file again.
 * @param data the file as `parseJson` or JSON.parse returns it: `{ "prova"?: boolean, "enti": […] }`; with `prova` the store
 * becomes, or must be, a sandbox; with `sostituisci` what the store has of these systems and the file lacks is closed
 * @param how.confirmed it is right to close more than the brake lets through
 * @throws ImportError when nothing can be imported, BrakeError
 */
export async function importData(
  context: ImportContext,
  data: unknown,
  { confirmed = false }: { confirmed?: boolean } = {},
): Promise<ImportReport> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new ImportError('il file deve contenere un oggetto: { "enti": [ … ] }.');
  const {
    prova = false,
    sostituisci,
    ...sections
  }: { prova?: unknown; sostituisci?: unknown } & Record<string, unknown> = { ...data };
  if (typeof prova !== 'boolean') throw new ImportError('«prova» può essere solo true o false.');
  if (!Object.keys(sections).some((name) => Object.hasOwn(DATA_SECTIONS, name)))
    throw new ImportError(
      `il file non contiene nessuna sezione da importare: ${Object.keys(DATA_SECTIONS).join(', ')}.`,
    );
  const known = context.ente === undefined ? Object.keys(DATA_SECTIONS) : SENT_SECTIONS;
  const replaced = sostituisci === undefined ? [] : await planReplacement(context, sostituisci, sections);
  const braked = replaced.filter(({ part }) => isBraked(part));
  if (braked.length > 0 && !confirmed && !context.planned)
    throw new BrakeError(
      `il file chiuderebbe ${braked.map(({ part }) => partInWords(part)).join('; ')}: più di uno su dieci.`,
    );
  const sandbox = await isSandbox(context, prova);

  const report: ImportReport = { sections: {}, replaced: [], errors: [] };
  for (const name of Object.keys(sections)) {
    const why = known.includes(name)
      ? !isRowList(sections[name]) && LIST_WANTED
      : `Sezione sconosciuta: le sezioni sono ${known.join(', ')}.`;
    if (why) report.errors.push({ path: [name], text: why });
  }
  for (const [name, { isWhole, open }] of Object.entries(DATA_SECTIONS)) {
    const rows = sections[name];
    if (!isRowList(rows) || !known.includes(name)) continue;
    const importRows = open(context, sandbox);
    const { errors, ...written } = await importInBatches(rows, isWhole ? rows.length : BATCH_SIZE, async (asked) => {
      const { batch, others } = ofEnte(context.ente, name, asked);
      // What only compares needs no transaction, which would keep others from writing.
      const outcome = context.planned
        ? await importRows(batch)(context.db as StoreTx)
        : await context.db.transaction().execute(importRows(batch));
      return { ...outcome, errors: [...others, ...outcome.errors] };
    });
    const refused = rows.length - written.created - written.updated - written.unchanged;
    report.sections[name] = { ...written, refused };
    for (const error of errors) report.errors.push(error);
  }
  for (const { part, errors } of replaced) {
    const { ente, sistema, section, live, lacking } = part;
    const { closed, held } = context.planned ? { closed: lacking.length, held: [] } : await closeLacking(context, part);
    report.replaced.push({ ente, sistema, section, live, closed });
    for (const error of errors) report.errors.push(error);
    for (const { why } of held) report.errors.push({ path: ['sostituisci'], text: `Conflitto: resta ${why}` });
  }
  return report;
}

type Batch = (readonly [index: number, row: unknown])[];

/** @returns the rows of the ente, each with its name, and the errors of those of another one; all rows of a file that is of no single ente */
function ofEnte(ente: string | undefined, section: string, rows: Batch): { batch: Batch; others: DataError[] } {
  if (ente === undefined) return { batch: rows, others: [] };
  const isOther = (row: unknown) => isFields(row) && row.ente !== undefined && row.ente !== ente;
  return {
    batch: rows.flatMap(
      ([index, row]): Batch => (isOther(row) ? [] : [[index, isFields(row) ? { ...row, ente } : row]]),
    ),
    others: rows.flatMap(([index, row]): DataError[] =>
      isOther(row)
        ? [
            {
              path: [section, index, 'ente'],
              text: `Questo file è di un altro ente: qui arrivano solo i dati di «${ente}».`,
            },
          ]
        : [],
    ),
  };
}

const isFields = (row: unknown): row is { ente?: unknown } =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

/** A part of what is replaced, and what keeps rows of it from being closed. */
type PlannedPart = { part: ReplacedPart; errors: DataError[] };

/**
 * Compares the whole file with the store before anything is written.
 * @throws ImportError when `sostituisci` cannot be understood
 */
async function planReplacement(
  context: ImportContext,
  sostituisci: unknown,
  sections: Readonly<Record<string, unknown>>,
): Promise<PlannedPart[]> {
  const asked = isRowList(sostituisci) ? sostituisci.slice(0, sostituisci.length) : sostituisci;
  const ofThis = Array.isArray(asked)
    ? ofEnte(
        context.ente,
        'sostituisci',
        asked.map((row, n) => [n, row]),
      )
    : undefined;
  const systems = ofThis?.others.length === 0 ? parseReplaced(ofThis.batch.map(([, row]) => row)) : undefined;
  if (!systems)
    throw new ImportError(
      '«sostituisci» è un elenco di enti e sistemi: [{ "ente": "esempio", "sistema": "Rifiuti TARI" }].',
    );
  const parts: PlannedPart[] = [];
  for (const section of REPLACED_SECTIONS) {
    const rows = sections[section];
    if (isRowList(rows)) parts.push(...(await planSection(context, systems, section, rows)));
  }
  if (parts.length === 0)
    throw new ImportError(
      `«sostituisci» vale per le sezioni ${REPLACED_SECTIONS.join(', ')}: il file non ne ha nessuna.`,
    );
  return parts;
}

async function planSection(
  context: ImportContext,
  systems: readonly ReplacedSystem[],
  section: ReplacedPart['section'],
  rows: unknown[] | RowList,
): Promise<PlannedPart[]> {
  const inFile = await readKeys(section, batchesOf(context.ente, section, rows));
  const errors = inFile.unreadable.map((index): DataError => ({ path: [section, index], text: UNREADABLE_KEY }));
  const parts: PlannedPart[] = [];
  for (const system of systems) {
    parts.push({
      part: await readLacking(context, system, { section, inFile }),
      errors: parts.length > 0 ? [] : errors,
    });
  }
  return parts;
}

const UNREADABLE_KEY =
  'Non si capisce di che cosa è questa riga: di questa sezione non è stato chiuso nulla, perché potrebbe essere di ciò che manca.';

/** A file's rows, of which only a thousand are read at a time. */
function* batchesOf(ente: string | undefined, section: string, rows: unknown[] | RowList): Iterable<Batch> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE).map((row, n) => [start + n, row] as const);
    yield ofEnte(ente, section, batch).batch;
  }
}

/**
 * Writes one row in a transaction of the caller, under the rules of the import. A row with an error writes nothing.
 * @param index its place, where the order of a section is stored
 * @throws PortalError `invalid` with the fields that are wrong
 */
export async function importRow(
  context: ImportContext & { db: StoreTx },
  { section, index = 0, row }: { section: string; index?: number; row: unknown },
  sandbox: boolean,
): Promise<void> {
  const { errors } = await (DATA_SECTIONS[section] as DataSection).open(context, sandbox)([[index, row]])(context.db);
  const fields: FieldErrors = {};
  for (const { path, text } of errors) {
    const name = path.slice(2).join('.') || '_';
    fields[name] = [...(fields[name] ?? []), text];
  }
  requireNoErrors(fields);
}

const isRowList = (rows: unknown): rows is unknown[] | RowList => Array.isArray(rows) || rows instanceof RowList;

async function importInBatches(
  rows: unknown[] | RowList,
  batchSize: number,
  importBatch: (batch: (readonly [index: number, row: unknown])[]) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  const total = emptyOutcome();
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map((row, n) => [start + n, row] as const);
    const { errors, ...written } = await importBatch(batch);
    for (const outcome of ['created', 'updated', 'unchanged', 'conflicts'] as const) total[outcome] += written[outcome];
    for (const error of errors) total.errors.push(error);
  }
  return total;
}

/** Invented data never enters a production store, nor one that could still become it. */
async function isSandbox({ db, planned }: ImportContext, prova: boolean): Promise<boolean> {
  const stamp = await db.selectFrom('portale').select('valore').where('chiave', '=', 'modo').executeTakeFirst();
  if (!prova) return stamp?.valore === 'sandbox';
  if (stamp && stamp.valore !== 'sandbox')
    throw new ImportError('il file contiene dati di prova ("prova": true): un archivio di produzione non li accetta.');
  if (!planned) await stampMode(db, 'sandbox');
  return true;
}

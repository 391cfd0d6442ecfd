/** A system of an ente whose books change from file to file: what it sends, and what the store must then have of it. */
import { randomInt } from 'node:crypto';
import type { StoreDb } from '../../src/store/tables.ts';
import { pdfText } from '../files.ts';

export const SENDER = { ente: 'borgosereno', sistema: 'PAR' };

/** @property act name of its PDF, whose text is this name */
type SentDocumento = { codice_utente: string; importo_cent: number; act?: string };
/** @property posizioni holder by user code @property documenti by number */
export type SenderBooks = { posizioni: Map<string, string>; documenti: Map<string, SentDocumento> };

/** A file to send, the books that it leads to, and the acts that lie beside it. */
export type SenderFile = { name: string; bytes: Buffer; after: SenderBooks; acts: string[] };

export const FILE_KINDS = ['json', 'json-delta', 'csv', 'csv-delta'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const POSIZIONI = 600;
const DOCUMENTI = 4_000;
/** Changed, new and gone by each file; gone is below what the brake lets through. */
const CHANGED = 1_500;
const NEW = 40;
const GONE = 20;
const ACTS = 3;

export function firstBooks(): SenderBooks {
  const codes = Array.from({ length: POSIZIONI }, (_, n) => `PAR-${n}`);
  return {
    posizioni: new Map(codes.map((code) => [code, `Intestatario ${code}`])),
    documenti: new Map(
      Array.from({ length: DOCUMENTI }, (_, n) => [
        `D-${n}`,
        { codice_utente: codes[n % POSIZIONI] as string, importo_cent: 100 + n },
      ]),
    ),
  };
}

const someOf = <T>(all: readonly T[], howMany: number): T[] =>
  Array.from({ length: howMany }, () => all[randomInt(all.length)] as T);

/**
 * @param round number of the file, part of all that it changes
 * @param withActs acts of some documents lie beside it
 */
export function nextFile(books: SenderBooks, round: number, kind: FileKind, withActs: boolean): SenderFile {
  const after: SenderBooks = { posizioni: new Map(books.posizioni), documenti: new Map(books.documenti) };
  const isComplete = !kind.endsWith('delta');
  const gone = kind === 'csv-delta' ? [] : someOf([...books.documenti.keys()], GONE);
  for (const numero of gone) after.documenti.delete(numero);
  const codes = [...books.posizioni.keys()];
  const renamed = someOf(codes, GONE);
  for (const code of renamed) after.posizioni.set(code, `Intestatario ${code} ${round}`);
  const changed = someOf([...after.documenti.keys()], CHANGED);
  for (const numero of changed) {
    const old = after.documenti.get(numero) as SentDocumento;
    after.documenti.set(numero, { ...old, importo_cent: 1_000_000 * (round + 1) + randomInt(1000) });
  }
  const added = Array.from({ length: NEW }, (_, n) => `N-${round}-${n}`);
  for (const numero of added)
    after.documenti.set(numero, {
      codice_utente: codes[randomInt(codes.length)] as string,
      importo_cent: 1_000_000 * (round + 1),
    });
  const acts: string[] = [];
  for (const numero of withActs ? new Set(someOf(changed, ACTS)) : []) {
    const act = `${numero}-${round}.pdf`;
    acts.push(act);
    after.documenti.set(numero, { ...(after.documenti.get(numero) as SentDocumento), act });
  }
  const told = isComplete
    ? after
    : { posizioni: pick(after.posizioni, renamed), documenti: pick(after.documenti, [...changed, ...added]) };
  const name = `${String(round).padStart(3, '0')}-${kind}.${kind.startsWith('json') ? 'json' : 'csv'}`;
  const text = kind.startsWith('json')
    ? jsonOf(told, isComplete ? undefined : gone, acts)
    : csvOf(told, after.posizioni, isComplete);
  return { name, bytes: Buffer.from(text), after, acts };
}

const pick = <T>(all: ReadonlyMap<string, T>, keys: readonly string[]): Map<string, T> =>
  new Map(keys.map((key) => [key, all.get(key) as T]));

export const actText = (act: string): string => pdfText(act);

const FIXED = { tipo: 'Parcheggi 2026', data: '2026-11-20', stato: 'da_pagare' };
const { sistema } = SENDER;

/** @param gone what a file of changes says is gone; without it the file is complete */
function jsonOf(
  { posizioni, documenti }: SenderBooks,
  gone: readonly string[] | undefined,
  acts: readonly string[],
): string {
  return JSON.stringify({
    ...(!gone && { sostituisci: [{ sistema }] }),
    posizioni: [...posizioni].map(([codice_utente, intestatario]) => ({
      codice_utente,
      codice_controllo: 'AB12CD',
      sistema,
      intestatario,
    })),
    documenti: [...documenti].map(([numero, { codice_utente, importo_cent, act }]) => ({
      ...FIXED,
      codice_utente,
      sistema,
      numero,
      importo_cent,
      ...(act !== undefined && acts.includes(act) && { pdf: act }),
    })),
    cessazioni: [...new Set(gone)].map((numero) => ({ sistema, numero })),
  });
}

/** Headings of the two kinds of tables: the complete ones say so by their own. */
export const CSV_HEADINGS = {
  complete: ['Utente', 'PIN', 'Nominativo', 'N. doc', 'Importo', 'Tutto'],
  delta: ['Utente', 'PIN', 'Nominativo', 'N. doc', 'Importo'],
} as const;

/** A row has a position and a document; positions without one have a row of their own. */
function csvOf(
  { posizioni, documenti }: SenderBooks,
  holders: ReadonlyMap<string, string>,
  isComplete: boolean,
): string {
  const euro = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
  const rows = [...documenti].map(([numero, { codice_utente, importo_cent }]) => [
    codice_utente,
    'AB12CD',
    holders.get(codice_utente) ?? '',
    numero,
    euro(importo_cent),
  ]);
  const withDocumento = new Set(rows.map(([code]) => code));
  for (const [code, holder] of posizioni) if (!withDocumento.has(code)) rows.push([code, 'AB12CD', holder, '', '']);
  const head = isComplete ? CSV_HEADINGS.complete : CSV_HEADINGS.delta;
  return [head, ...rows].map((cells) => cells.join(';')).join('\r\n');
}

/**
 * Compares the store with the books.
 * @param before books that a row may still be of: while a file is under way each row is as it was or as it will be
 * @returns what differs, by row; empty when all is right
 */
export async function differences(db: StoreDb, books: SenderBooks, before?: SenderBooks): Promise<string[]> {
  const posizioni = await db
    .selectFrom('posizioni')
    .select(['codice_utente', 'intestatario', 'chiusa'])
    .where('ente', '=', SENDER.ente)
    .where('sistema', '=', sistema)
    .execute();
  const documenti = await db
    .selectFrom('documenti as d')
    .innerJoin('posizioni as p', 'p.id', 'd.posizione')
    .leftJoin('allegati as a', 'a.documento', 'd.id')
    .select(['d.numero', 'd.importo_cent', 'd.chiuso', 'p.codice_utente', 'a.id as file', 'a.nome'])
    .where('d.ente', '=', SENDER.ente)
    .where('d.sistema', '=', sistema)
    .execute();
  const found = {
    posizioni: byKey(
      posizioni,
      (p) => p.codice_utente,
      (p) => (p.chiusa === null ? p.intestatario : undefined),
    ),
    documenti: byKey(
      documenti,
      (d) => d.numero,
      (d) => (d.chiuso === null ? [d.codice_utente, Number(d.importo_cent), d.nome ?? ''].join(' ') : undefined),
    ),
  };
  const bytes = await db
    .selectFrom('allegati_pezzi as z')
    .innerJoin('allegati as a', 'a.id', 'z.allegato')
    .select(['a.nome', 'z.dati'])
    .where('a.documento', 'is not', null)
    .execute();
  const wrongActs = bytes.filter(({ nome, dati }) => Buffer.from(dati).toString() !== actText(nome));
  return [
    ...found.posizioni.twice.map((key) => `position twice: ${key}`),
    ...found.documenti.twice.map((key) => `document twice: ${key}`),
    ...compare('position', found.posizioni.values, books.posizioni, before?.posizioni),
    ...compare('document', found.documenti.values, linesOf(books), before && linesOf(before)),
    ...wrongActs.map(({ nome }) => `act with other bytes: ${nome}`),
  ];
}

const linesOf = ({ documenti }: SenderBooks): Map<string, string> =>
  new Map([...documenti].map(([numero, d]) => [numero, [d.codice_utente, d.importo_cent, d.act ?? ''].join(' ')]));

/** @returns values of what is open, and the keys that occur twice */
function byKey<T>(rows: readonly T[], keyOf: (row: T) => string, readValue: (row: T) => string | undefined) {
  const values = new Map<string, string>();
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (seen.has(key)) twice.push(key);
    seen.add(key);
    const value = readValue(row);
    if (value !== undefined) values.set(key, value);
  }
  return { values, twice };
}

function compare(
  what: string,
  found: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
  before = wanted,
): string[] {
  const isRight = (key: string) => {
    const is = found.get(key);
    // An act comes after its document.
    return [wanted.get(key), before.get(key), withActOf(before.get(key), wanted.get(key))].includes(is);
  };
  return [...new Set([...found.keys(), ...wanted.keys(), ...before.keys()])]
    .filter((key) => !isRight(key))
    .map((key) => `${what} ${key}: ${found.get(key)} instead of ${wanted.get(key)} (before: ${before.get(key)})`);
}

/** The document as it will be, with the act that it had. */
function withActOf(old: string | undefined, next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  return [...next.split(' ').slice(0, 2), old?.split(' ')[2] ?? ''].join(' ');
}

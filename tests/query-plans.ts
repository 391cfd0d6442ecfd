/**
 * What the portal asks of SQLite while it answers: no question may read the whole of a table that grows with its use, neither row by
 * row nor through an index of which every match is half the table.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** Tables of a few rows per ente, and SQLite's own lists of values. */
const SMALL_TABLES =
  /^(enti|etichette|immagini|uffici|programmi|convenzioni|importazioni|tracciati|sistemi_protocollo|chiavi_io|modifiche|offerte|sportelli|calendari|servizi_pagamento|portale|CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES CLAUSE)$/;

/** An index that holds the operators of all enti, and no citizen. */
const SMALL_INDEX = /^utenti USING INDEX utenti_operatori$/;

/** What many rows have in common. To find rows by nothing else, or by what they lack, is to read them all. */
const COMMON = new Set([
  'stato',
  'tipo',
  'codice',
  'aperta',
  'ente',
  'fornitore',
  'variante',
  'anno',
  'area',
  'priorita',
]);

/** Cases near a point, and those in a square of an operator's map, are found in its band of latitude. */
const NEARBY = /^pratiche USING (COVERING )?INDEX pratiche_punto \(ente=\? AND stato=\? AND lat>\? AND lat<\?\)$/;

/** The figures of an ente are counted from an index with all that they ask, in one pass; lists of a period are found by it, too. */
const FIGURES =
  /^pratiche USING (COVERING )?INDEX pratiche_andamento(_area)? \(ente=\?( AND area=\?)?( AND inviata_il[<>]\?)+\)$/;

/**
 * An operator's list says how many cases of the municipality there are in each state and queue, and reads each state in its order:
 * both stop after the rows of some pages. Of many enti each state is read for all of them.
 */
const WIDE =
  /^pratiche USING (COVERING )?INDEX pratiche_((arrivo|assegnatario|da_leggere|da_leggere_arrivo|ente|numeri|richiedente|servizio|area|priorita) \(ente=\?( AND (codice|area|priorita)=\?)?( AND stato=\?.*)?|tutte_\w+ \(stato=\?.*)\)$/;

/** Cases are counted by their words up to a limit, and found by the rarest of them. */
const WORDS = /^pratiche_parole USING PRIMARY KEY \(ente=\? AND stato=\? AND parola>\? AND parola<\?\)$/;

/** The public list reads its first rows in order, and counts up to a limit; those closed since a day are counted
 * once a minute; those on a square of the map are found in its band of latitude; the open data are read a part at a time, each from
 * the last row of the one before; the last change is one row. */
const PUBLIC =
  /^segnalazioni_pubbliche USING (COVERING )?INDEX segnalazioni_pubbliche_(elenco|tipo|stato|area|chiuse|punto|cambiate) \(ente=\?( AND (codice|stato|area)=\?)?( AND ((giorno|chiusa|lat)[<>]\?|\(giorno,id\)<\(\?,\?\)))*\)$/;

/** What came in within a time is summed from its days or from an index with all that the sum asks, in one pass, and listed from its end;
 * so are the flows and the movements of the bank of a time, of which there are some a day. */
const MONEY =
  /^(r USING (COVERING )?INDEX ricevute_(elenco|doppie) \(ente=\? AND pagato_il>\? AND pagato_il<\?\)|somme_incassi USING INDEX \w+ \(ente=\? AND giorno>\? AND giorno<\?\)|[af] USING (COVERING )?INDEX (accrediti|flussi)_elenco \(ente=\? AND data>\? AND data<\?\))$/;

/** Cases that have changed are numbered, and read after a number: each ente's own, a page of them at a time. */
const CHANGES =
  /^((c|cambiamenti) USING (COVERING )?INDEX cambiamenti_in_ordine \(ente=\? AND n[=>]\?\)|numeri_cambiamenti USING INDEX \w+ \(ente=\?\))$/;

/** What a protocol has not registered, or has registered twice: indexes that hold nothing else. */
const PROTOCOL =
  /^((protocolli|r) USING INDEX protocolli_(attesi|doppi) \(ente=\?\)|pratiche USING INDEX pratiche_da_protocollare \(ente=\?.*\))$/;

/** What became of the messages of a month is counted from an index with all that is asked, in one pass. */
const APP_IO = /^messaggi_io USING COVERING INDEX messaggi_io_ente \(ente=\? AND creato>\?\)$/;

const answering = new AsyncLocalStorage<Set<string>>();
const known = new Map<string, string[]>();

for (const method of ['all', 'run'] as const) {
  const own = StatementSync.prototype[method] as (...values: unknown[]) => unknown;
  StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]) {
    answering.getStore()?.add(this.sourceSQL);
    return own.apply(this, values);
  } as never;
}

/**
 * @param dataDir folder of the store that is asked
 * @throws Error when a question of this work reads a whole table
 */
export async function withoutScans<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const asked = new Set<string>();
  const done = await answering.run(asked, work);
  const bad = [...asked].flatMap((question) => scansOf(dataDir, question));
  if (bad.length > 0) throw new Error(`Tabelle lette per intero, o quasi:\n${bad.join('\n')}`);
  return done;
}

/** @returns what SQLite reads for the questions of this work, in its own words */
export async function plansOf(dataDir: string, work: () => Promise<unknown>): Promise<string[]> {
  const asked = new Set<string>();
  await answering.run(asked, work);
  return [...asked].flatMap((question) => planOf(dataDir, question));
}

function planOf(dataDir: string, question: string): string[] {
  const file = new DatabaseSync(join(dataDir, 'portale.sqlite'), { readOnly: true });
  file.function('pg_notify', (_channel, _pratica) => null);
  const values = Array.from(question.matchAll(/\?/g), () => 'x');
  const plan = file.prepare(`explain query plan ${question}`).all(...values) as { detail: string }[];
  file.close();
  return plan.map(({ detail }) => detail);
}

/** Each question is explained once. */
function scansOf(dataDir: string, question: string): string[] {
  if (!/^(select|with|update|delete)\b/i.test(question)) return [];
  const before = known.get(question);
  if (before) return before;
  const plan = planOf(dataDir, question);
  const of = (what: string) =>
    plan.flatMap((detail) => (detail.startsWith(`${what} `) ? [detail.slice(what.length + 1)] : []));
  const made = [...of('CO-ROUTINE'), ...of('MATERIALIZE')];
  const bad = of('SCAN').filter(
    (table) => !SMALL_TABLES.test(table.split(' USING ')[0] ?? '') && !SMALL_INDEX.test(table) && !made.includes(table),
  );
  const compared = (how: string) =>
    new Set(Array.from(question.matchAll(new RegExp(`"(\\w+)" ${how}`, 'g')), ([, c]) => c));
  const [lacking, equal] = [compared('is null'), compared('(?:=|in) ')];
  const wide = of('SEARCH').filter((search) => {
    const table = search.split(' ')[0] ?? '';
    const columns = Array.from(search.matchAll(/(\w+)=\?/g), ([, column]) => column as string);
    const telling = columns.filter((c) => !COMMON.has(c) && (!lacking.has(c) || equal.has(c)));
    return !SMALL_TABLES.test(table) && !made.includes(table) && columns.length > 0 && telling.length === 0;
  });
  const isKnown = (search: string) =>
    [WIDE, WORDS, FIGURES, NEARBY, PUBLIC, MONEY, CHANGES, PROTOCOL, APP_IO].some((known) => known.test(search));
  const told = [...bad, ...wide.filter((search) => !isKnown(search))].map((search) => `${search}: ${question}`);
  known.set(question, told);
  return told;
}

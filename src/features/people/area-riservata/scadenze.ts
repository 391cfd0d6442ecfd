/** Due dates: documents and notices to pay, cases that wait for the citizen, and their appointments. Pure. */
import { dateInWords, daysBetween, todayInRome } from '../../../platform/atoms/date.ts';
import { OWED_DOCUMENTO_STATI, type StatoDocumento } from '../../cases/posizione/documenti.ts';

type DatedDocumento = { stato: StatoDocumento; scadenza: string | null };
type DatedPratica = { stato: string; termine_il: string };
type DatedAvviso = { scadenza: string | null };
/** @property inizio ISO 8601 */
type DatedAppuntamento = { inizio: string };

/** @property giorno day, `YYYY-MM-DD`; null without a due date */
export type Scadenza<D, P, A, B> =
  | { kind: 'documento'; giorno: string | null; documento: D }
  | { kind: 'avviso'; giorno: string | null; avviso: A }
  | { kind: 'pratica'; giorno: string | null; pratica: P }
  | { kind: 'appuntamento'; giorno: string; appuntamento: B };

/** Earliest first, without a date last. @param avvisi notices to pay that belong to no document @param appuntamenti to come */
export function scadenze<
  D extends DatedDocumento,
  P extends DatedPratica,
  A extends DatedAvviso,
  B extends DatedAppuntamento,
>(
  documenti: readonly D[],
  pratiche: readonly P[],
  avvisi: readonly A[],
  appuntamenti: readonly B[],
): Scadenza<D, P, A, B>[] {
  const due = documenti
    .filter((d) => OWED_DOCUMENTO_STATI.includes(d.stato))
    .map((documento) => ({ kind: 'documento' as const, giorno: documento.scadenza, documento }));
  const awaiting = pratiche
    .filter((p) => p.stato === 'da_integrare')
    .map((pratica) => ({ kind: 'pratica' as const, giorno: pratica.termine_il || null, pratica }));
  const toPay = avvisi.map((avviso) => ({ kind: 'avviso' as const, giorno: avviso.scadenza, avviso }));
  const visits = appuntamenti.map((appuntamento) => ({
    kind: 'appuntamento' as const,
    giorno: todayInRome(Date.parse(appuntamento.inizio)),
    appuntamento,
  }));
  const sortKey = (s: { giorno: string | null }) => s.giorno ?? '9999';
  return [...due, ...toPay, ...awaiting, ...visits].toSorted((a, b) =>
    sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0,
  );
}

/**
 * What is due together: overdue, awaited by an office, in one month, or without a date.
 * @property cents sum of what is to pay in it @property running the same with all groups before it
 */
export type ScadenzeGroup<S> = { title: string; isOverdue: boolean; rows: S[]; cents: number; running: number };

/**
 * Overdue ones first, then the cases that wait for an answer, then month by month.
 * @param rows earliest first @param centsOf what is to pay for one @param today date in Rome
 */
export function groupScadenze<S extends { kind: string; giorno: string | null }>(
  rows: readonly S[],
  centsOf: (row: S) => number,
  today: string,
): ScadenzeGroup<S>[] {
  const isOverdue = ({ kind, giorno }: S) => kind !== 'pratica' && giorno !== null && giorno < today;
  const titleOf = (row: S) => {
    if (row.kind === 'pratica') return AWAITED_TITLE;
    if (isOverdue(row)) return OVERDUE_TITLE;
    if (row.giorno === null) return 'Senza scadenza';
    // "Dicembre 2026"
    return dateInWords(row.giorno).replace(/^\S+ (.)/, (_day, letter: string) => letter.toUpperCase());
  };
  const first = rows.filter(isOverdue);
  const second = rows.filter(({ kind }) => kind === 'pratica');
  const ordered = [...first, ...second, ...rows.filter((row) => !isOverdue(row) && row.kind !== 'pratica')];
  const groups = new Map<string, ScadenzeGroup<S>>();
  let running = 0;
  for (const row of ordered) {
    const title = titleOf(row);
    const group = groups.get(title) ?? { title, isOverdue: isOverdue(row), rows: [], cents: 0, running };
    running += centsOf(row);
    group.rows.push(row);
    group.cents += centsOf(row);
    group.running = running;
    groups.set(title, group);
  }
  return [...groups.values()];
}

const OVERDUE_TITLE = 'Scaduti';
const AWAITED_TITLE = 'Aspettano una tua risposta';

/** How far away a day is, in words. @param today date in Rome */
export function daysInWords(giorno: string, today: string): string {
  const giorni = daysBetween(today, giorno);
  if (giorni === 0) return 'oggi';
  if (giorni === 1) return 'domani';
  if (giorni === -1) return 'ieri';
  return giorni > 0 ? `tra ${giorni} giorni` : `${-giorni} giorni fa`;
}

/** Prices and days of parking subscriptions. Pure; server and browser. */
import { isDate } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { DURATION_MONTHS, type Durata, type Tipo } from './options.ts';

/** @property zona absent: every zone that has no price of its own for kind and duration */
export type PriceRow = { zona?: string | undefined; tipo: Tipo; durata: Durata; importo_cent: number };
export type AbbonamentoChoice = { zona?: string | undefined; tipo?: string | undefined; durata?: string | undefined };

/** @returns whole cents; undefined when the ente does not offer it */
export function findPrice(prices: readonly PriceRow[], { zona, tipo, durata }: AbbonamentoChoice): number | undefined {
  const matching = prices.filter((p) => p.tipo === tipo && p.durata === durata);
  return (matching.find((p) => p.zona === zona) ?? matching.find((p) => p.zona === undefined))?.importo_cent;
}

type Offerta = { zone: readonly { codice: string }[]; prezzi: readonly PriceRow[]; max_targhe: number };

/**
 * Checks a choice against the offer. The schema reports fields that are empty.
 * @param v with the number of plates typed @returns errors by the names of the wire
 */
export function findChoiceErrors(
  { zone, prezzi, max_targhe }: Offerta,
  v: AbbonamentoChoice & { targhe: number },
): FieldErrors {
  const errors: FieldErrors = {};
  if (v.zona && !zone.some(({ codice }) => codice === v.zona)) errors.zona = ['Scegli una delle zone di questo ente.'];
  else if (v.zona && v.tipo && v.durata && findPrice(prezzi, v) === undefined) {
    const tipo = prezzi.some((p) => p.tipo === v.tipo && (p.zona ?? v.zona) === v.zona);
    if (tipo) errors.durata = ['Per questa zona e questo tipo scegli un’altra durata: questa non c’è.'];
    else errors.tipo = ['Scegli un altro tipo: per questa zona questo non c’è.'];
  }
  if (v.targhe > max_targhe)
    errors[`targhe.${max_targhe}`] = [
      max_targhe === 1
        ? 'Questo ente mette una targa sola in un abbonamento: togli le altre.'
        : `Questo ente mette al massimo ${max_targhe} targhe in un abbonamento: togli questa.`,
    ];
  return errors;
}

/**
 * The last day of a subscription: the eve of the same day of the month, the given months later, or the end of that month where it
 * has no such day.
 */
export function lastDayOf(dal: string, durata: Durata): string {
  const [year = 0, month = 1, day = 1] = dal.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + DURATION_MONTHS[durata], 0)).getUTCDate();
  // Day 0 is the last of the month before.
  return new Date(Date.UTC(year, month - 1 + DURATION_MONTHS[durata], Math.min(day - 1, lastOfMonth)))
    .toISOString()
    .slice(0, 10);
}

/** @param today date in Rome @returns errors of the first day; the schema reports one that is no date */
export const findStartErrors = (dal: string | undefined, today: string): FieldErrors =>
  dal && isDate(dal) && dal < today ? { dal: ['Scegli un inizio da oggi in poi.'] } : {};

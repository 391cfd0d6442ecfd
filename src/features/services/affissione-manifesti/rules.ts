/** When a poster may hang and what it costs (product rule). Pure; server and browser. */
import { addDays, daysBetween, isDate, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { addGiorniLavorativi, type OfficeDays } from '../../../platform/atoms/giorni-lavorativi.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { OffertaManifesti } from './offerta.ts';

export const MAX_MANIFESTI = 500;
export const MAX_GIORNI = 60;

export type Tariffa = Pick<OffertaManifesti, 'prezzi' | 'urgenza_percento' | 'urgenza_minimo_cent'>;
export type LeadTime = Pick<OffertaManifesti, 'giorni_lavorativi'> & OfficeDays;
/** What price and dates depend on, as typed or as sent; missing and unreadable values are ignored. */
export type ManifestoChoice = {
  categoria?: string | undefined;
  formato?: string | undefined;
  quantita?: string | number | undefined;
  dal?: string | undefined;
  al?: string | undefined;
  urgente: boolean;
};

/** All in whole euro cents but `giorni`. @property al_giorno_cent of one poster @property affissione_cent without the urgency */
export type Stima = {
  giorni: number;
  al_giorno_cent: number;
  affissione_cent: number;
  urgenza_cent: number;
  importo_cent: number;
};

/** Both days count. */
export const countGiorni = (firstDay: string, lastDay: string): number => daysBetween(firstDay, lastDay) + 1;

/** @returns the estimated cost; undefined while a value is missing, out of bounds or not in the tariff */
export function estimateStima(tariffa: Tariffa, choice: ManifestoChoice): Stima | undefined {
  const { dal = '', al = '' } = choice;
  const quantita = /^\d{1,9}$/.test(String(choice.quantita).trim()) ? Number(choice.quantita) : Number.NaN;
  const price = findPrice(tariffa, choice);
  if (!price || !(Number.isInteger(quantita) && quantita >= 1 && quantita <= MAX_MANIFESTI)) return undefined;
  if (!isDate(dal) || !isDate(al)) return undefined;
  const giorni = countGiorni(dal, al);
  if (giorni < 1 || giorni > MAX_GIORNI) return undefined;
  const { al_giorno_cent } = price;
  const affissione_cent = al_giorno_cent * quantita * giorni;
  // Half a cent is rounded up.
  const urgency = Math.floor((affissione_cent * tariffa.urgenza_percento + 50) / 100);
  const urgenza_cent = choice.urgente ? Math.max(urgency, tariffa.urgenza_minimo_cent) : 0;
  return { giorni, al_giorno_cent, affissione_cent, urgenza_cent, importo_cent: affissione_cent + urgenza_cent };
}

const findPrice = ({ prezzi }: Pick<Tariffa, 'prezzi'>, { formato, categoria }: ManifestoChoice) =>
  prezzi.find((p) => p.formato === formato && p.categoria === categoria);

/** The earliest day for a poster asked for today, unless it is urgent or a funeral notice. */
export const firstDayOf = (today: string, { giorni_lavorativi, ...office }: LeadTime): string =>
  addGiorniLavorativi(today, giorni_lavorativi, office);

const mayHangAtOnce = ({ categoria, urgente }: ManifestoChoice): boolean => urgente || categoria === 'funebre';

/** Checks the fields against each other and the tariff. @param today date in Rome */
export function findChoiceErrors(
  offerta: LeadTime & Pick<Tariffa, 'prezzi'>,
  choice: ManifestoChoice,
  today: string,
): FieldErrors {
  const { dal = '', al = '', formato, categoria } = choice;
  const errors: FieldErrors = {};
  if (formato && categoria && !findPrice(offerta, choice))
    errors.formato = ['L’ente non affigge manifesti di questo formato per questa categoria: scegline un altro.'];
  const first = firstDayOf(today, offerta);
  if (isDate(dal)) {
    if (dal < today) errors.dal = ['Questo giorno è passato: scegline uno da oggi in poi.'];
    else if (dal < first && !mayHangAtOnce(choice))
      errors.dal = [
        `Scegli un giorno ${withArticle('dal', shortDate(first))} in poi, oppure chiedi l’affissione urgente.`,
      ];
  }
  if (isDate(dal) && isDate(al)) {
    if (al < dal) errors.al = ['L’ultimo giorno viene prima del primo: correggi una delle due date.'];
    else if (countGiorni(dal, al) > MAX_GIORNI)
      errors.al = [
        `Un manifesto resta al massimo ${MAX_GIORNI} giorni: scegli un giorno fino ${withArticle('al', shortDate(addDays(dal, MAX_GIORNI - 1)))}.`,
      ];
  }
  return errors;
}

export const giorniInWords = (n: number): string => (n === 1 ? '1 giorno' : `${n} giorni`);
const manifestiInWords = (n: number): string => (n === 1 ? '1 manifesto' : `${n} manifesti`);

/** How an estimate was calculated: "20 manifesti × 7 giorni × 0,40 €, più 25,82 € per l’urgenza". */
export const stimaBreakdown = ({ giorni, al_giorno_cent, urgenza_cent }: Stima, quantita: number): string =>
  `${manifestiInWords(quantita)} × ${giorniInWords(giorni)} × ${formatEuro(al_giorno_cent)}` +
  (urgenza_cent > 0 ? `, più ${formatEuro(urgenza_cent)} per l’urgenza` : '');

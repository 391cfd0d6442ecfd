/** The stamp duty on a request: its amount, the ways to pay it, what can be wrong with one, its words. Pure; server and browser. */
import { isDate, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { cleanNumeroBollo } from '../../../platform/atoms/numero-bollo.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** The duty on a petition (DPR 642/1972, tariff, part I, art. 3). */
export const BOLLO_CENT = 1600;
/** Since this day (L. 71/2013). A stamp that is older is of another amount. */
export const FIRST_BOLLO_DAY = '2013-06-26';

/** On the start page of a service. */
export const BOLLO_COST = `La richiesta è soggetta all’imposta di bollo di ${formatEuro(BOLLO_CENT)}: tieni pronta una marca da bollo.`;

export const MODO_LABELS = {
  carta: 'Ho una marca da bollo cartacea',
  online: 'Pago l’imposta online, insieme al dovuto',
  esente: 'La richiesta è esente',
} as const;
export type BolloModo = keyof typeof MODO_LABELS;

export const MODO_MISSING = 'Scegli come paghi l’imposta di bollo, o se la richiesta è esente.';

/** What an ente asks of a request. @property online whether the duty can be paid with the fee, in one notice */
export type AskedBollo = { online: boolean };

/** What is written in its fields, by their names on the wire. */
export type SaidBollo = Readonly<
  Partial<Record<'modo' | 'numero' | 'data' | 'provincia' | 'esenzione', string | undefined>>
>;

/**
 * The schema reports fields that are empty.
 * @param asked undefined when the ente asks for none: then nothing is wrong @param said as far as it is said
 * @param day.today date in Rome @param day.fee cents to pay if the request is accepted; undefined while it is not known
 * @returns errors by the names of the wire
 */
export function findBolloErrors(
  asked: AskedBollo | undefined,
  { modo = '', data = '' }: SaidBollo = {},
  { today, fee }: { today: string; fee: number | undefined },
): FieldErrors {
  if (!asked) return {};
  if (!Object.hasOwn(MODO_LABELS, modo)) return { 'bollo.modo': [MODO_MISSING] };
  if (modo === 'online' && !asked.online)
    return { 'bollo.modo': ['Questo ente non riceve l’imposta di bollo online: scegli la marca cartacea.'] };
  if (modo === 'online' && fee === 0)
    return { 'bollo.modo': ['Non c’è niente da pagare con cui pagarla insieme: scegli la marca cartacea.'] };
  if (modo !== 'carta' || !isDate(data)) return {};
  if (data > today)
    return { 'bollo.data': ['La data di emissione non può essere nel futuro: è stampata sulla marca.'] };
  return data < FIRST_BOLLO_DAY
    ? { 'bollo.data': [`Una marca da ${formatEuro(BOLLO_CENT)} è del 26 giugno 2013 o di un giorno dopo.`] }
    : {};
}

/** As summary, case and receipt have it. */
export function bolloInWords({ modo, numero = '', data = '', provincia, esenzione }: SaidBollo): string {
  switch (modo) {
    case 'carta':
      return `Marca cartacea ${cleanNumeroBollo(numero)}, emessa ${withArticle('il', shortDate(data))}, annullata e conservata in originale`;
    case 'online':
      return `${formatEuro(BOLLO_CENT)} online, insieme al dovuto (provincia di residenza: ${provincia?.toUpperCase()})`;
    default:
      return esenzione ? `Esente: ${esenzione}` : '';
  }
}

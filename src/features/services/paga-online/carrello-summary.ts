/** What follows from a cart: its total and the providers that take it. Pure and without schemas, for the store of the islands. */
import type { Fornitore } from '../../../platform/payments.ts';
import type { CarrelloRow } from './pagamento-form.ts';

/** Providers that take the whole cart. The second provider takes one notice at a time. */
export function fornitoriFor(carrello: readonly CarrelloRow[]): Fornitore[] {
  const takesAll = (f: Fornitore) => carrello.every(({ avviso }) => avviso?.fornitori.includes(f));
  return (['pagopa', 'mooney'] as const).filter((f) => takesAll(f) && (f === 'pagopa' || carrello.length === 1));
}

/**
 * @property payable how many of its notices can be paid
 * @property fornitori providers that take the whole cart
 * @property pending whether a payment of one of them waits at the second provider
 */
export type CarrelloSummary = {
  count: number;
  payable: number;
  total_cent: number;
  fornitori: Fornitore[];
  pending: boolean;
};

export function summariseCarrello(carrello: readonly CarrelloRow[]): CarrelloSummary {
  const avvisi = carrello.flatMap(({ avviso }) => avviso ?? []);
  return {
    count: carrello.length,
    payable: avvisi.length,
    total_cent: avvisi.reduce((sum, { importo_cent }) => sum + importo_cent, 0),
    fornitori: fornitoriFor(carrello),
    pending: avvisi.some(({ in_attesa }) => in_attesa),
  };
}

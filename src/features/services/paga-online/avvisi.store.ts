/** What the islands of the page to pay avvisi share: the carrello, the avviso being typed, what is under way. Written in the browser only. */
import { atom, computed } from 'nanostores';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { summariseCarrello } from './carrello-summary.ts';
import type { CarrelloKey, CarrelloRow } from './pagamento-form.ts';

/** undefined: its island is not alive yet, and the page shows what the server rendered. */
export const $carrello = atom<readonly CarrelloRow[] | undefined>(undefined);

/** Total, providers and what else follows from the carrello. */
export const $carrelloSummary = computed($carrello, (rows) => rows && summariseCarrello(rows));

/** The last thing done to the carrello, in words for a screen reader; undefined: nothing since the page came. */
export const $carrelloChange = atom<string | undefined>(undefined);

/** What the fields of an avviso were given since the page came, by typing or by the QR reader. */
export const $typedAvviso = atom<Partial<CarrelloKey>>({});

/** The buttons whose work is a call. */
export type FormAction = 'controlla' | Fornitore;

/**
 * undefined: as the page came.
 * @property busy the button at work
 * @property errors of the last work, without those of fields that are being corrected
 */
export type FormSending = { busy?: FormAction | undefined; errors: FieldErrors };
export const $formSending = atom<FormSending | undefined>(undefined);

/** @param words what was done */
export function changeCarrello(rows: readonly CarrelloRow[], words: string): void {
  history.replaceState({ ...history.state, carrello: rows }, '');
  $carrello.set(rows);
  $carrelloChange.set(words);
}

export function typeAvviso(typed: Partial<CarrelloKey>): void {
  $typedAvviso.set({ ...$typedAvviso.get(), ...typed });
}

/** What the islands of the page to pay avvisi share: the carrello, the avviso being typed, what is under way. Written in the browser only. */
import { atom, computed } from 'nanostores';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { avviso } from './paga-online.checks.ts';
import { type CarrelloKey, type CarrelloRow, summariseCarrello } from './pagamento-form.ts';

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

const keptRowsSchema = z.array(
  z.object({
    dominioEC: z.string(),
    numero_avviso: z.string(),
    avviso: z.optional(avviso),
    rifiuto: z.optional(z.string()),
  }),
);

/**
 * Fills the carrello once its island is alive. A citizen who comes back from the provider finds the one that this entry of the
 * browser's history keeps.
 * @param rows what the page came with
 */
export function startCarrello(rows: readonly CarrelloRow[]): void {
  const kept = z.safeParse(keptRowsSchema, history.state?.carrello);
  $carrello.set(kept.success ? kept.data : rows);
}

/** @param words what was done */
export function changeCarrello(rows: readonly CarrelloRow[], words: string): void {
  history.replaceState({ ...history.state, carrello: rows }, '');
  $carrello.set(rows);
  $carrelloChange.set(words);
}

export function typeAvviso(typed: Partial<CarrelloKey>): void {
  $typedAvviso.set({ ...$typedAvviso.get(), ...typed });
}

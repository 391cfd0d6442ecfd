/** Fills the cart of the islands when the page comes alive. Apart from the store, which has no schemas. */
import * as z from 'zod/mini';
import { $carrello } from './avvisi.store.ts';
import { avviso } from './paga-online.checks.ts';
import type { CarrelloRow } from './pagamento-form.ts';

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

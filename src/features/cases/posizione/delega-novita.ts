/** The outbox entry by which the holder of positions hears of what becomes of a delegation on them. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

/** The last two are what an office does: it grants one, and ends it. */
const DELEGA_EVENTI = ['data', 'accettata', 'rifiutata', 'rinunciata', 'revocata', 'concessa', 'tolta'] as const;
export type DelegaEvento = (typeof DELEGA_EVENTI)[number];

/** @property host of the page that was used */
export const DELEGA_NOVITA = outboxKind(
  'delega.novita',
  'receipts',
  z.object({ delega: z.string(), evento: z.enum(DELEGA_EVENTI), host: z.string() }),
);

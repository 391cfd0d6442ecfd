/** How many days an ente lets a due date move. Data of the ente, under code SF210. */
import * as z from 'zod/mini';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { integerBetween } from '../../cases/offerta/offerta.values.ts';

export const prorogaOffertaSchema = strictFields({
  max_giorni: describeField(
    z._default(integerBetween(1, 365), 60),
    'Most days by which a due date moves; 60 by default.',
  ),
});
export type ProrogaOfferta = z.infer<typeof prorogaOffertaSchema>;

/** For an ente that sets no limit (product rule). */
export const DEFAULT_OFFERTA: ProrogaOfferta = { max_giorni: 60 };

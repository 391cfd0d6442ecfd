/** How much later a body lets a payment be made. Data of the body, under code SF210. */
import * as z from 'zod/mini';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { integerBetween } from '../../cases/offerta/offerta.values.ts';

export const prorogaOffertaSchema = strictFields({
  max_giorni: describeField(
    z._default(integerBetween(1, 365), 60),
    'Most days by which a due date moves; 60 unless told.',
  ),
});
export type ProrogaOfferta = z.infer<typeof prorogaOffertaSchema>;

/** For a body that lays down nothing (product rule). */
export const DEFAULT_OFFERTA: ProrogaOfferta = { max_giorni: 60 };

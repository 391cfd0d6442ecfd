/** What an ente charges for posters on its boards, and how many working days it needs. */
import * as z from 'zod/mini';
import { dayOfYearSchema } from '../../../platform/atoms/date-schema.ts';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { integerBetween, oneOf, uniqueList, wholeCents } from '../../cases/offerta/offerta.values.ts';
import { CATEGORIA_LABELS, FORMAT_LABELS } from './options.ts';

const priceSchema = strictFields({
  formato: describeField(oneOf(FORMAT_LABELS), 'Size, width × height in cm.'),
  categoria: describeField(oneOf(CATEGORIA_LABELS), 'What the poster is for.'),
  al_giorno_cent: describeField(wholeCents(), 'Price of one poster for one day, in euro cents; 0: free.'),
});

export const offertaManifestiSchema = strictFields({
  prezzi: uniqueList(priceSchema, (p) => [p.formato, p.categoria].join()),
  urgenza_percento: describeField(
    z._default(integerBetween(0, 200), 0),
    'What is added when it is urgent, in per cent of the price.',
  ),
  urgenza_minimo_cent: describeField(
    z._default(wholeCents(), 0),
    'The least that is added when it is urgent, in euro cents.',
  ),
  giorni_lavorativi: describeField(
    z._default(integerBetween(0, 30), 2),
    'Working days before the first day of posting; 2 by default.',
  ),
  patrono: z.optional(
    describeField(
      dayOfYearSchema(),
      'Day of the town’s patron saint, `MM-DD`, which is not a working day; not needed where the ente itself has it.',
    ),
  ),
});

export type OffertaManifesti = z.output<typeof offertaManifestiSchema>;

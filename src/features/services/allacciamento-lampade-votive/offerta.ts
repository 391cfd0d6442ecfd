/** What an ente offers for votive lamps: its cemeteries, the kinds of tomb it connects, and what a lamp costs. */
import * as z from 'zod/mini';
import { describeField, strictFields } from '../../../platform/data-file-fields.ts';
import { codedItems, wholeCents } from '../../cases/offerta/offerta.values.ts';

export const offertaLampadeSchema = strictFields({
  cimiteri: codedItems('a cemetery'),
  tipi: codedItems('a kind of tomb'),
  attivazione_cent: z.optional(describeField(wholeCents(), 'Price of connecting one lamp, in euro cents; 0: free.')),
  annuo_cent: z.optional(describeField(wholeCents(), 'Price of one lamp a year, in euro cents; 0: free.')),
});

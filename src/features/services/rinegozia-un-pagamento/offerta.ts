/** How much later a body lets a payment be made. Data of the body, under code SF210. */
import * as z from 'zod/mini';
import { campi, detto } from '../../../platform/campi.ts';
import { interoFra } from '../../cases/offerta/voci.ts';

export const schemaOffertaProroga = campi({
  max_giorni: detto(z._default(interoFra(1, 365), 60), 'Most days by which a due date moves; 60 unless told.'),
});
export type OffertaProroga = z.infer<typeof schemaOffertaProroga>;

/** For a body that lays down nothing (product rule). */
export const PROROGA_SOLITA: OffertaProroga = { max_giorni: 60 };

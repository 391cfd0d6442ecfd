/** What a body says of its votive lamps: its cemeteries, and the kinds of tomb it connects. */
import type * as z from 'zod/mini';
import { campi } from '../../../platform/campi.ts';
import { voci } from '../../cases/offerta/voci.ts';

export const schemaOffertaLampade = campi({ cimiteri: voci('a cemetery'), tipi: voci('a kind of tomb') });

export type OffertaLampade = z.output<typeof schemaOffertaLampade>;

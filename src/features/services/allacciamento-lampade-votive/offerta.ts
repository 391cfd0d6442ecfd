/** What an ente offers for votive lamps: its cemeteries, and the kinds of tomb it connects. */
import { strictFields } from '../../../platform/data-file-fields.ts';
import { codedItems } from '../../cases/offerta/offerta.values.ts';

export const offertaLampadeSchema = strictFields({
  cimiteri: codedItems('a cemetery'),
  tipi: codedItems('a kind of tomb'),
});

/** An instalment in one line, for receipt, chat and decision. Pure. */
import { dataBreve } from '../../platform/atoms/date.ts';
import { euro } from '../../platform/atoms/euro.ts';
import type { Rata } from './piano.ts';

/** "2. 05/01/2027: 91,29 € (capitale 90,90 €, interessi 0,39 €)". */
export const rataInRiga = ({ n, scadenza, capitale_cent, interessi_cent, importo_cent }: Rata): string =>
  `${n}. ${dataBreve(scadenza)}: ${euro(importo_cent)}` +
  (interessi_cent > 0 ? ` (capitale ${euro(capitale_cent)}, interessi ${euro(interessi_cent)})` : '');

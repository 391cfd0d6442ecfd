/** The citizen's documents as the area lists them. Pure. */
import { type StatoDocumento, statiDocumento } from '../posizione/documenti.ts';

/** Filters of the list. */
export const FILTRI: Readonly<Record<StatoDocumento, string>> = {
  da_pagare: 'Da pagare',
  scaduto: 'Scaduti',
  in_pagamento: 'In pagamento',
  pagato: 'Pagati',
  rateizzato: 'Rateizzati',
  annullato: 'Annullati',
};

/** @param chiesto from the query, anything at all @returns undefined for all of them */
export function filtroDi(chiesto: string | null): StatoDocumento | undefined {
  return statiDocumento.find((s) => s === chiesto);
}

type ConStato = { stato: StatoDocumento };

export function conta(documenti: readonly ConStato[]): Record<StatoDocumento, number> {
  const numbers = statiDocumento.map((stato) => [stato, documenti.filter((d) => d.stato === stato).length]);
  return Object.fromEntries(numbers) as Record<StatoDocumento, number>;
}

/** Paid, or being paid. */
export const pagamenti = <D extends ConStato>(documenti: readonly D[]): D[] =>
  documenti.filter((d) => d.stato === 'pagato' || d.stato === 'in_pagamento');

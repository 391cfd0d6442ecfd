/** The citizen's documents as the area lists them. Pure. */
import { type StatoDocumento, statiDocumento } from '../../cases/posizione/documenti.ts';

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

type Pagamento = { numero_avviso: string; altri: readonly string[]; stato: string };

/** Paid, or being paid, with no such payment in the list: what the body says of it is all there is. */
export function senzaPagamento<D extends ConStato & { numero_avviso?: string | undefined }>(
  documenti: readonly D[],
  pagamenti: readonly Pagamento[],
): D[] {
  const numeri = (righe: readonly Pagamento[]) => new Set(righe.flatMap((p) => [p.numero_avviso, ...p.altri]));
  const tutti = numeri(pagamenti.filter((p) => p.stato !== 'annullato'));
  const pagati = numeri(pagamenti.filter((p) => p.stato === 'pagato'));
  const noto = { pagato: pagati, in_pagamento: tutti };
  return documenti.filter(
    ({ stato, numero_avviso = '' }) =>
      (stato === 'pagato' || stato === 'in_pagamento') && !noto[stato].has(numero_avviso),
  );
}

/** The attempt of this citizen's that waits for its outcome, for each notice number. */
export function inVerifica<P extends Pagamento>(pagamenti: readonly P[]): ReadonlyMap<string, P> {
  const attesi = pagamenti.filter((p) => p.stato === 'in_verifica');
  return new Map(attesi.flatMap((p) => [p.numero_avviso, ...p.altri].map((numero) => [numero, p])));
}

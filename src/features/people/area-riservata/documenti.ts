/** The citizen's documents as the area lists them. Pure. */
import { OWED_DOCUMENTO_STATI, type StatoDocumento, statiDocumento } from '../../cases/posizione/documenti.ts';

/** Filters of the list. */
export const FILTER_LABELS: Readonly<Record<StatoDocumento, string>> = {
  da_pagare: 'Da pagare',
  scaduto: 'Scaduti',
  in_pagamento: 'In pagamento',
  pagato: 'Pagati',
  rateizzato: 'Rateizzati',
  annullato: 'Annullati',
};

/** @param asked from the query, anything at all @returns undefined for all of them */
export function filterOf(asked: string | null): StatoDocumento | undefined {
  return statiDocumento.find((s) => s === asked);
}

type WithStato = { stato: StatoDocumento };

export function countByStato(documenti: readonly WithStato[]): Record<StatoDocumento, number> {
  const numbers = statiDocumento.map((stato) => [stato, documenti.filter((d) => d.stato === stato).length]);
  return Object.fromEntries(numbers) as Record<StatoDocumento, number>;
}

/** What has to be done first: overdue, to pay, being paid, in instalments, paid, cancelled. */
const STATI_BY_URGENCY: readonly StatoDocumento[] = [
  'scaduto',
  'da_pagare',
  'in_pagamento',
  'rateizzato',
  'pagato',
  'annullato',
];

/** Overdue ones first, then those to pay, each by its due date; the others stay in their order, latest first. */
export function byUrgency<D extends WithStato & { scadenza: string | null }>(documenti: readonly D[]): D[] {
  const sortKey = ({ stato, scadenza }: D) =>
    STATI_BY_URGENCY.indexOf(stato) + (OWED_DOCUMENTO_STATI.includes(stato) ? (scadenza ?? '9999') : '');
  return documenti.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : +(sortKey(a) > sortKey(b))));
}

/** Tells whether its notice can go into the cart of several. */
export const isPayable = ({
  azioni,
  numero_avviso,
}: {
  azioni: readonly string[];
  numero_avviso?: string | undefined;
}) => azioni.includes('paga') && numero_avviso !== undefined;

type Pagamento = { numero_avviso: string; altri: readonly string[]; stato: string };

/** Documents that the ente reports as paid or being paid, and that no payment in the list covers. */
export function withoutPagamento<D extends WithStato & { numero_avviso?: string | undefined }>(
  documenti: readonly D[],
  pagamenti: readonly Pagamento[],
): D[] {
  const noticeNumbers = (rows: readonly Pagamento[]) => new Set(rows.flatMap((p) => [p.numero_avviso, ...p.altri]));
  const all = noticeNumbers(pagamenti.filter((p) => p.stato !== 'annullato'));
  const paid = noticeNumbers(pagamenti.filter((p) => p.stato === 'pagato'));
  const known = { pagato: paid, in_pagamento: all };
  return documenti.filter(
    ({ stato, numero_avviso = '' }) =>
      (stato === 'pagato' || stato === 'in_pagamento') && !known[stato].has(numero_avviso),
  );
}

/** The citizen's attempt that waits for its outcome, by notice number. */
export function pendingPagamenti<P extends Pagamento>(pagamenti: readonly P[]): ReadonlyMap<string, P> {
  const pending = pagamenti.filter((p) => p.stato === 'in_verifica');
  return new Map(pending.flatMap((p) => [p.numero_avviso, ...p.altri].map((numero) => [numero, p])));
}

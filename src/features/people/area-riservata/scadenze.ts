/** What is due when: documents and notices to pay, cases that await the citizen. Pure. */
import { giorniTra } from '../../../platform/atoms/date.ts';
import { DOVUTI, type StatoDocumento } from '../../cases/posizione/documenti.ts';

type Documento = { stato: StatoDocumento; scadenza: string | null };
type Pratica = { stato: string; termine_il: string };
type Avviso = { scadenza: string | null };

/** @property giorno day, `YYYY-MM-DD`; null for a document or notice that has no due date */
export type Scadenza<D, P, A> =
  | { che: 'documento'; giorno: string | null; documento: D }
  | { che: 'avviso'; giorno: string | null; avviso: A }
  | { che: 'pratica'; giorno: string; pratica: P };

/** Soonest first, what is past before it; without a date last. @param avvisi notices to pay that belong to no document */
export function scadenze<D extends Documento, P extends Pratica, A extends Avviso>(
  documenti: readonly D[],
  pratiche: readonly P[],
  avvisi: readonly A[],
): Scadenza<D, P, A>[] {
  const dovuti = documenti
    .filter((d) => DOVUTI.includes(d.stato))
    .map((documento) => ({ che: 'documento' as const, giorno: documento.scadenza, documento }));
  const attese = pratiche
    .filter((p) => p.stato === 'da_integrare')
    .map((pratica) => ({ che: 'pratica' as const, giorno: pratica.termine_il, pratica }));
  const daPagare = avvisi.map((avviso) => ({ che: 'avviso' as const, giorno: avviso.scadenza, avviso }));
  const chiave = (s: { giorno: string | null }) => s.giorno ?? '9999';
  return [...dovuti, ...daPagare, ...attese].toSorted((a, b) =>
    chiave(a) < chiave(b) ? -1 : chiave(a) > chiave(b) ? 1 : 0,
  );
}

/** How far a day is, as one says it. @param oggi the day it is in Rome */
export function quanto(giorno: string, oggi: string): string {
  const giorni = giorniTra(oggi, giorno);
  if (giorni === 0) return 'oggi';
  if (giorni === 1) return 'domani';
  if (giorni === -1) return 'ieri';
  return giorni > 0 ? `tra ${giorni} giorni` : `${-giorni} giorni fa`;
}

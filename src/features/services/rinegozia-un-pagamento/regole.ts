/** Until when a payment may be put off. Pure; server and browser. */
import { aggiungiGiorni, conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @property da, @property a first and last day that may be asked for */
export type Limiti = { da: string; a: string };

/**
 * So many days after the due date, or after today where that has gone by; of several documents, what holds for all of them.
 * @param oggi the day it is in Rome
 */
export function limitiDi(documenti: readonly { scadenza: string | null }[], max_giorni: number, oggi: string): Limiti {
  const daQuando = documenti.map(({ scadenza }) => (scadenza && scadenza > oggi ? scadenza : oggi)).sort();
  const prima = daQuando[0] ?? oggi;
  const ultima = daQuando.at(-1) ?? oggi;
  return { da: aggiungiGiorni(ultima, 1), a: aggiungiGiorni(prima, max_giorni) };
}

const TROPPO_LONTANI = 'Questi documenti scadono in giorni troppo lontani tra loro: fai una richiesta per ciascuno.';

/** @returns why there is no day to choose, in words */
export const percheNo = ({ da, a }: Limiti): string | null => (a < da ? TROPPO_LONTANI : null);

export function erroriScadenza(limiti: Limiti, chiesta: string): FieldErrors {
  const { da, a } = limiti;
  const no = percheNo(limiti);
  if (no) return { nuova_scadenza: [no] };
  if (chiesta === '' || (chiesta >= da && chiesta <= a)) return {};
  return {
    nuova_scadenza: [
      `Puoi chiedere una scadenza ${conArticolo('dal', dataBreve(da))} ${conArticolo('al', dataBreve(a))}.`,
    ],
  };
}

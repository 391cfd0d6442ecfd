/** What may be chosen for a plan, given the total and what the body lays down. Pure; server and browser. */
import { aggiungiGiorni, conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { OffertaRate } from './offerta.ts';
import { piano, type Rata, rateAmmesse } from './piano.ts';

/** @property rate null: the total is to be paid at once @property da, @property a first and last day of the first instalment */
export type Limiti = {
  totale_cent: number;
  rate: { min: number; max: number } | null;
  da: string;
  a: string;
  tasso_centesimi: number;
  /** Day from which interest runs */
  oggi: string;
};

export function limitiDi(totale_cent: number, offerta: OffertaRate, oggi: string): Limiti {
  const { soglie, tasso_centesimi, prima_scadenza: prima } = offerta;
  return {
    ...{ totale_cent, tasso_centesimi, oggi, rate: rateAmmesse(totale_cent, soglie) },
    da: aggiungiGiorni(oggi, prima.min_giorni),
    a: aggiungiGiorni(oggi, prima.max_giorni),
  };
}

const TROPPO_POCO =
  'Il totale di questi documenti è troppo basso per pagarlo a rate: puoi pagarlo in una volta, o scegliere più documenti insieme.';

/** @returns why there is nothing to choose, in words */
export const percheNo = ({ rate }: Limiti): string | null => (rate ? null : TROPPO_POCO);

/** @param rate, @param prima as chosen; what is missing is another rule's matter */
export function erroriPiano({ rate: ammesse, da, a }: Limiti, rate: number, prima: string): FieldErrors {
  const errori: FieldErrors = {};
  if (!ammesse) errori.rate = [TROPPO_POCO];
  else if (Number.isInteger(rate) && (rate < ammesse.min || rate > ammesse.max))
    errori.rate = [`Per questo totale le rate vanno da ${ammesse.min} a ${ammesse.max}.`];
  if (prima && (prima < da || prima > a))
    errori.prima_scadenza = [
      `La prima rata può scadere ${conArticolo('dal', dataBreve(da))} ${conArticolo('al', dataBreve(a))}.`,
    ];
  return errori;
}

/** @returns the plan, or null while the choices do not make one */
export function pianoDi(
  limiti: Limiti,
  scelta: { rate: string | undefined; prima_scadenza: string | undefined },
): Rata[] | null {
  const rate = Number(scelta.rate);
  const prima = scelta.prima_scadenza ?? '';
  if (!/^\d{1,3}$/.test(scelta.rate ?? '') || !/^\d{4}-\d{2}-\d{2}$/.test(prima) || Number.isNaN(Date.parse(prima)))
    return null;
  if (Object.keys(erroriPiano(limiti, rate, prima)).length > 0) return null;
  const { totale_cent, tasso_centesimi, oggi: dal } = limiti;
  return piano({ totale_cent, tasso_centesimi, dal, rate, prima_scadenza: prima });
}

/** The rating form speaks in short keys, the contract in the words that the national model prescribes. Pure. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { ASPETTI } from './pratica.contract.ts';

/** In the order of the prescribed words. */
const CHIAVI = ['indicazioni-chiare', 'indicazioni-complete', 'procedere', 'problemi-tecnici', 'altro'];

/** @param fields of the form: `voto`, `difficolta` (1–3 stars) or `pregi` (4–5), `dettagli` */
export function valutazioneDi(fields: Record<string, string>) {
  const { voto = '', difficolta = '', pregi = '', dettagli = '' } = fields;
  const aspetto =
    Number(voto) <= 3 ? ASPETTI.negativi[CHIAVI.indexOf(difficolta)] : ASPETTI.positivi[CHIAVI.indexOf(pregi)];
  return { stelle: voto, aspetto: aspetto ?? '', testo: dettagli };
}

/** The contract's names, back to those of the form. */
export function erroriValutazione(errori: FieldErrors = {}): FieldErrors {
  const nomi: Record<string, string> = { stelle: 'voto', aspetto: 'difficolta', testo: 'dettagli' };
  return Object.fromEntries(Object.entries(errori).map(([nome, frasi]) => [nomi[nome] ?? nome, frasi]));
}

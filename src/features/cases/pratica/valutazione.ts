/** Translates between the short keys of the rating form and the words that the national model prescribes. Pure. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { VALUTAZIONE_ASPECTS } from './pratica.contract.ts';

/** The keys in the order of the prescribed words. */
const ASPECT_KEYS = ['indicazioni-chiare', 'indicazioni-complete', 'procedere', 'problemi-tecnici', 'altro'];

/** @param fields of the form: `voto`, `difficolta` (1–3 stars) or `pregi` (4–5), `dettagli` */
export function valutazioneOf(fields: Record<string, string>) {
  const { voto: stars = '', difficolta: drawbacks = '', pregi: merits = '', dettagli: details = '' } = fields;
  const aspect =
    Number(stars) <= 3
      ? VALUTAZIONE_ASPECTS.negativi[ASPECT_KEYS.indexOf(drawbacks)]
      : VALUTAZIONE_ASPECTS.positivi[ASPECT_KEYS.indexOf(merits)];
  return { stelle: stars, aspetto: aspect ?? '', testo: details };
}

/** Moves errors from the contract's names to the form's. */
export function valutazioneErrors(errors: FieldErrors = {}): FieldErrors {
  const names: Record<string, string> = { stelle: 'voto', aspetto: 'difficolta', testo: 'dettagli' };
  return Object.fromEntries(Object.entries(errors).map(([name, messages]) => [names[name] ?? name, messages]));
}

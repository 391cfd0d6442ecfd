/** The number of an avviso: how it is checked, how its check digits are calculated, which IUV it carries. */
import { atomSchema, type OwnWords } from './localised.ts';

/**
 * True for a pagoPA notice number (numero avviso): 18 digits, the first of which (*aux digit*) is 0, 1, 2 or 3. Unless it is 1,
 * the last two are the first sixteen modulo 93 (SACI, "Generazione dell'identificativo univoco di versamento").
 */
export function isNumeroAvviso(s: string): boolean {
  if (!/^[0-3]\d{17}$/.test(s)) return false;
  return s.startsWith('1') || cifreControlloOf(s.slice(0, 16)) === s.slice(16);
}

/** @param firstSixteen the first sixteen digits of a notice number @returns the last two */
export function cifreControlloOf(firstSixteen: string): string {
  // Sixteen digits that begin with at most 3 stay below 2^53.
  return String(Number(firstSixteen) % 93).padStart(2, '0');
}

/** @returns the IUV that a notice number carries: 15 digits after the application code with aux digit 0, else the last 17 */
export const iuvOf = (numeroAvviso: string): string => numeroAvviso.slice(numeroAvviso.startsWith('0') ? 3 : 1);

/** A notice number, stored as 18 digits. Blanks are removed: it is printed in groups of four. */
export const numeroAvvisoSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: (typed) => typed.replace(/\s/g, ''), valid: isNumeroAvviso, json: { examples: ['301011100007347557'] } },
    {
      missing: 'Scrivi il numero dell’avviso: 18 cifre.',
      wrong: 'Controlla il numero dell’avviso: sono 18 cifre e le ultime due devono tornare con le altre.',
    },
    own,
  );

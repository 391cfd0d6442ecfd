/** The number of a paper stamp (marca da bollo): 14 digits, which no other stamp has. Server and browser. */
import { atomSchema } from './localised.ts';

/** Blanks, dots and dashes are how people set long numbers apart. */
export const cleanNumeroBollo = (typed: string): string => typed.replace(/[\s.\p{Pd}]/gu, '');

/** Fourteen times the same digit is on no stamp. */
const NUMERO = /^(?!(\d)\1{13}$)\d{14}$/;

export const numeroBolloSchema = () =>
  atomSchema(
    { clean: cleanNumeroBollo, valid: (s) => NUMERO.test(s), json: { examples: ['01234567890123'] } },
    {
      missing: 'Scrivi il numero identificativo della marca: 14 cifre.',
      wrong: 'Controlla il numero identificativo: sono le 14 cifre stampate sulla marca.',
    },
  );

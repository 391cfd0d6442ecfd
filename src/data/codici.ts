/** Codes and figures of positions and documents in the data file. */
import * as z from 'zod/mini';
import { SISTEMI } from '../features/cases/ente/sistemi.ts';
import { codiceNormale } from '../features/cases/posizione/codice.ts';
import { atom } from '../platform/atoms/localised.ts';
import { testo } from '../platform/atoms/testo.ts';
import { detto } from './campi.ts';

export const enteDi = () =>
  detto(
    atom({ valid: (s) => s !== '' }, { missing: 'Scrivi l’identificativo dell’ente.', wrong: '' }),
    'Id of an ente of the section `enti`, in this file or in the store.',
  );

/** A code as it is printed on a letter: kept without blanks and in capital letters, as it is compared. */
const codice = (name: string) =>
  atom(
    {
      clean: codiceNormale,
      valid: (s) => /^[A-Z0-9._/-]{3,40}$/.test(s),
      json: { pattern: '^[A-Za-z0-9._/-]{3,40}$' },
    },
    {
      missing: `Scrivi il ${name}.`,
      wrong: `Il ${name} ha da 3 a 40 caratteri: lettere senza accenti, cifre, punti, barre e trattini.`,
    },
  );
export const codiceUtente = () => codice('codice utente');
export const codiceControllo = () => codice('codice controllo');

const SISTEMI_NOTI = Object.keys(SISTEMI);
export const sistema = () =>
  z.enum(SISTEMI_NOTI, `Questo sistema non esiste: i sistemi sono ${SISTEMI_NOTI.join(', ')}.`);

/** A number that goes into addresses, so `.`, `..` and `nessuno` (a petition without documents) are none. */
export const numero = () =>
  atom(
    {
      valid: (s) => /^[A-Za-z0-9._-]{1,60}$/.test(s) && /[A-Za-z0-9]/.test(s) && s !== 'nessuno',
      json: { pattern: '^[A-Za-z0-9._-]{1,60}$' },
    },
    {
      missing: 'Scrivi il numero.',
      wrong: 'Il numero ha al massimo 60 caratteri: lettere senza accenti, cifre, punti e trattini, senza spazi.',
    },
  );

const CENT = 'L’importo è un numero intero di centesimi, da 0 a 99999999999: 12,50 euro si scrive 1250.';
/** Whole euro cents. */
export const importoCent = () => z.int(CENT).check(z.gte(0, CENT), z.lte(99_999_999_999, CENT));

export const iuv = () =>
  atom(
    { valid: (s) => /^(\d{15}|\d{17})$/.test(s), json: { examples: ['01011100007347557'] } },
    { missing: 'Scrivi lo IUV, oppure togli il campo.', wrong: 'Lo IUV ha 17 cifre, o 15.' },
  );

/** One of few words. */
export const unoFra = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `Questo valore non esiste: scrivi ${words.slice(0, -1).join(', ')} o ${words.at(-1)}.`);

export const riga = (max: number, required: string) => testo({ max, required });

/** Codes and figures of positions and documents in the data file. */
import * as z from 'zod/mini';
import { isSistemaCode } from '../features/cases/ente/sistemi.ts';
import { normalizeCodice } from '../features/cases/posizione/codice.ts';
import { atomSchema } from '../platform/atoms/localised.ts';
import { textSchema } from '../platform/atoms/text.ts';
import { describeField } from './fields.ts';

export const enteIdSchema = () =>
  describeField(
    atomSchema({ valid: (s) => s !== '' }, { missing: 'Scrivi l’identificativo dell’ente.', wrong: '' }),
    'Id of an ente of the section `enti`, in this file or in the store.',
  );

/** A code as it is printed on a letter: stored without blanks and in capital letters, as it is compared. */
const codiceSchema = (name: string) =>
  atomSchema(
    {
      clean: normalizeCodice,
      valid: (s) => /^[A-Z0-9._/-]{3,40}$/.test(s),
      json: { pattern: '^[A-Za-z0-9._/-]{3,40}$' },
    },
    {
      missing: `Scrivi il ${name}.`,
      wrong: `Il ${name} ha da 3 a 40 caratteri: lettere senza accenti, cifre, punti, barre e trattini.`,
    },
  );
export const codiceUtenteSchema = () => codiceSchema('codice utente');
export const codiceControlloSchema = () => codiceSchema('codice controllo');

/** Whether the ente has it is checked where the ente is known. */
export const sistemaSchema = () =>
  atomSchema(
    { valid: isSistemaCode, json: { examples: ['Rifiuti TARI'] } },
    {
      missing: 'Scrivi il sistema.',
      wrong:
        'Il codice di un sistema ha al massimo 40 caratteri: lettere senza accenti, cifre, punti, trattini e spazi in mezzo.',
    },
  );

/** A number that becomes part of addresses, so `.`, `..` and `nessuno` (a petition without documents) are refused. */
export const numeroSchema = () =>
  atomSchema(
    {
      valid: (s) => /^[A-Za-z0-9._-]{1,60}$/.test(s) && /[A-Za-z0-9]/.test(s) && s !== 'nessuno',
      json: { pattern: '^[A-Za-z0-9._-]{1,60}$' },
    },
    {
      missing: 'Scrivi il numero.',
      wrong: 'Il numero ha al massimo 60 caratteri: lettere senza accenti, cifre, punti e trattini, senza spazi.',
    },
  );

/** Of a PDF beside the data file: a name alone, so that it leads nowhere else. */
export const actNameSchema = () =>
  atomSchema(
    { valid: (s) => /^[^./\\][^/\\]{0,150}\.pdf$/i.test(s), json: { pattern: '^[^./\\\\][^/\\\\]{0,150}\\.pdf$' } },
    {
      missing: 'Scrivi il nome del file PDF, oppure togli il campo.',
      wrong: 'Il nome del PDF finisce in .pdf e non ha cartelle: il file sta accanto a quello dei dati.',
    },
  );

const IMPORTO_RULE = 'L’importo è un numero intero di centesimi, da 0 a 99999999999: 12,50 euro si scrive 1250.';
/** Whole euro cents. */
export const importoCentSchema = () =>
  z.int(IMPORTO_RULE).check(z.gte(0, IMPORTO_RULE), z.lte(99_999_999_999, IMPORTO_RULE));

export const iuvSchema = () =>
  atomSchema(
    { valid: (s) => /^(\d{15}|\d{17})$/.test(s), json: { examples: ['01011100007347557'] } },
    { missing: 'Scrivi lo IUV, oppure togli il campo.', wrong: 'Lo IUV ha 17 cifre, o 15.' },
  );

/** One of a few words. */
export const wordSchema = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `Questo valore non esiste: scrivi ${words.slice(0, -1).join(', ')} o ${words.at(-1)}.`);

export const textLineSchema = (max: number, required: string) => textSchema({ max, required });

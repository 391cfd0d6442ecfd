/** Values that the offers of several services are made of. */
import * as z from 'zod/mini';
import { atom } from '../../../platform/atoms/localised.ts';
import { testo } from '../../../platform/atoms/testo.ts';
import { campi, detto, ELENCO } from '../../../platform/campi.ts';

const CODICE = /^[a-z0-9-]{1,40}$/;

/** `zona-a`: a code lives as long as the cases that name it. */
export const codiceVoce = () =>
  atom(
    { valid: (s) => CODICE.test(s), json: { pattern: CODICE.source } },
    {
      missing: 'Scrivi il codice.',
      wrong: 'Il codice ha da 1 a 40 caratteri: lettere minuscole senza accenti, cifre e trattini.',
    },
  );

/** @param max inclusive */
export const interoFra = (min: number, max: number) => {
  const words = `Serve un numero intero da ${min} a ${max}.`;
  return z.int(words).check(z.gte(min, words), z.lte(max, words));
};

/** Whole euro cents, nothing included. */
export const cent = () => {
  const words = 'L’importo è un numero intero di centesimi: 12,50 euro si scrive 1250.';
  return z.int(words).check(z.gte(0, words), z.lte(99_999_999, words));
};

/** One of the keys of a record of words. */
export const unaDi = <K extends string>(parole: Readonly<Record<K, string>>) => {
  const valori = Object.keys(parole) as [K, ...K[]];
  return z.enum(valori, `Questo valore non esiste: i valori sono ${valori.join(', ')}.`);
};

/** A list with something in it, each element once. @param chiave what may not come twice */
export const elenco = <T extends z.ZodMiniType>(voce: T, chiave: (v: z.output<T>) => string) =>
  z.array(voce, ELENCO).check(
    z.minLength(1, 'L’elenco è vuoto: serve almeno un elemento.'),
    z.refine((voci) => new Set(voci.map(chiave)).size === voci.length, 'Un elemento è ripetuto: tienilo una volta.'),
  );

/** What a citizen chooses from: code and name. @param che what one is, in English, for the document */
export const voci = (che: string) =>
  elenco(
    campi({
      codice: detto(codiceVoce(), `Code of ${che}; unique for the ente.`),
      nome: detto(testo({ max: 120, required: 'Scrivi il nome.' }), 'Name on screen.'),
    }),
    ({ codice }) => codice,
  );
export type Voce = { codice: string; nome: string };

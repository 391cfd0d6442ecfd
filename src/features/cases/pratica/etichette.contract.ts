/** An operator, or a program of the office, says how urgent a case is, and by which words it is sorted. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { MAX_ETICHETTA_LENGTH, MAX_ETICHETTE, PRIORITA, type Priorita, spellEtichetta } from './etichette.ts';

export const prioritaSchema = () =>
  z.enum(Object.keys(PRIORITA) as [Priorita, ...Priorita[]], 'La priorità è alta o normale.');

const WRONG_ETICHETTA = 'Un’etichetta è fatta di lettere, cifre, spazi, trattini e apostrofi.';

export const etichettaSchema = () =>
  z.pipe(
    textSchema({
      max: MAX_ETICHETTA_LENGTH,
      required: 'Scrivi l’etichetta.',
      tooLong: `Un’etichetta ha al massimo ${MAX_ETICHETTA_LENGTH} caratteri.`,
    }).check(z.regex(/^[\p{L}\p{M}\p{N} '’-]*$/u, WRONG_ETICHETTA)),
    z.transform(spellEtichetta),
  );

/** A form writes them in one field, with commas between. */
const splitTyped = (typed: unknown): unknown =>
  typeof typed === 'string' ? typed.split(/[,;\n]/).filter((word) => word.trim() !== '') : typed;

export const etichetteOperations = {
  classificaPratica: defineOperation({
    summary:
      'An operator sets the priority and the tags of a case of their ente; what is left out stays. Its citizen is not told.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/classifica',
    access: 'operator',
    scope: 'pratiche:scrivi',
    input: z.object({
      id: lookupIdSchema(),
      priorita: optionalSchema(prioritaSchema()),
      /** All that it has from now on, as a list or in one text with commas between; a new word becomes one of the ente */
      etichette: z.optional(
        z.pipe(
          z.transform(splitTyped),
          z
            .array(etichettaSchema(), 'Scrivi le etichette, separate da virgole.')
            .check(z.maxLength(MAX_ETICHETTE, `Una pratica ha al massimo ${MAX_ETICHETTE} etichette.`)),
        ),
      ),
      /** Both as they are on the caller's screen, in the words of `classifica` of `incaricoPratica`. Others are a conflict; without it nothing is compared */
      prima: optionalSchema(z.string().check(z.maxLength(300))),
    }),
    output: z.object({ cambiata: z.boolean() }),
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
};

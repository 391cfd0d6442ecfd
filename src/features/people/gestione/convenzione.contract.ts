/** An administrator writes what the ente has with pagoPA: its key, which nobody reads again, its segregation code and its IBAN. */
import * as z from 'zod/mini';
import { italianIbanSchema } from '../../../platform/atoms/iban.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { CHANGE_ROW, GESTIONE_PATH, keySchema, ofEnte, ofSeen, storedKey } from './gestione.contract.ts';

const CONVENZIONE_PATH: `/${string}` = `${GESTIONE_PATH}/pagopa`;

const convenzioneView = z.object({
  /** False: the server has no address of pagoPA, and nothing of this counts */
  attiva: z.boolean(),
  /** Where what counts was set: at `/gestione`, or by the settings of the server; null: nowhere */
  da: z.nullable(z.enum(['gestione', 'server'])),
  segregazione: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  /** The ente's own key */
  chiave: z.nullable(storedKey),
  /** There is no key to go on with, so that one must be written */
  serve_chiave: z.boolean(),
  /** The mark of what the administrator has written, to be sent with a change */
  visti: z.string(),
});
export type ConvenzioneView = z.infer<typeof convenzioneView>;

export const convenzioneOperations = {
  convenzioneEnte: defineOperation({
    summary: 'An administrator reads what their ente has with pagoPA. Of the key only the last characters are told.',
    method: 'GET',
    path: CONVENZIONE_PATH,
    access: 'administrator',
    input: z.object(ofEnte),
    output: convenzioneView,
  }),
  salvaConvenzione: defineOperation({
    ...CHANGE_ROW,
    summary:
      'An administrator writes what their ente has with pagoPA, when pagoPA takes the key. Without a key the one that counts stays.',
    path: CONVENZIONE_PATH,
    // Each asks pagoPA.
    brakes: [{ by: 'visitor', times: 30, minutes: 60 }],
    input: z.object({
      ...ofEnte,
      ...ofSeen,
      iban: italianIbanSchema(),
      segregazione: atomSchema(
        { clean: (s) => s.trim(), valid: (s) => /^\d{2}$/.test(s), json: { minLength: 2, maxLength: 2 } },
        {
          missing: 'Scrivi il codice di segregazione.',
          wrong: 'Il codice di segregazione ha due cifre, ad esempio 01.',
        },
      ),
      chiave: optionalSchema(keySchema()),
    }),
  }),
};

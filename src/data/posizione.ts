/** One position: a taxpayer's account with an ente, and the code that opens it. */
import type * as z from 'zod/mini';
import { codiceControlloSchema, codiceUtenteSchema, enteIdSchema, sistemaSchema, textLineSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

export const posizioneSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice_utente: describeField(
      codiceUtenteSchema(),
      'Unique for the ente. Blanks and small letters make no difference.',
    ),
    codice_controllo: describeField(
      codiceControlloSchema(),
      'What opens the position together with the user code. Only its keyed hash is kept.',
    ),
    sistema: describeField(sistemaSchema(), 'System of the ente that the position comes from.'),
    intestatario: describeField(
      textLineSchema(160, 'Scrivi l’intestatario.'),
      'Whose position it is, as its holder is shown.',
    ),
  });

export type PosizioneRow = z.output<ReturnType<typeof posizioneSchema>>;

/** The link of a person (by tax code) to a position that they may see, and in which capacity. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { codiceUtenteSchema, enteIdSchema, wordSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

const RUOLI = [
  'persona_fisica',
  'titolare_ditta_individuale',
  'legale_rappresentante',
  'tutore',
  'curatore',
  'altro',
] as const;

export const rappresentanzaSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice_utente: describeField(codiceUtenteSchema(), 'User code of a position of that ente.'),
    codice_fiscale: describeField(codiceFiscaleSchema(), 'Of the person who sees the position after logging in.'),
    ruolo: describeField(wordSchema(RUOLI), 'In which capacity.'),
    fine: z.optional(
      describeField(
        dateSchema(),
        'Day on which it ended or will end: from that day on the person sees nothing of the position, and its two codes add it no more. Without it the link holds.',
      ),
    ),
  });

export type RappresentanzaRow = z.output<ReturnType<typeof rappresentanzaSchema>>;

/** The link of a person (by tax code) to a position that they may see, and in which capacity. */
import type * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
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
  });

export type RappresentanzaRow = z.output<ReturnType<typeof rappresentanzaSchema>>;

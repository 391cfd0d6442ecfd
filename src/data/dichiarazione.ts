/** One declaration made in a taxpayer's name, and its state. */
import * as z from 'zod/mini';
import { STATI, type StatoDichiarazione } from '../features/services/mezzo-permanente/dichiarazioni-list.contract.ts';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { enteIdSchema, numeroSchema, textLineSchema, wordSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

const stati = Object.keys(STATI) as [StatoDichiarazione, ...StatoDichiarazione[]];

export const dichiarazioneSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice_fiscale: describeField(codiceFiscaleSchema(), 'Of the person in whose name it was made.'),
    numero: describeField(numeroSchema(), 'Unique for the ente.'),
    tipo: describeField(
      textLineSchema(120, 'Scrivi il tipo della dichiarazione.'),
      'What is declared, as a citizen would say.',
    ),
    data: describeField(dateSchema(), 'Day of the declaration.'),
    stato: describeField(wordSchema(stati), 'Stays as it is once a decision has changed it.'),
    protocollo: z.optional(
      describeField(
        textLineSchema(60, 'Scrivi il protocollo, oppure togli il campo.'),
        'Number in the register of the ente.',
      ),
    ),
  });

export type DichiarazioneRow = z.output<ReturnType<typeof dichiarazioneSchema>>;

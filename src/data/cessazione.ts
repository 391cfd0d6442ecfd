/** Says that a position, a document or a representation is gone, for systems that send only what has changed. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { codiceUtenteSchema, enteIdSchema, numeroSchema, sistemaSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

const WHAT_IS_OVER =
  'Scrivi che cosa è finito: il codice utente di una posizione; codice utente e codice fiscale di chi la vedeva; oppure sistema e numero di un documento.';

export const cessazioneSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice_utente: z.optional(describeField(codiceUtenteSchema(), 'User code of a position that is gone.')),
    codice_fiscale: z.optional(
      describeField(
        codiceFiscaleSchema(),
        'With the user code: the position stays, and this person no longer sees it.',
      ),
    ),
    dal: z.optional(
      describeField(dateSchema(), 'With the tax code: from which day on; the day of the import without it.'),
    ),
    sistema: z.optional(describeField(sistemaSchema(), 'System of a document that is gone.')),
    numero: z.optional(describeField(numeroSchema(), 'Number of that document.')),
  }).check(
    z.refine(({ codice_utente, codice_fiscale, dal, sistema, numero }) => {
      const isDocumento = sistema !== undefined && numero !== undefined;
      const isOther = codice_fiscale === undefined && dal === undefined && codice_utente === undefined;
      if (isDocumento) return isOther;
      const isPosizione = codice_utente !== undefined && sistema === undefined && numero === undefined;
      return isPosizione && (dal === undefined || codice_fiscale !== undefined);
    }, WHAT_IS_OVER),
  );

export type CessazioneRow = z.output<ReturnType<typeof cessazioneSchema>>;

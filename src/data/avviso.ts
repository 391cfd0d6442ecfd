/** One payment notice by itself, without a document of a position. */
import * as z from 'zod/mini';
import { statiDocumento } from '../features/cases/posizione/documenti.ts';
import { codiceFiscaleSchema } from '../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { atomSchema } from '../platform/atoms/localised.ts';
import { codiceUtenteSchema, enteIdSchema, importoCentSchema, textLineSchema, wordSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

/** Only the form: checking the last two digits is optional, and real notices break the rule. */
const numeroAvvisoSchema = () =>
  atomSchema(
    {
      clean: (s) => s.replace(/\s/g, ''),
      valid: (s) => /^[0-3]\d{17}$/.test(s),
      json: { examples: ['301011100007347557'] },
    },
    {
      missing: 'Scrivi il numero dell’avviso: 18 cifre.',
      wrong: 'Controlla il numero dell’avviso: sono 18 cifre e la prima è 0, 1, 2 o 3.',
    },
  );

const dueFields = z.object({ scadenza: z.string(), pagabile_fino: z.string() });

export const avvisoSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    numero_avviso: describeField(
      numeroAvvisoSchema(),
      'pagoPA notice number; unique for the ente, also among its documents. Check digits that do not match warn the payer.',
    ),
    causale: describeField(
      textLineSchema(140, 'Scrivi la causale.'),
      'What is paid, as a citizen would say; no personal data.',
    ),
    importo_cent: describeField(
      importoCentSchema().check(z.gte(1, 'L’importo di un avviso è di almeno un centesimo.')),
      'Whole euro cents, from 1.',
    ),
    scadenza: z.optional(describeField(dateSchema(), 'Due date. The notice can be paid after it, too.')),
    pagabile_fino: z.optional(describeField(dateSchema(), 'Last day on which it can be paid, if there is one.')),
    stato: describeField(wordSchema(statiDocumento), 'Stays as it is once a receipt or a decision has changed it.'),
    debitore: z.optional(
      describeField(codiceFiscaleSchema(), 'Tax code of the debtor, who finds the notice in the reserved area.'),
    ),
    codice_utente: z.optional(
      describeField(
        codiceUtenteSchema(),
        'User code of the position that owes it: an instalment of a plan agreed elsewhere.',
      ),
    ),
  }).check(
    z.refine(
      (value) => {
        const { scadenza, pagabile_fino } = value as z.output<typeof dueFields>;
        return scadenza <= pagabile_fino;
      },
      {
        path: ['pagabile_fino'],
        error: 'L’ultimo giorno per pagare non può venire prima della scadenza.',
        when: ({ value }) => z.safeParse(dueFields, value).success,
      },
    ),
  );

export type AvvisoRow = z.output<ReturnType<typeof avvisoSchema>>;

/** One payment service of an ente: what can be paid without a notice, and the fields of its form. */
import * as z from 'zod/mini';
import { fieldTipi } from '../features/services/paga-online/servizio-fields.ts';
import { atomSchema } from '../platform/atoms/localised.ts';
import { tassonomiaSchema } from '../platform/atoms/tassonomia.ts';
import { enteIdSchema, textLineSchema, wordSchema } from './codici.ts';
import { describeField, LIST_WANTED, strictFields } from './fields.ts';

/** Up to 999.999,99 €. */
const MAX_CENT = 99_999_999;
const IMPORTO_RULE = 'L’importo è un numero intero di centesimi, da 1 a 99999999: 12,50 euro si scrive 1250.';
const centSchema = () => z.int(IMPORTO_RULE).check(z.gte(1, IMPORTO_RULE), z.lte(MAX_CENT, IMPORTO_RULE));

const noRepeats = (words: string) =>
  z.refine((values) => new Set(values as unknown[]).size === (values as unknown[]).length, words);

const codiceServizioSchema = () =>
  atomSchema(
    { valid: (s) => /^[\w.-]{1,60}$/.test(s) && /\w/.test(s), json: { pattern: '^[A-Za-z0-9_.-]{1,60}$' } },
    {
      missing: 'Scrivi il codice del servizio.',
      wrong: 'Il codice del servizio ha al massimo 60 caratteri: lettere senza accenti, cifre, punti e trattini.',
    },
  );

/** Names of fields go into addresses, beside the parameters that every such address has. */
const RESERVED_NAMES = ['ente', 'servizio', 'importo', 'causale', 'nome', 'cognome', 'codice_fiscale'];
const fieldNameSchema = () =>
  atomSchema(
    { valid: (s) => /^[a-z][a-z0-9_]{0,39}$/.test(s) && !(s in {}), json: { pattern: '^[a-z][a-z0-9_]{0,39}$' } },
    {
      missing: 'Scrivi il nome del campo.',
      wrong: 'Il nome del campo comincia con una lettera minuscola e ha al massimo 40 caratteri: a–z, cifre e _.',
    },
  ).check(
    z.refine((s) => !RESERVED_NAMES.includes(s), {
      error: ({ input }) =>
        `«${String(input)}» è già un nome del modulo: scegline un altro, ad esempio ${String(input)}_alunno.`,
    }),
  );

const BOOLEAN_RULE = 'Scrivi true o false, senza virgolette.';

const fieldSchema = () =>
  strictFields({
    nome: describeField(
      fieldNameSchema(),
      `Key of the field in calls and addresses; unique in the service, and none of ${RESERVED_NAMES.join(', ')}.`,
    ),
    etichetta: describeField(textLineSchema(80, 'Scrivi l’etichetta del campo.'), 'What the citizen reads beside it.'),
    tipo: describeField(wordSchema(fieldTipi), 'What may be written in it.'),
    obbligatorio: describeField(z.boolean(BOOLEAN_RULE), 'Whether it has to be filled.'),
    aiuto: z.optional(
      describeField(textLineSchema(200, 'Scrivi l’aiuto, oppure togli il campo.'), 'A sentence under the label.'),
    ),
  });

/** Names that are not fields: an address may fill them and the citizen may change them. */
const FILLABLE_OTHERS = ['importo', 'causale'];

type Importi = { importo_cent?: number; min_cent?: number; max_cent?: number };
const importi = z.object({
  importo_cent: z.optional(z.number()),
  min_cent: z.optional(z.number()),
  max_cent: z.optional(z.number()),
});
const namesShape = z.object({ campi: z.array(z.object({ nome: z.string() })), modificabili: z.array(z.string()) });

export const servizioPagamentoSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice: describeField(codiceServizioSchema(), 'Never changes; unique for the ente. Part of addresses.'),
    nome: describeField(textLineSchema(120, 'Scrivi il nome del servizio.'), 'Name of the service.'),
    descrizione: z.optional(
      describeField(
        textLineSchema(500, 'Scrivi a che cosa serve, oppure togli il campo.'),
        'What it is for, in a sentence or two.',
      ),
    ),
    elenchi: describeField(
      z
        .array(wordSchema(['PPA', 'LINK']), LIST_WANTED)
        .check(z.minLength(1, 'Scrivi PPA, LINK o tutti e due.'), noRepeats('Un elenco è ripetuto.')),
      '`PPA`: offered in the empty form. `LINK`: has an address of its own, whose parameters fill the fields.',
    ),
    campi: z.array(fieldSchema(), LIST_WANTED).check(
      z.maxLength(20, 'Al massimo 20 campi.'),
      z.refine((list) => new Set(list.map(({ nome }) => nome)).size === list.length, 'Due campi hanno lo stesso nome.'),
    ),
    importo_cent: z.optional(
      describeField(centSchema(), 'Fixed amount, whole euro cents. Without it the payer enters the amount.'),
    ),
    min_cent: z.optional(describeField(centSchema(), 'Smallest amount that may be entered; 1 by default.')),
    max_cent: z.optional(describeField(centSchema(), 'Largest amount that may be entered; 99999999 by default.')),
    modificabili: z.optional(
      describeField(
        z.array(z.string('Qui serve un testo.'), LIST_WANTED).check(noRepeats('Un campo è ripetuto.')),
        'Names of fields that stay open when an address has filled them; `importo` and `causale`, too.',
      ),
    ),
    tassonomia: describeField(
      tassonomiaSchema(),
      'Taxonomy code of the revenue, as the ente registered it with pagoPA.',
    ),
  }).check(
    z.refine(
      (value) => {
        const { importo_cent, min_cent, max_cent } = value as Importi;
        return importo_cent === undefined || (min_cent === undefined && max_cent === undefined);
      },
      {
        path: ['importo_cent'],
        error: 'L’importo è fisso oppure libero: togli importo_cent, oppure min_cent e max_cent.',
        when: ({ value }) => z.safeParse(importi, value).success,
      },
    ),
    z.refine((value) => ((value as Importi).min_cent ?? 1) <= ((value as Importi).max_cent ?? MAX_CENT), {
      path: ['min_cent'],
      error: 'L’importo minimo è più grande del massimo.',
      when: ({ value }) => z.safeParse(importi, value).success,
    }),
    z.refine(
      (value) => {
        const { campi, modificabili } = value as z.output<typeof namesShape>;
        return modificabili.every(
          (name) => FILLABLE_OTHERS.includes(name) || campi.some((field) => field.nome === name),
        );
      },
      {
        path: ['modificabili'],
        error: 'Qui stanno solo nomi di campi di questo servizio, «importo» e «causale».',
        when: ({ value }) => z.safeParse(namesShape, value).success,
      },
    ),
  );

export type ServizioPagamentoRow = z.output<ReturnType<typeof servizioPagamentoSchema>>;

/** One document of a position: its amount, due date and state. */
import * as z from 'zod/mini';
import { statiDocumento } from '../features/cases/posizione/documenti.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { iuvOf, numeroAvvisoSchema } from '../platform/atoms/numero-avviso.ts';
import {
  actNameSchema,
  codiceUtenteSchema,
  enteIdSchema,
  importoCentSchema,
  iuvSchema,
  numeroSchema,
  sistemaSchema,
  textLineSchema,
  wordSchema,
} from './codici.ts';
import { describeField, strictFields } from './fields.ts';

const payableFields = z.object({ iuv: z.string(), numero_avviso: z.string() });

export const documentoSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice_utente: describeField(codiceUtenteSchema(), 'User code of the position it belongs to.'),
    sistema: describeField(sistemaSchema(), 'System of the ente that the document comes from.'),
    numero: describeField(numeroSchema(), 'Unique for ente and system.'),
    tipo: describeField(textLineSchema(80, 'Scrivi il tipo del documento.'), 'What it is, as a citizen would say.'),
    data: describeField(dateSchema(), 'Day of the document.'),
    scadenza: z.optional(
      describeField(dateSchema(), 'Last day to pay; stays as it is once a decision has changed the document.'),
    ),
    importo_cent: describeField(
      importoCentSchema(),
      'Whole euro cents; stays as it is once a decision has changed the document.',
    ),
    stato: describeField(
      wordSchema(statiDocumento),
      'Stays as it is once a receipt or a decision has changed it; a file may still report a payment of what a decision left to pay.',
    ),
    iuv: z.optional(describeField(iuvSchema(), 'Must be the one that the notice number carries.')),
    numero_avviso: z.optional(
      describeField(numeroAvvisoSchema(), 'pagoPA notice number with its check digits; unique for the ente.'),
    ),
    pdf: z.optional(
      describeField(
        actNameSchema(),
        'Name of the PDF of its act, which lies beside the data file in the folder of the night; without it the act stays as it is.',
      ),
    ),
  }).check(
    z.refine((value) => iuvOf((value as z.output<typeof payableFields>).numero_avviso) === value.iuv, {
      path: ['iuv'],
      error: 'Questo IUV non è quello del numero di avviso: correggi l’uno o l’altro, o togli lo IUV.',
      when: ({ value }) => z.safeParse(payableFields, value).success,
    }),
  );

export type DocumentoRow = z.output<ReturnType<typeof documentoSchema>>;

/** The act of a document, as a row of the file names it. @property index place of the row @property pdf name of the file */
export type NamedAct = { index: number; ente: string; sistema: string; numero: string; pdf: string };

const actFields = z.object({
  ente: enteIdSchema(),
  sistema: sistemaSchema(),
  numero: numeroSchema(),
  pdf: actNameSchema(),
});

/** @param rows as the file has them, each with its place */
export const namedActs = (rows: readonly (readonly [index: number, row: unknown])[]): NamedAct[] =>
  rows.flatMap(([index, row]) => {
    const { data } = z.safeParse(actFields, row);
    return data ? [{ index, ...data }] : [];
  });

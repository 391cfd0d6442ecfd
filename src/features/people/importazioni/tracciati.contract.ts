/** An administrator says once which column of a kind of table is which field of the data file. */
import * as z from 'zod/mini';
import { optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { CHANGE_ROW } from '../gestione/gestione.contract.ts';
import { campiTracciato } from './tracciato.ts';

const TRACCIATI_PATH = '/api/v1/portale/operatore/tracciati';

/** Columns of a table. */
export const MAX_COLUMNS = 100;
const MAX_HEADING = 300;

export const campiSchema = z.array(
  z
    .object({
      campo: z.enum(campiTracciato),
      /** Index of the column, from 0 */
      colonna: z.optional(z.int().check(z.gte(0), z.lt(MAX_COLUMNS))),
      /** Of rows whose cell is empty, or of all */
      fisso: z.optional(z.string().check(z.maxLength(160))),
    })
    .register(z.globalRegistry, { id: 'ColonnaCampo' }),
);
const intestazioni = z
  .array(z.string().check(z.maxLength(MAX_HEADING)))
  .check(z.minLength(1), z.maxLength(MAX_COLUMNS));
const ofEnte = { ente: z.string('Scegli l’ente.') };

const savedFields = {
  nome: textSchema({ max: 60, required: 'Scrivi un nome per questo tipo di file.' }),
  intestazioni,
  campi: campiSchema,
};

const tracciatoEnte = z.object({
  nome: z.string(),
  intestazioni: z.array(z.string()),
  completo: z.boolean(),
  campi: campiSchema,
});
export type TracciatoEnte = z.infer<typeof tracciatoEnte>;

export const tracciatiOperations = {
  tracciatiEnte: defineOperation({
    summary: 'An administrator reads which kinds of tables their ente has explained, and which column is which field.',
    method: 'GET',
    path: TRACCIATI_PATH,
    access: 'administrator',
    input: z.object(ofEnte),
    output: z.object({
      tracciati: z.array(tracciatoEnte),
    }),
  }),
  salvaTracciato: defineOperation({
    summary:
      'An administrator says which column of a table with these headings is which field; it takes the place of what was said of them before.',
    method: 'POST',
    path: TRACCIATI_PATH,
    access: 'administrator',
    brakes: CHANGE_ROW.brakes,
    input: z.object({
      ...ofEnte,
      ...savedFields,
      /** The file has everything of its system: what it lacks is closed */
      completo: optionalTickSchema(),
    }),
    output: z.object({ id: z.string() }),
  }),
  togliTracciato: defineOperation({
    summary: 'An administrator has the portal forget what the columns of a table with these headings are.',
    method: 'POST',
    path: `${TRACCIATI_PATH}/togli`,
    access: 'administrator',
    brakes: CHANGE_ROW.brakes,
    input: z.object({ ...ofEnte, intestazioni }),
    output: z.object({ id: z.string() }),
  }),
};

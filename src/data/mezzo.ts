/** One advertising device of a position, from the register of the ente. */
import * as z from 'zod/mini';
import { integerBetween, oneOf } from '../features/cases/offerta/offerta.values.ts';
import { automezzo, fixedMezzo } from '../features/services/mezzo-permanente/mezzo.checks.ts';
import {
  FACCE,
  LIGHTING_KINDS,
  MAX_PIECES,
  MAX_SIDE_CM,
  type MezzoData,
  tipiMezzo,
  VEICOLI,
} from '../features/services/mezzo-permanente/mezzo.ts';
import { TIPO_FIELD } from '../features/services/mezzo-permanente/mezzo-values.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { targaSchema } from '../platform/atoms/targa.ts';
import { codiceUtenteSchema, enteIdSchema, textLineSchema, wordSchema } from './codici.ts';
import { describeField, strictFields } from './fields.ts';

const STAYS_NOTE = 'Stays as it is once a decision has changed the device.';
const vehicleOnly = (meaning: string) => `${meaning} Of a vehicle, and of nothing else.`;
const otherOnly = (meaning: string) => `${meaning} Not of a vehicle.`;

const rowFields = () =>
  strictFields({
    ente: enteIdSchema(),
    codice: describeField(
      textLineSchema(60, 'Scrivi il codice del mezzo.'),
      'Code that the ente gives the device; unique for the ente. One that was declared and accepted here has the number of its case and its place in it, like `2026/000123-1`.',
    ),
    codice_utente: describeField(codiceUtenteSchema(), 'User code of the position it belongs to.'),
    tipo: describeField(wordSchema(tipiMezzo), `Type of device. ${STAYS_NOTE}`),
    targa: z.optional(describeField(targaSchema(), vehicleOnly('Plate, the country before `:` of a foreign one.'))),
    categoria_veicolo: z.optional(describeField(oneOf(VEICOLI), vehicleOnly('By load: 30 quintali are 3,000 kg.'))),
    indirizzo: z.optional(
      describeField(textLineSchema(200, 'Scrivi dove si trova.'), otherOnly('Its place; required.')),
    ),
    quantita: z.optional(
      describeField(integerBetween(1, MAX_PIECES), otherOnly('How many of the kind there are; needed.')),
    ),
    testo: z.optional(
      describeField(textLineSchema(200, 'Scrivi il testo o il marchio.'), otherOnly('What one reads on it; needed.')),
    ),
    dal: z.optional(describeField(dateSchema(), otherOnly('First day of a temporary device.'))),
    al: z.optional(describeField(dateSchema(), otherOnly('Last day.'))),
    facce: describeField(oneOf(FACCE), `Sides with advertising. ${STAYS_NOTE}`),
    illuminazione: describeField(oneOf(LIGHTING_KINDS), `Whether it shines or is lit. ${STAYS_NOTE}`),
    larghezza_cm: describeField(integerBetween(1, MAX_SIDE_CM), `Whole centimetres. ${STAYS_NOTE}`),
    altezza_cm: describeField(integerBetween(1, MAX_SIDE_CM), `Whole centimetres. ${STAYS_NOTE}`),
    cessato_dal: z.optional(
      describeField(dateSchema(), 'Day from which it no longer exists; one that a decision has set stays.'),
    ),
  });

/** @property dati as a declaration would have them */
export type MezzoRow = {
  ente: string;
  codice: string;
  codice_utente: string;
  cessato_dal: string | null;
  dati: MezzoData;
};

const FOREIGN_FIELD = 'Questo tipo di mezzo non ha questo campo: toglilo, o correggi il tipo.';

/** The schema of one element of `mezzi`: each field first, then the fields of its type, by the rules of the declarations. */
export const mezzoSchema = () =>
  z.pipe(
    rowFields(),
    z.transform((row, ctx): MezzoRow => {
      const { ente, codice, codice_utente, tipo, cessato_dal = null, ...fields } = row;
      const schema: z.ZodMiniType<MezzoData> = tipo === 'Automezzo' ? automezzo : fixedMezzo;
      const ownFields: readonly string[] = Object.keys((tipo === 'Automezzo' ? automezzo : fixedMezzo).shape);
      const foreign = Object.entries(fields).filter(
        ([field, value]) => value !== undefined && !ownFields.includes(field),
      );
      const parsed = schema.safeParse({ [TIPO_FIELD]: tipo, ...fields });
      if (parsed.success && foreign.length === 0)
        return { ente, codice, codice_utente, cessato_dal, dati: parsed.data };
      const issues = [
        ...foreign.map(([field]) => ({ code: 'custom', path: [field], message: FOREIGN_FIELD })),
        ...(parsed.success ? [] : parsed.error.issues),
      ];
      for (const issue of issues) ctx.issues.push({ ...issue, input: row } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
  );

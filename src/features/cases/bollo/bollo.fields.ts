/** The fields of a form about the stamp duty: how it is paid, then what each way asks for. Pure; page and island. */
import * as z from 'zod/mini';
import { provinciaSchema } from '../../../platform/atoms/indirizzo.ts';
import { numeroBolloSchema } from '../../../platform/atoms/numero-bollo.ts';
import { choiceField, dayField, declarationField, lineField, textField } from '../../../ui/form/fields.ts';
import { type FieldList, fieldGroup, formFields } from '../form/fields.ts';
import { type BolloModo, MODO_LABELS, MODO_MISSING } from './bollo.ts';

const paperFields = formFields({
  numero: lineField({
    label: 'Numero identificativo della marca',
    hint: 'Le 14 cifre stampate sulla marca: spazi e trattini non contano.',
    schema: numeroBolloSchema(),
    lineField: { inputMode: 'numeric', autoComplete: 'off' },
  }),
  data: dayField({ label: 'Data di emissione della marca', missing: 'Scrivi la data stampata sulla marca.' }),
  annullata: declarationField({
    label: 'Dichiaro che la marca è stata annullata, che la conservo in originale e che non la uso per altro.',
    title: 'Dichiarazione',
    ticked: 'Resa',
    unticked: 'Non resa',
    missing: 'Per usare la marca dichiara che è annullata e che la conservi in originale.',
  }),
});
const onlineFields = formFields({
  provincia: lineField({
    label: 'Provincia di residenza (sigla)',
    hint: 'Ad esempio RM. Se abiti all’estero scrivi EE.',
    schema: provinciaSchema(),
    lineField: { autoComplete: 'off' },
  }),
});
const exemptFields = formFields({
  esenzione: textField({
    label: 'Perché è esente',
    hint: 'Scrivi la norma. Ad esempio: amministrazione pubblica, DPR 642/1972, allegato B, art. 16; ente del Terzo settore, D.Lgs. 117/2017, art. 82, comma 5.',
    missing: 'Scrivi la norma per cui la richiesta è esente.',
    max: 200,
  }),
});

/** The fields that each way to pay it has. */
export const MODO_FIELDS = { carta: paperFields.names, online: onlineFields.names, esente: exemptFields.names };

const allFields = fieldGroup('bollo', {
  modo: {
    ...choiceField({ label: 'Come paghi l’imposta di bollo?', options: MODO_LABELS, missing: MODO_MISSING }),
    control: 'radio',
  },
  ...paperFields.list,
  ...onlineFields.list,
  ...exemptFields.list,
});

/** Only the fields of the chosen way are sent, and nothing where none is chosen: not every ente asks for the duty. */
export const bolloFields = {
  ...allFields,
  body: (values) => {
    const modo = values.bollo_modo ?? '';
    if (!Object.hasOwn(MODO_LABELS, modo)) return {};
    const sent = MODO_FIELDS[modo as BolloModo].map((name) => {
      const field = `bollo_${name}` as const;
      return [name, allFields.list[field].sent(values[field])];
    });
    return { bollo: { modo, ...Object.fromEntries(sent) } };
  },
} satisfies FieldList;

const modoSchemas = {
  carta: z.object(paperFields.shape),
  online: z.object(onlineFields.shape),
  esente: z.object(exemptFields.shape),
};
export type Bollo = { [M in BolloModo]: { modo: M } & z.infer<(typeof modoSchemas)[M]> }[BolloModo];

const chosenModo = z.object({ modo: allFields.list.bollo_modo.schema }, MODO_MISSING);

/** The duty as calls have it. Zod has a schema of its own for this, which would make every form half a kilobyte larger. */
export const bolloSchema = z
  .transform((sent: unknown, ctx): Bollo => {
    const chosen = z.safeParse(chosenModo, sent);
    const parsed = chosen.success ? z.safeParse(modoSchemas[chosen.data.modo], sent) : chosen;
    if (chosen.success && parsed.success) return { ...chosen.data, ...parsed.data } as Bollo;
    for (const issue of parsed.error?.issues ?? []) ctx.issues.push({ ...issue, input: sent } as z.core.$ZodRawIssue);
    return z.NEVER;
  })
  .register(z.globalRegistry, {
    type: 'object',
    required: ['modo'],
    properties: Object.fromEntries(['modo', ...Object.values(MODO_FIELDS).flat()].map((name) => [name, {}])),
  });

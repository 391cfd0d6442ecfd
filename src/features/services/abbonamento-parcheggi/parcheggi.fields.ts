/** The fields of the request for a parking subscription, and the form they make. Pure. */
import * as z from 'zod/mini';
import { targaSchema } from '../../../platform/atoms/targa.ts';
import { normaliseTarga } from '../../../platform/atoms/targa-format.ts';
import { choiceField, codeField, dayField, filesField } from '../../../ui/form/fields.ts';
import { bolloFields, bolloSchema } from '../../cases/bollo/bollo.fields.ts';
import { type FieldList, formFields, joinFields } from '../../cases/form/fields.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { richiestaDefinition, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';
import { DURATION_LABELS, MAX_TARGHE, TIPI } from './options.ts';
import { findStartErrors } from './rules.ts';

export const FORM_PATH = '/servizio/abbonamento-parcheggi';
export const FORM_TITLE = 'Abbonamento parcheggi';

export const abbonamentoFields = formFields({
  zona: codeField({ label: 'Zona', missing: 'Scegli la zona.' }),
  tipo: choiceField({ label: 'Tipo di abbonamento', options: TIPI, missing: 'Scegli il tipo di abbonamento.' }),
  durata: choiceField({ label: 'Durata', options: DURATION_LABELS, missing: 'Scegli la durata.' }),
  dal: dayField({ label: 'Da quando', missing: 'Scrivi da quando vuoi l’abbonamento.' }),
});

const TARGA_PLACES = Array.from({ length: MAX_TARGHE }, (_, i) => i);

/** The plates as typed, each with its country. An empty one between two others stays, so that the check reports it. */
export function targheOf(v: FormValues): string[] {
  const written = TARGA_PLACES.map((i) => {
    const targa = normaliseTarga(v[`targhe_${i}`] ?? '');
    const paese = v[`paese_${i}`] || 'IT';
    return !targa || targa.includes(':') || paese === 'IT' ? targa : `${paese}:${targa}`;
  });
  return written.slice(0, Math.max(1, written.findLastIndex(Boolean) + 1));
}

/** A list, or a text with commas. */
const targhe = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',') : v)),
  z
    .array(targaSchema(), 'Scrivi almeno una targa.')
    .check(
      z.refine((targhe) => targhe.length > 0, 'Scrivi almeno una targa.'),
      z.refine((targhe) => targhe.length <= MAX_TARGHE, `Puoi indicare al massimo ${MAX_TARGHE} targhe.`),
      z.refine((t) => new Set(t).size === t.length, 'La stessa targa è scritta due volte.'),
    )
    .register(z.globalRegistry, { minItems: 1, maxItems: MAX_TARGHE }),
);

/** Each plate is two fields on the screen (plate and country), and one value on the wire. */
const plateFields: FieldList = {
  list: {},
  boxes: {},
  names: TARGA_PLACES.flatMap((i) => [`targhe_${i}`, `paese_${i}`]),
  body: (values) => ({ targhe: targheOf(values) }),
};

export const vehicleFields = formFields({ file: filesField({ label: 'Carta di circolazione' }) });

export const abbonamentoBody = richiestaSchema({ ...abbonamentoFields.shape, targhe, bollo: z.optional(bolloSchema) });

/** @param today date in Rome */
export const makeAbbonamentoForm = (today: string) =>
  richiestaDefinition({
    path: FORM_PATH,
    title: FORM_TITLE,
    schema: abbonamentoBody,
    fields: joinFields(abbonamentoFields, plateFields, vehicleFields, bolloFields),
    // An error of the whole list is shown at the first plate.
    shownAt: { targhe: 'targhe_0' },
    alsoWrong: ({ dal }: FormValues) => findStartErrors(dal, today),
  });

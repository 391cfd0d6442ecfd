/** The request for a parking subscription: what it asks, and what it is checked by. Pure. */
import * as z from 'zod/mini';
import { targa } from '../../../platform/atoms/targa.ts';
import { targaNormale } from '../../../platform/atoms/targa-scritta.ts';
import { choice, code, day, files } from '../../../ui/form/fields.ts';
import { type FieldList, formFields, joined } from '../../cases/modulo/fields.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { datiRichiesta, moduloRichiesta } from '../../cases/richiesta/richiesta.form.ts';
import { erroriInizio } from './regole.ts';
import { DURATE, MAX_TARGHE, TIPI } from './valori.ts';

export const PERCORSO = '/servizio/abbonamento-parcheggi';
export const TITOLO = 'Abbonamento parcheggi';

export const abbonamentoFields = formFields({
  zona: code({ label: 'Zona', missing: 'Scegli la zona.' }),
  tipo: choice({ label: 'Tipo di abbonamento', options: TIPI, missing: 'Scegli il tipo di abbonamento.' }),
  durata: choice({ label: 'Durata', options: DURATE, missing: 'Scegli la durata.' }),
  dal: day({ label: 'Da quando', missing: 'Scrivi da quando vuoi l’abbonamento.' }),
});

const POSTI = Array.from({ length: MAX_TARGHE }, (_, i) => i);

/** The plates that were written, each with its country; one that was left out between others stays, to be told. */
export function targheDi(v: Valori): string[] {
  const scritte = POSTI.map((i) => {
    const targa = targaNormale(v[`targhe_${i}`] ?? '');
    const paese = v[`paese_${i}`] || 'IT';
    return !targa || targa.includes(':') || paese === 'IT' ? targa : `${paese}:${targa}`;
  });
  return scritte.slice(0, Math.max(1, scritte.findLastIndex(Boolean) + 1));
}

/** A list, or a text with commas. */
const targhe = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',') : v)),
  z
    .array(targa(), 'Scrivi almeno una targa.')
    .check(
      z.refine((targhe) => targhe.length > 0, 'Scrivi almeno una targa.'),
      z.refine((targhe) => targhe.length <= MAX_TARGHE, `Puoi indicare al massimo ${MAX_TARGHE} targhe.`),
      z.refine((t) => new Set(t).size === t.length, 'La stessa targa è scritta due volte.'),
    )
    .register(z.globalRegistry, { minItems: 1, maxItems: MAX_TARGHE }),
);

/** Plate after plate, each with its country: two fields on the screen, one value on the wire. */
const plateFields: FieldList = {
  ...{ list: {}, boxes: {} },
  names: POSTI.flatMap((i) => [`targhe_${i}`, `paese_${i}`]),
  body: (valori) => ({ targhe: targheDi(valori) }),
};

export const vehicleFields = formFields({ file: files({ label: 'Carta di circolazione' }) });

export const abbonamentoBody = datiRichiesta({ ...abbonamentoFields.shape, targhe });

/** @param oggi the day it is in Rome */
export const moduloAbbonamento = (oggi: string) =>
  moduloRichiesta({
    ...{ percorso: PERCORSO, titolo: TITOLO, schema: abbonamentoBody },
    fields: joined(abbonamentoFields, plateFields, vehicleFields),
    // What is wrong with all plates is told at the first.
    altrove: { targhe: 'targhe_0' },
    alsoWrong: ({ dal }: Valori) => erroriInizio(dal, oggi),
  });

/** What the request for a parking subscription is checked by. Pure. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/data.ts';
import { targa } from '../../platform/atoms/targa.ts';
import { testo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { datiRichiesta } from '../richiesta/richiesta.form.ts';
import { MODULO, targheDi } from './parcheggi.passi.ts';
import { erroriInizio } from './regole.ts';
import { DURATE, type Durata, MAX_TARGHE, TIPI, type Tipo } from './valori.ts';

export const tipo = () => z.enum(Object.keys(TIPI) as [Tipo, ...Tipo[]], 'Scegli il tipo di abbonamento.');
export const durata = () => z.enum(Object.keys(DURATE) as [Durata, ...Durata[]], 'Scegli la durata.');
export const zona = () => testo({ max: 60, required: 'Scegli la zona.' });

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

export const dati = datiRichiesta({
  zona: zona(),
  tipo: tipo(),
  durata: durata(),
  dal: data({ missing: 'Scrivi da quando vuoi l’abbonamento.' }),
  targhe,
});

/** @param oggi the day it is in Rome */
export const controllato = (oggi: string): ModuloControllato => ({
  ...MODULO,
  schema: dati,
  body: (v) => ({
    ...{ ente: v.ente, zona: v.zona, tipo: v.tipo, durata: v.durata, dal: v.dal },
    targhe: targheDi(v),
    richiedente: componiRichiedente(v),
  }),
  alsoWrong: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...erroriInizio(compilato.valori.dal, oggi),
  }),
});

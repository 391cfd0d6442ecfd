/** What the request for votive lamps is checked by. Pure. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/data.ts';
import { cap, provincia } from '../../platform/atoms/indirizzo.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { facoltativo, testo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { datiRichiesta } from '../richiesta/richiesta.form.ts';
import { MAX_LAMPADE, MODULO } from './lampade.passi.ts';
import { erroriGiorni } from './regole.ts';

const posto = () => facoltativo(testo({ max: 40 }));

export const dati = datiRichiesta({
  cimitero: testo({ max: 60, required: 'Scegli il cimitero.' }),
  tipo: testo({ max: 60, required: 'Scegli il tipo di tomba.' }),
  defunto: z.object({
    nome: testo({ max: 60, required: 'Scrivi il nome del defunto.' }),
    cognome: testo({ max: 60, required: 'Scrivi il cognome del defunto.' }),
    data_decesso: data({ missing: 'Scrivi la data di decesso.' }),
  }),
  posizione: z
    .pipe(
      z.transform((v: unknown) => v ?? {}),
      z.object({ campo: posto(), fila: posto(), numero: posto() }),
    )
    .register(z.globalRegistry, { 'x-default': {} }),
  lampade: interoScritto({ min: 1, max: MAX_LAMPADE }, `Scrivi quante lampade: da 1 a ${MAX_LAMPADE}.`),
  fatturazione: z.object({
    indirizzo: testo({ max: 120, required: 'Scrivi la via e il numero civico.' }),
    cap: cap(),
    comune: testo({ max: 80, required: 'Scrivi il Comune.' }),
    provincia: provincia(),
  }),
  decorrenza: data({ missing: 'Scrivi da quando vuoi l’allacciamento.' }),
});

/** @param oggi the day it is in Rome */
export const controllato = (oggi: string): ModuloControllato => ({
  ...MODULO,
  schema: dati,
  body: (v) => ({
    ...{ ente: v.ente, cimitero: v.cimitero, tipo: v.tipo },
    defunto: { nome: v.defunto_nome, cognome: v.defunto_cognome, data_decesso: v.defunto_data_decesso },
    // Empty is not there: a draft that was read again has no empty values, and must be the same send.
    posizione: {
      campo: v.posizione_campo || undefined,
      fila: v.posizione_fila || undefined,
      numero: v.posizione_numero || undefined,
    },
    lampade: v.lampade,
    fatturazione: {
      ...{ indirizzo: v.fatturazione_indirizzo, cap: v.fatturazione_cap },
      ...{ comune: v.fatturazione_comune, provincia: v.fatturazione_provincia },
    },
    decorrenza: v.decorrenza,
    richiedente: componiRichiedente(v),
  }),
  alsoWrong: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...erroriGiorni(
      { data_decesso: compilato.valori.defunto_data_decesso, decorrenza: compilato.valori.decorrenza },
      oggi,
    ),
  }),
});

/** The report: what it asks, what it is checked by, and when an ente does not take the chosen type. Pure. */
import * as z from 'zod/mini';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import type { Output } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { choice, files, longText, special, text } from '../../../ui/form/fields.ts';
import { filesAllegati } from '../../cases/allegati/allegati.controlli.ts';
import type { operations as enti } from '../../cases/ente/ente.contract.ts';
import { nonRiceve } from '../../cases/ente/ente.ts';
import { autore, CAMPI_AUTORE } from '../../cases/modulo/autore.ts';
import { formFields } from '../../cases/modulo/fields.ts';
import type { Modulo, Valori } from '../../cases/modulo/modulo.ts';
import { SENZA_LUOGO, TIPI } from './tipi.ts';

export type EnteOfferto = Output<typeof enti.listaEnti>[number];

export const PERCORSO = '/segnalazione';
export const SERVIZIO = 'Segnalazione disservizio';

const RIPROVA = 'usa di nuovo «Usa la mia posizione» o scrivi l’indirizzo.';

/** Degrees, as a form or a program writes them. */
const gradi = (limite: number) =>
  z
    .pipe(
      z.transform((v: unknown) => (typeof v === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(v.trim()) ? Number(v) : v)),
      z.custom<number>((v) => typeof v === 'number' && Math.abs(v) <= limite, {
        error: ({ input }) => `La posizione non è ${typeof input === 'number' ? 'valida' : 'leggibile'}: ${RIPROVA}`,
      }),
    )
    .register(z.globalRegistry, { type: 'number', minimum: -limite, maximum: limite });

export const placeFields = formFields({
  indirizzo: special({ label: 'Indirizzo o luogo', schema: facoltativo(testo({ max: 200 })) }),
  lat: special({ label: 'Latitudine', schema: facoltativo(gradi(90)) }),
  lon: special({ label: 'Longitudine', schema: facoltativo(gradi(180)) }),
});

export const faultFields = formFields({
  codice: choice({ label: 'Tipo di disservizio', options: TIPI, missing: 'Scegli il tipo di segnalazione.' }),
  oggetto: text({
    label: 'Titolo',
    hint: 'In poche parole, ad esempio «Lampione spento».',
    missing: 'Scrivi in poche parole che cosa segnali.',
    max: 80,
    saysMax: true,
  }),
  descrizione: longText({
    label: 'Dettagli',
    hint: 'Che cosa hai visto, e da quando. Non scrivere dati personali di altre persone.',
    missing: 'Descrivi che cosa hai visto.',
    max: 2000,
  }),
  file: files({ label: 'Foto e documenti' }),
});

const { codice, oggetto, descrizione } = faultFields.shape;

/** What is sent, before the privacy text is part of it. A caller is told of the kind before the place, as ever. */
export const segnalazioneShape = {
  ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  ...{ codice, ...placeFields.shape, oggetto, descrizione, filesAllegati, ...autore },
};

/** Where it is, for the kinds that happen somewhere: an address, or a point. Said also when other fields are wrong. */
export const haUnLuogo = <
  T extends { codice: string; indirizzo?: string | undefined; lat?: number | undefined; lon?: number | undefined },
>() =>
  z.refine<T>(
    (v) => SENZA_LUOGO.includes(v.codice) || Boolean(v.indirizzo) || (v.lat !== undefined && v.lon !== undefined),
    {
      path: ['indirizzo'],
      error: 'Indica il luogo: scrivi l’indirizzo o un punto che si riconosca.',
      when: ({ value }) => typeof (value as { indirizzo?: unknown } | null)?.indirizzo !== 'object',
    },
  );

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: SERVIZIO,
  tipo: 'segnalazione',
  dati: 'Dati di segnalazione',
  campi: ['ente', ...placeFields.names, ...faultFields.names, ...CAMPI_AUTORE],
  altrove: { lat: 'indirizzo', lon: 'indirizzo' },
  schema: z.object(segnalazioneShape).check(haUnLuogo()),
};

/** Kinds of report, as they stand on the wire. */
export const opzioni = z.array(z.object({ codice: z.string(), etichetta: z.string() }));

/** @param ente the chosen one, when it is known here: it has to answer for the chosen type */
export function nonRisponde(
  { codice }: Valori,
  ente: Pick<EnteOfferto, 'Nome' | 'Categorie'> | undefined,
): FieldErrors {
  return ente && codice && !ente.Categorie.includes(codice) ? { codice: [nonRiceve(ente.Nome)] } : {};
}

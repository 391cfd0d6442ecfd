/** What is said of a device, and what it is checked by: by hand, by program, from a sheet and from the body's own data. */
import * as z from 'zod/mini';
import { data } from '../../../platform/atoms/data.ts';
import { identificativo } from '../../../platform/atoms/identificativo.ts';
import { interoScritto } from '../../../platform/atoms/intero.ts';
import { targa } from '../../../platform/atoms/targa.ts';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import {
  type CategoriaVeicolo,
  FACCE,
  type Facce,
  FILE_MEZZO,
  type FileMezzo,
  ILLUMINAZIONE,
  type Illuminazione,
  MAX_FILE_MEZZO,
  MAX_LATO,
  MAX_PEZZI,
  tipiFissi,
  VEICOLI,
} from './mezzo.ts';

export const chiavi = <K extends string>(parole: Readonly<Record<K, string>>) => Object.keys(parole) as [K, ...K[]];

const lato = (nome: string) =>
  interoScritto({ min: 1, max: MAX_LATO }, `Scrivi ${nome} in centimetri: un numero intero da 1 a ${MAX_LATO}.`);

/** `[{Id, categoria, IsDeleted?}]`, in JSON or as the text of it. Not sent at all, the files stay as they are. */
export const allegatiMezzo = z.pipe(
  z.transform((v: unknown) => {
    if (typeof v !== 'string') return v;
    if (!v.trim()) return [];
    try {
      return JSON.parse(v) as unknown;
    } catch {
      return v;
    }
  }),
  z.optional(
    z
      .array(
        z.object(
          {
            Id: identificativo(),
            categoria: z.enum(chiavi<FileMezzo>(FILE_MEZZO), 'Questa categoria di allegati non esiste.'),
            IsDeleted: z.optional(z.custom<boolean>((v) => typeof v === 'boolean', 'Scrivi true o false.')),
          },
          'Gli allegati non sono leggibili.',
        ),
        'Gli allegati non sono leggibili.',
      )
      .check(
        z.refine(
          (files) => new Set(files.map((f) => f.Id)).size === files.length,
          'Lo stesso file è allegato due volte.',
        ),
        z.refine(
          (files) =>
            chiavi<FileMezzo>(FILE_MEZZO).every(
              (c) => files.filter((f) => f.categoria === c && !f.IsDeleted).length <= MAX_FILE_MEZZO,
            ),
          `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria.`,
        ),
      ),
  ),
);

const comuni = {
  facce: z.enum(chiavi<Facce>(FACCE), 'Scegli quante facce ha.'),
  illuminazione: z.enum(chiavi<Illuminazione>(ILLUMINAZIONE), 'Scegli se è luminoso o senza luce.'),
  larghezza_cm: lato('la larghezza'),
  altezza_cm: lato('l’altezza'),
};

/** A vehicle, as it is declared. */
export const automezzo = z.object({
  Tipologia_impianto_publicitario__c: z.literal(
    'Automezzo',
    'Qui si scrivono gli automezzi: per gli altri tipi usa «altro».',
  ),
  targa: targa(),
  categoria_veicolo: z.enum(chiavi<CategoriaVeicolo>(VEICOLI), 'Scegli la categoria del veicolo.'),
  ...comuni,
});

/** The last day of one that stands for a while only is not before its first. Speaks also while other fields are wrong. */
export const ordineDate = z.refine<{ dal?: unknown; al?: unknown }>(
  ({ dal, al }) => !(typeof dal === 'string' && typeof al === 'string') || dal <= al,
  {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo: controlla le date.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/** Every other type, as it is declared. */
export const mezzoFisso = z
  .object({
    Tipologia_impianto_publicitario__c: z.enum(tipiFissi, 'Scegli il tipo di mezzo pubblicitario.'),
    indirizzo: testo({ max: 200, required: 'Scrivi dove si trova: via, piazza e numero.' }),
    quantita: interoScritto({ min: 1, max: MAX_PEZZI }, `Scrivi quanti sono: un numero intero da 1 a ${MAX_PEZZI}.`),
    testo: testo({ max: 200, required: 'Scrivi il testo o il marchio che si legge.' }),
    dal: facoltativo(data()),
    al: facoltativo(data()),
    ...comuni,
  })
  .check(ordineDate);

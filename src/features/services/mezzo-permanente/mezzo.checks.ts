/** The schema of a device, whether it comes from the form, a call, a sheet or the ente's own data. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { idSchema } from '../../../platform/atoms/id.ts';
import { integerSchema } from '../../../platform/atoms/integer.ts';
import { targaSchema } from '../../../platform/atoms/targa.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import {
  type CategoriaVeicolo,
  FACCE,
  type Facce,
  FILE_MEZZO,
  type FileMezzo,
  fixedTipi,
  LIGHTING_KINDS,
  type LightingKind,
  MAX_FILE_MEZZO,
  MAX_PIECES,
  MAX_SIDE_CM,
  VEICOLI,
} from './mezzo.ts';

export const keysOf = <K extends string>(texts: Readonly<Record<K, string>>) => Object.keys(texts) as [K, ...K[]];

const sideInCm = (label: string) =>
  integerSchema({ min: 1, max: MAX_SIDE_CM }, `Scrivi ${label} in centimetri: un numero intero da 1 a ${MAX_SIDE_CM}.`);

/** `[{Id, categoria, IsDeleted?}]`, as JSON or as its text. Without it the files stay as they are. */
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
        z
          .object(
            {
              Id: idSchema(),
              categoria: z.enum(keysOf<FileMezzo>(FILE_MEZZO), 'Questa categoria di allegati non esiste.'),
              IsDeleted: z.optional(z.custom<boolean>((v) => typeof v === 'boolean', 'Scrivi true o false.')),
            },
            'Gli allegati non sono leggibili.',
          )
          .register(z.globalRegistry, { id: 'AllegatoMezzoInviato' }),
        'Gli allegati non sono leggibili.',
      )
      .check(
        z.refine(
          (files) => new Set(files.map((f) => f.Id)).size === files.length,
          'Lo stesso file è allegato due volte.',
        ),
        z.refine(
          (files) =>
            keysOf<FileMezzo>(FILE_MEZZO).every(
              (c) => files.filter((f) => f.categoria === c && !f.IsDeleted).length <= MAX_FILE_MEZZO,
            ),
          `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria.`,
        ),
      ),
  ),
);

const sharedFields = {
  facce: z.enum(keysOf<Facce>(FACCE), 'Scegli quante facce ha.'),
  illuminazione: z.enum(keysOf<LightingKind>(LIGHTING_KINDS), 'Scegli se è luminoso o senza luce.'),
  larghezza_cm: sideInCm('la larghezza'),
  altezza_cm: sideInCm('l’altezza'),
};

/** A declared vehicle. */
export const automezzo = z.object({
  Tipologia_impianto_publicitario__c: z.literal(
    'Automezzo',
    'Qui si scrivono gli automezzi: per gli altri tipi usa «altro».',
  ),
  targa: targaSchema(),
  categoria_veicolo: z.enum(keysOf<CategoriaVeicolo>(VEICOLI), 'Scegli la categoria del veicolo.'),
  ...sharedFields,
});

/** The last day of a temporary device is not before its first. Checked even while other fields are wrong. */
export const datesInOrder = z.refine<{ dal?: unknown; al?: unknown }>(
  ({ dal, al }) => !(typeof dal === 'string' && typeof al === 'string') || dal <= al,
  {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo: controlla le date.',
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/** A declared device of any other type. */
export const fixedMezzo = z
  .object({
    Tipologia_impianto_publicitario__c: z.enum(fixedTipi, 'Scegli il tipo di mezzo pubblicitario.'),
    indirizzo: textSchema({ max: 200, required: 'Scrivi dove si trova: via, piazza e numero.' }),
    quantita: integerSchema({ min: 1, max: MAX_PIECES }, `Scrivi quanti sono: un numero intero da 1 a ${MAX_PIECES}.`),
    testo: textSchema({ max: 200, required: 'Scrivi il testo o il marchio che si legge.' }),
    dal: optionalSchema(dateSchema()),
    al: optionalSchema(dateSchema()),
    ...sharedFields,
  })
  .check(datesInOrder);

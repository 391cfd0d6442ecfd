/** Checks the files of a send. */
import * as z from 'zod/mini';
import { idSchema } from '../../../platform/atoms/id.ts';
import { FILE_CATEGORIE, type FileCategoria, MAX_FILES } from './file-limits.ts';

const categorie = Object.keys(FILE_CATEGORIE) as [FileCategoria, ...FileCategoria[]];
export const categoria = () => z.enum(categorie, 'Questa categoria di allegati non esiste.');

/** `[{Id}]` in JSON; from a form also the ids alone, repeated. */
export const filesAllegati = z
  .pipe(
    z.transform((v: unknown) => {
      if (v === undefined || v === '' || v === null) return [];
      const list = Array.isArray(v) ? v : [v];
      return list.map((item) => (typeof item === 'string' ? { Id: item } : item));
    }),
    z
      .array(
        z.object({ Id: idSchema(), categoria: z.optional(categoria()) }, 'Gli allegati non sono leggibili.'),
        'Gli allegati non sono leggibili.',
      )
      .check(
        z.refine((files) => files.length <= MAX_FILES, `Puoi allegare al massimo ${MAX_FILES} file.`),
        z.refine(
          (files) => new Set(files.map((f) => f.Id)).size === files.length,
          'Lo stesso file è allegato due volte.',
        ),
      )
      .register(z.globalRegistry, { maxItems: MAX_FILES }),
  )
  .register(z.globalRegistry, { 'x-default': [] });

/** Who fills in a form adds files; who takes part in a case downloads them. */
import * as z from 'zod/mini';
import { idCercato } from '../../../platform/atoms/identificativo.ts';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import { file, operation } from '../../../platform/contract.ts';
import { categoria } from './allegati.controlli.ts';
import { MAX_FILE } from './limiti.ts';

export const allegato = z.object({
  Id: z.string(),
  nome: z.string(),
  tipo: z.string(),
  dimensione: z.number(),
  miniatura: z.boolean(),
  nota: z.optional(z.string()),
  categoria: z.optional(z.string()),
  /** Hidden by an operator because it exposed somebody */
  nascosto: z.optional(z.boolean()),
});
export type AllegatoMostrato = z.infer<typeof allegato>;

export const operations = {
  caricaFile: operation({
    summary: 'Anyone uploads a file for the form they are filling in; only they can attach it.',
    method: 'POST',
    path: '/api/v1/generic/documento/upload',
    access: 'anyone',
    input: z.object({
      file: z.instanceof(File, { error: 'Scegli un file da allegare.' }),
      note: facoltativo(testo({ max: 200 })),
      percorso: facoltativo(testo({ max: 1000 })),
      categoria: facoltativo(categoria()),
    }),
    output: allegato,
    status: 201,
    creates: true,
    upload: MAX_FILE,
    bot: 'checked',
    // A declaration of fifty devices has a photo or two of each.
    brakes: [
      { by: 'visitor', times: 300, minutes: 60 },
      { by: 'address', times: 900, minutes: 60 },
    ],
  }),
  togliFile: operation({
    summary: 'Who uploaded a file removes it, before it is part of a case.',
    method: 'DELETE',
    path: '/api/v1/portale/allegati/{id}',
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: z.void(),
    status: 204,
  }),
  scaricaFile: operation({
    summary: 'Who uploaded a file, or takes part in its case, downloads it or its thumbnail.',
    method: 'GET',
    path: '/api/v1/portale/allegati/{id}',
    access: 'anyone',
    input: z.object({
      id: idCercato(),
      miniatura: z.optional(z.literal('1', 'Valore non ammesso.')),
      email: z.optional(z.string().check(z.maxLength(254))),
      vista: z.optional(z.enum(['cittadino', 'operatore'], 'Valore non ammesso.')),
    }),
    output: file,
  }),
};

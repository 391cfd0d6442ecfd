/** What the step of who declares is checked by. Pure. */
import * as z from 'zod/mini';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente, richiedente } from '../richiedente/richiedente.controlli.ts';
import { moduloRichiedente } from './richiedente.modulo.ts';

const schema = z.object({ richiedente });

/** @param id of the declaration */
export const richiedenteControllato = (id: string): ModuloControllato => ({
  ...moduloRichiedente(id),
  schema,
  body: (v) => ({ richiedente: componiRichiedente(v) }),
  alsoWrong: oltreRichiedente,
});

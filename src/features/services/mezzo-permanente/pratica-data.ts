/** What the case of a declaration keeps for programs: the devices as they were sent, and the ids of their files. */
import * as z from 'zod/mini';
import { keysOf } from './mezzo.checks.ts';
import { FILE_MEZZO, type FileMezzo } from './mezzo.ts';
import { declaredMezzo } from './shown.ts';

/** A file that a device or a declaration names. */
export const namedFile = z.object({ Id: z.string(), categoria: z.enum(keysOf<FileMezzo>(FILE_MEZZO)) });
export type MezzoFile = z.infer<typeof namedFile>;

export const praticaData = z.object({
  dichiarazione: z.string(),
  richiedente: z.looseObject({}),
  mezzi: z.array(z.extend(declaredMezzo, { allegati: z.array(namedFile) })),
  allegati: z.array(namedFile),
  stima_cent: z.nullable(z.number()),
});
export type PraticaData = z.infer<typeof praticaData>;

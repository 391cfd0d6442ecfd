/** Calls with which a citizen adds files to a form, and both sides of a case download them. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { replacedBy } from '../../../platform/back-end/answer.ts';
import { type AnswerFacts, defineOperation, fileOutput } from '../../../platform/contract.ts';
import { categoria } from './allegati.checks.ts';
import { MAX_FILE, MAX_NOTE } from './file-limits.ts';

export const allegato = z
  .object({
    Id: z.string(),
    nome: z.string(),
    tipo: z.string(),
    dimensione: z.number(),
    miniatura: z.boolean(),
    nota: z.optional(z.string()),
    categoria: z.optional(z.string()),
    /** Hidden by an operator because it exposed a person */
    nascosto: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'Allegato' });
export type ShownAllegato = z.infer<typeof allegato>;

/** As a back end answers: thumbnails are made by a portal alone. */
export const answeredAllegato = z.extend(allegato, { miniatura: replacedBy(false) });

/** A file is kept for the field in which it was chosen. */
const uploadedAllegato = ({ fields }: AnswerFacts) =>
  z.pipe(
    answeredAllegato,
    z.transform((file) => ({ categoria: z.safeParse(categoria(), fields.categoria).data, ...file })),
  );

export const allegatoOperations = {
  caricaFile: defineOperation({
    summary: 'Anyone uploads a file for the form they are filling in; only they can attach it.',
    method: 'POST',
    path: '/api/v1/generic/documento/upload',
    access: 'anyone',
    scope: 'pratiche:scrivi',
    input: z.object({
      file: z.instanceof(File, { error: 'Scegli un file da allegare.' }),
      note: optionalSchema(textSchema({ max: MAX_NOTE })),
      percorso: optionalSchema(textSchema({ max: 1000 })),
      categoria: optionalSchema(categoria()),
    }),
    output: allegato,
    answer: uploadedAllegato,
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
  togliFile: defineOperation({
    summary: 'The uploader of a file removes it, before it is part of a case.',
    method: 'DELETE',
    path: '/api/v1/portale/allegati/{id}',
    access: 'anyone',
    kept: true,
    input: z.object({ id: lookupIdSchema() }),
    output: z.void(),
    status: 204,
  }),
  annotaFile: defineOperation({
    summary: 'The uploader of a file writes what it shows, before it is part of a case; an empty note removes it.',
    method: 'POST',
    path: '/api/v1/portale/allegati/{id}/nota',
    access: 'anyone',
    kept: true,
    input: z.object({ id: lookupIdSchema(), nota: optionalSchema(textSchema({ max: MAX_NOTE })) }),
    output: allegato,
    brakes: [{ by: 'address', times: 900, minutes: 60 }],
  }),
  scaricaFile: defineOperation({
    summary: 'The uploader of a file, or a participant of its case, downloads it or its thumbnail.',
    method: 'GET',
    path: '/api/v1/portale/allegati/{id}',
    access: 'anyone',
    scope: 'pratiche:leggi',
    input: z.object({
      id: lookupIdSchema(),
      miniatura: z.optional(z.literal('1', 'Valore non ammesso.')),
      /** A picture is shown in the browser instead of being saved */
      apri: z.optional(z.literal('1', 'Valore non ammesso.')),
      email: z.optional(z.string().check(z.maxLength(254))),
      vista: z.optional(z.enum(['cittadino', 'operatore'], 'Valore non ammesso.')),
    }),
    output: fileOutput,
  }),
};

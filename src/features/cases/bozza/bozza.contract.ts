/** Calls of drafts: a form is saved at every step, so that the citizen finds it again as they left it. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { allegato } from '../allegati/allegati.contract.ts';

/** Path of a form; the path of a form about documents names them. */
export const formPath = () =>
  textSchema({ max: 1000 }).check(z.regex(/^\/[\w./,%~-]+$/, 'Il percorso del modulo non è valido.'));
/** Values as typed. They are checked when the form is sent, not when the draft is saved. */
const formValues = () =>
  z
    .record(
      z.string().check(z.maxLength(60)),
      z.string().check(z.maxLength(8000)),
      'I dati della bozza non sono leggibili.',
    )
    .check(z.refine((v) => Object.keys(v).length <= 100, 'I dati della bozza sono troppi.'));

/**
 * What a page knows of the draft that it writes. @property vista when the draft that it shows was changed last, '' when it shows none:
 * one that was changed since then is not replaced @property chiave of the send, as the page has it @property mano names the page, so
 * that it is never asked about its own changes
 */
const seenShape = {
  vista: z.optional(z.string().check(z.maxLength(40))),
  chiave: z.optional(z.string().check(z.maxLength(100))),
  mano: z.optional(z.string().check(z.maxLength(40))),
};

export type SeenBozza = z.infer<z.ZodMiniObject<typeof seenShape>>;

const bozza = z.object({
  percorso: z.string(),
  passo: z.string(),
  valori: z.record(z.string(), z.string()),
  chiave: z.string(),
  salvata: z.boolean(),
  aggiornata: z.string(),
  allegati: z.array(allegato),
});
export type Bozza = z.infer<typeof bozza>;

export const bozzaOperations = {
  salvaBozza: defineOperation({
    summary: 'A visitor or citizen saves an unfinished form as a draft.',
    method: 'POST',
    path: '/api/v1/portale/bozze',
    access: 'anyone',
    kept: true,
    input: z.object({
      percorso: formPath(),
      passo: textSchema({ max: 40 }),
      valori: formValues(),
      salva: z.optional(z.boolean()),
      ...seenShape,
    }),
    output: z.object({ chiave: z.string(), aggiornata: z.string(), scade: z.string() }),
    fails: ['conflict'],
    brakes: [
      { by: 'visitor', times: 600, minutes: 60 },
      // Each form in which somebody types saves up to five times a minute.
      { by: 'address', times: 6000, minutes: 60 },
    ],
  }),
  leggiBozza: defineOperation({
    summary: 'A visitor or citizen reads their own draft of a form, with its files.',
    method: 'GET',
    path: '/api/v1/portale/bozze',
    access: 'anyone',
    kept: true,
    input: z.object({ percorso: formPath() }),
    output: z.nullable(bozza),
  }),
  chiaveCopia: defineOperation({
    summary:
      'A visitor or citizen gets the key of the drafts that their own browser stores while it has no connection.',
    method: 'GET',
    path: '/api/v1/portale/bozze/chiave',
    access: 'anyone',
    kept: true,
    input: z.object({}),
    // Of a person who has logged in since, also the one that this browser had as a guest.
    output: z.object({ chiave: z.string(), ospite: z.optional(z.string()) }),
  }),
  mieBozze: defineOperation({
    summary: 'A citizen lists the forms they have begun and not sent, the last one touched first.',
    method: 'GET',
    path: '/api/v1/portale/bozze/mie',
    access: 'citizen',
    kept: true,
    input: z.object({}),
    output: z.array(z.object({ percorso: z.string(), aggiornata: z.string(), scade: z.string() })),
  }),
  eliminaBozza: defineOperation({
    summary: 'A visitor or citizen deletes their draft of a form, with its files.',
    method: 'DELETE',
    path: '/api/v1/portale/bozze',
    access: 'anyone',
    kept: true,
    input: z.object({ percorso: formPath() }),
    output: z.void(),
    status: 204,
  }),
};

/** Calls of citizens and operators on a case: the receipt, the rating, a new link. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { type ApiOperation, defineOperation, fileOutput, PDF_BRAKES } from '../../../platform/contract.ts';

/** The output of every call that opens a case. */
export const openedPratica = z
  .object({
    id: z.string(),
    protocollo: z.string(),
    stato: z.string(),
    inviata_il: z.string(),
    termine_il: z.string(),
    /** Path of the case's chat */
    chat: z.string(),
  })
  .register(z.globalRegistry, { id: 'PraticaInviata' });
export type OpenedPratica = z.infer<typeof openedPratica>;

/** Common part of the calls that open a case. */
export const invioPratica = <I extends z.ZodMiniType>(
  path: `/${string}`,
  summary: string,
  input: I,
  example?: NonNullable<ApiOperation<I, typeof openedPratica>['example']>,
) =>
  defineOperation({
    summary,
    method: 'POST',
    path,
    access: 'anyone',
    input,
    output: openedPratica,
    ...(example && { example }),
    status: 201,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  });

/** A notice of a case. Only the citizen gets `paga` and `ricevuta` (addresses), while there is something to pay or to download. */
export const pagamentoPratica = z
  .object({
    causale: z.string(),
    numero_avviso: z.string(),
    importo_cent: z.number(),
    scadenza: z.nullable(z.string()),
    /** State, as for a document */
    stato: z.string(),
    paga: z.optional(z.string()),
    ricevuta: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'PagamentoPratica' });
export type PagamentoPratica = z.infer<typeof pagamentoPratica>;

/** The pair that proves the citizen. `vista` names the side when the browser could be on both. */
export const accessPair = {
  email: z.string('Scrivi l’indirizzo e-mail.').check(z.maxLength(254, 'Controlla l’indirizzo e-mail.')),
  id: lookupIdSchema(),
  vista: z.optional(z.enum(['cittadino', 'operatore'], 'Valore non ammesso.')),
};

/** The answers to the second question of the rating, by the number of stars; the national model prescribes the words. */
export const VALUTAZIONE_ASPECTS = {
  positivi: [
    'Le indicazioni erano chiare',
    'Le indicazioni erano complete',
    'Capivo sempre che stavo procedendo correttamente',
    'Non ho avuto problemi tecnici',
    'Altro',
  ],
  negativi: [
    'A volte le indicazioni non erano chiare',
    'A volte le indicazioni non erano complete',
    'A volte non capivo se stavo procedendo correttamente',
    'Ho avuto problemi tecnici',
    'Altro',
  ],
} as const;

/** The rating of a service, of a case or of a payment. */
export const valutazioneInput = {
  stelle: z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && /^[1-5]$/.test(v) ? Number(v) : v)),
    z.int('Scegli da 1 a 5 stelle.').check(z.gte(1, 'Scegli da 1 a 5 stelle.'), z.lte(5, 'Scegli da 1 a 5 stelle.')),
  ),
  aspetto: optionalSchema(
    z.enum([...VALUTAZIONE_ASPECTS.positivi, ...VALUTAZIONE_ASPECTS.negativi], 'Scegli una delle risposte.'),
  ),
  testo: optionalSchema(textSchema({ max: 200 })),
};

export const praticaOperations = {
  ricevutaPratica: defineOperation({
    summary: 'A participant of a case downloads the receipt of its sending (PDF).',
    method: 'GET',
    path: '/api/v1/portale/pratiche/{id}/ricevuta',
    access: 'anyone',
    scope: 'pratiche:leggi',
    input: z.object(accessPair),
    output: fileOutput,
    brakes: PDF_BRAKES,
  }),
  mappaPratica: defineOperation({
    summary: 'A participant of a case sees a small picture of the map around its place (PNG), once it has been made.',
    method: 'GET',
    path: '/api/v1/portale/pratiche/{id}/mappa',
    access: 'anyone',
    input: z.object(accessPair),
    output: fileOutput,
  }),
  valutaServizio: defineOperation({
    summary: 'The sender of a case rates how easy it was, once.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/valutazione',
    access: 'anyone',
    input: z.object({ ...accessPair, ...valutazioneInput }),
    output: z.object({ registrata: z.boolean() }),
  }),
  nuovoLink: defineOperation({
    summary: 'A caller whose operator link has expired has a new one sent to the ente’s mailbox.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/nuovo-link',
    access: 'anyone',
    input: z.object(accessPair),
    output: z.object({ inviato: z.boolean() }),
    brakes: [
      { by: 'visitor', times: 5, minutes: 60 },
      { by: 'address', times: 20, minutes: 60 },
    ],
  }),
};

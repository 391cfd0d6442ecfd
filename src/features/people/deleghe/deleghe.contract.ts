/** Calls by which a citizen lets another one act on their positions, and the other accepts. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { MOTIVO_CODES } from '../../cases/posizione/motivi-delega.ts';
import { posizione } from '../../cases/posizione/posizione.checks.ts';
import { ACCOUNT_BRAKES } from '../../cases/utente/utente.contract.ts';

/** Delegations received that are listed at a time. */
export const DELEGHE_PAGE = 20;
/** Positions that one delegation may name. */
const MAX_POSIZIONI = 500;
/** What a delegate did that is listed, latest first. */
export const MAX_ATTI = 100;

export const AVVISI = ['entrambi', 'titolare', 'delegato'] as const;
const CHOOSE_POSIZIONI = 'Scegli almeno una posizione.';
const CHOOSE_SERVIZI = 'Scegli almeno una richiesta, oppure «Tutte».';

const delega = z
  .object({
    id: z.string(),
    /** `attesa`: not accepted yet; `scaduta`: its last day has passed */
    stato: z.enum(['attesa', 'attiva', 'scaduta', 'rifiutata', 'revocata', 'rinunciata', 'tolta']),
    /** The person for whom it is: who gave it, unless an office granted it */
    titolare: z.string(),
    /** The person who acts: their name since they accepted it */
    delegato: z.nullable(z.string()),
    codice_fiscale_delegato: z.string(),
    paga: z.boolean(),
    presenta: z.boolean(),
    /** Codes of the services whose requests they may send; absent: of all */
    servizi: z.optional(z.array(z.string())),
    /** To whom the mails about requests go */
    avvisi: z.enum(AVVISI),
    fino_a: z.string(),
    creata_il: z.string(),
    accettata_il: z.nullable(z.string()),
    chiusa_il: z.nullable(z.string()),
    /** How many positions it names, and the first of them */
    quante: z.number(),
    posizioni: z.array(
      z.object({
        codice_utente: z.string(),
        ente: z.string(),
        sistema: z.string(),
        /** The firm for which its holder gave it */
        ditta: z.nullable(z.string()),
      }),
    ),
    /** By which office it was granted, and why; null: the holder gave it */
    concessa: z.nullable(z.object({ ente: z.string(), motivo: z.enum(MOTIVO_CODES) })),
  })
  .register(z.globalRegistry, { id: 'Delega' });
export type ShownDelega = z.infer<typeof delega>;

/** Something that a delegate did. */
const atto = z
  .object({
    quando: z.string(),
    tipo: z.enum(['richiesta', 'pagamento']),
    /** Name of the service, or what was paid */
    testo: z.string(),
    protocollo: z.nullable(z.string()),
    stato: z.nullable(z.string()),
    importo_cent: z.nullable(z.number()),
    /** Path of the case */
    chat: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'AttoDelDelegato' });
export type ShownAtto = z.infer<typeof atto>;

/** A notice that a position owes beside its documents: an instalment of a plan. */
const rata = z
  .object({
    causale: z.string(),
    numero_avviso: z.string(),
    /** `YYYY-MM-DD` */
    scadenza: z.nullable(z.string()),
    importo_cent: z.number(),
  })
  .register(z.globalRegistry, { id: 'RataDelegata' });

const delegatedPosizione = z
  .extend(posizione, {
    /** First day by which something of it is to be paid; null: nothing is, or it has no day */
    prossima_scadenza: z.nullable(z.string()),
    /** Instalments to pay, by their day */
    rate: z.array(rata),
  })
  .register(z.globalRegistry, { id: 'PosizioneDelegata' });
export type DelegatedPosizione = z.infer<typeof delegatedPosizione>;

/** A list, or one text with commas. */
const idListSchema = (list: z.ZodMiniType<string[]>) =>
  z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v)),
    list,
  );

const searchSchema = optionalSchema(textSchema({ max: 80 }));

export const delegheOperations = {
  mieDeleghe: defineOperation({
    summary: `A citizen lists the delegations that they gave, and those that they received, ${DELEGHE_PAGE} at a time; what waits for them comes first.`,
    method: 'GET',
    path: '/api/v1/portale/deleghe',
    access: 'citizen',
    input: z.object({ pagina: pageNumberSchema('Questa pagina non esiste.', { max: 999, digits: 3 }) }),
    output: z.object({ date: z.array(delega), ricevute: z.array(delega), altre: z.boolean() }),
  }),
  nuovaDelega: defineOperation({
    summary:
      'A citizen lets another person, by tax code, act on positions that they hold, until a day. It holds once the other has accepted it.',
    method: 'POST',
    path: '/api/v1/portale/deleghe',
    access: 'citizen',
    input: z.object({
      delegato: codiceFiscaleSchema({ missing: 'Scrivi il codice fiscale della persona.' }),
      /** Ids of positions: a list, or a text with commas */
      posizioni: idListSchema(
        z
          .array(z.string(), CHOOSE_POSIZIONI)
          .check(
            z.minLength(1, CHOOSE_POSIZIONI),
            z.maxLength(MAX_POSIZIONI, `Una delega riguarda al massimo ${MAX_POSIZIONI} posizioni.`),
          ),
      ),
      paga: optionalTickSchema(),
      presenta: optionalTickSchema(),
      /** With `presenta`: codes of the services whose requests they may send; without it those of all */
      servizi: z.optional(idListSchema(z.array(z.string(), CHOOSE_SERVIZI).check(z.minLength(1, CHOOSE_SERVIZI)))),
      avvisi: z.enum(AVVISI, 'Scegli a chi mandare gli avvisi.'),
      fino_a: dateSchema({ missing: 'Scrivi fino a quando vale la delega.' }),
    }),
    output: delega,
    status: 201,
    creates: true,
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['conflict', 'forbidden'],
  }),
  accettaDelega: defineOperation({
    summary: 'A citizen accepts a delegation that was given to their tax code.',
    method: 'POST',
    path: '/api/v1/portale/deleghe/{id}/accetta',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: delega,
    brakes: ACCOUNT_BRAKES,
    fails: ['conflict'],
  }),
  chiudiDelega: defineOperation({
    summary:
      'Either of the two ends a delegation at once: it is revoked, refused or given up. Ending it again changes nothing. One that an office has granted is not its holder’s to end.',
    method: 'DELETE',
    path: '/api/v1/portale/deleghe/{id}',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: delega,
    fails: ['conflict'],
  }),
  posizioniDelegate: defineOperation({
    summary: `A delegate lists the positions on which they act, by the name of the holder, ${DELEGHE_PAGE} at a time; \`cerca\` finds names, tax codes and user codes.`,
    method: 'GET',
    path: '/api/v1/portale/deleghe/posizioni',
    access: 'citizen',
    input: z.object({
      cerca: searchSchema,
      pagina: pageNumberSchema('Questa pagina non esiste.', { max: 999, digits: 3 }),
    }),
    output: z.object({ posizioni: z.array(delegatedPosizione), altre: z.boolean() }),
  }),
  posizioneDelegata: defineOperation({
    summary: 'A delegate reads one position on which they act, by its `idRappresentanza`.',
    method: 'GET',
    path: '/api/v1/portale/deleghe/posizioni/{id}',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: delegatedPosizione,
  }),
  estrattoDeleghe: defineOperation({
    summary: 'A delegate downloads the documents and instalments of all positions on which they act (CSV).',
    method: 'GET',
    path: '/api/v1/portale/deleghe/estratto.csv',
    access: 'citizen',
    input: z.object({}),
    output: fileOutput,
    brakes: ACCOUNT_BRAKES,
  }),
  estrattoDeleghePdf: defineOperation({
    summary:
      'A delegate downloads a statement of all positions on which they act (PDF): by holder and position, what there is to pay and when.',
    method: 'GET',
    path: '/api/v1/portale/deleghe/estratto.pdf',
    access: 'citizen',
    input: z.object({}),
    output: fileOutput,
    brakes: ACCOUNT_BRAKES,
    fails: ['unavailable'],
  }),
  attiDelega: defineOperation({
    summary: 'Either of the two reads what the delegate has sent and paid by a delegation, latest first.',
    method: 'GET',
    path: '/api/v1/portale/deleghe/{id}/atti',
    access: 'citizen',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({ delega, atti: z.array(atto) }),
  }),
};

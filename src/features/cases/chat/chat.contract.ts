/** Calls by which the citizen of a case and the operators of its ente write to each other until it is closed. */
import * as z from 'zod/mini';
import { centsSchema } from '../../../platform/atoms/cents.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { idSchema, lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { orEmpty } from '../../../platform/back-end/answer.ts';
import { type AnswerFacts, defineOperation, eventsOutput } from '../../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.checks.ts';
import { allegato, answeredAllegato } from '../allegati/allegati.contract.ts';
import { esternaShown } from '../pratica/esterna.contract.ts';
import { MAX_MESSAGGIO_LENGTH } from '../pratica/messaggio-length.ts';
import { accessPair, pagamentoPratica } from '../pratica/pratica.contract.ts';
import { shownPraticaData } from '../pratica/pratica-data.ts';
import { protocolloEnteFields } from '../pratica/protocollo-ente.contract.ts';
import { isOpenStato, listPossibleAzioni, PRATICA_AZIONI, type StatoPratica } from '../pratica/stati.ts';

const evento = z
  .object({
    id: z.string(),
    /** Place in the timeline, from 1 */
    n: z.int(),
    quando: z.string(),
    da: z.enum(['cittadino', 'operatore', 'sistema']),
    chi: z.optional(z.string()),
    tipo: z.enum(['messaggio', 'stato', 'documento', 'nascosto']),
    testo: z.optional(z.string()),
    stato: z.optional(z.string()),
    allegati: z.array(allegato),
    /** Of a message that the ente registers: its number in the register, or that it waits for one, in words */
    registrato: z.optional(z.string()),
    /** Whether the other side has seen it */
    letto: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Evento' });
export type ShownEvento = z.infer<typeof evento>;

const praticaDetail = z
  .object({
    id: z.string(),
    protocollo: z.string(),
    tipo: z.enum(['segnalazione', 'richiesta']),
    codice: z.string(),
    oggetto: z.string(),
    descrizione: z.string(),
    ente: z.string(),
    stato: z.string(),
    inviata_il: z.string(),
    presa_in_carico_il: z.optional(z.string()),
    /** Day, `YYYY-MM-DD`; '' when another program deals with it */
    termine_il: z.string(),
    chiusa_il: z.optional(z.string()),
    ...protocolloEnteFields,
    dati: z.record(z.string(), z.unknown()),
    allegati: z.array(allegato),
    /** Whose tiles the picture of the map around its place is made of, once there is one */
    mappa: z.optional(z.string()),
    /** At most 50: the last events, those before a given one, or the first after it */
    eventi: z.array(evento),
    /** Whether there are more before these */
    altri_prima: z.optional(z.boolean()),
    /** Whether there are more after these */
    altri_dopo: z.optional(z.boolean()),
    /** With `dopo`: earlier events of which something was hidden since */
    cambiati: z.optional(z.array(evento)),
    /** Place in the timeline up to which the other side has read */
    letto_fino: z.int(),
    /** The reader's side, and what they can do now */
    vista: z.enum(['cittadino', 'operatore']),
    azioni: z.array(z.enum(PRATICA_AZIONI)),
    puo_scrivere: z.boolean(),
    /** For a logged-in citizen: whether the case is in their area or can be taken into it */
    area: z.optional(z.enum(['tua', 'da_prendere'])),
    /** Of a case that another program deals with; its state is the one there, and it has no term */
    esterna: z.optional(esternaShown),
    /** Notices of the case, if there are any */
    pagamenti: z.optional(z.array(pagamentoPratica)),
    /** Of a case that a delegate sent: the names of the person for whom they acted, and theirs */
    delega: z.optional(z.object({ titolare: z.string(), delegato: z.string() })),
  })
  .register(z.globalRegistry, { id: 'Pratica' });
export type PraticaDetail = z.infer<typeof praticaDetail>;

/** As a back end answers. What cannot be known counts as read: the page must not say of an ente that it has not read something. */
const answeredEvento = z.extend(evento, {
  n: z._default(z.int(), 0),
  allegati: orEmpty(answeredAllegato),
  letto: z._default(z.boolean(), true),
});

const shownShape: Readonly<Record<string, z.ZodMiniType | undefined>> = shownPraticaData.shape;
/** The pages show some of what was sent. What has another form under such a name is not shown. */
const withoutOtherForms = (dati: object) =>
  Object.fromEntries(
    Object.entries(dati).filter(([name, value]) => shownShape[name]?.safeParse(value).success ?? true),
  );

function instantOf(text: string | undefined): number | null {
  const instant = Date.parse(text ?? '');
  return Number.isNaN(instant) ? null : instant;
}

/** @returns when a report was closed, as far as its events tell */
function closedAt({ stato, eventi }: Pick<PraticaDetail, 'stato' | 'eventi'>): string | undefined {
  const closing = stato === 'conclusa' ? eventi.findLast((one) => one.stato === stato) : undefined;
  const instant = instantOf(closing?.quando);
  return instant === null ? undefined : isoInstant(instant);
}

/** PHP writes an empty table as a list. */
const emptyList = z.array(z.unknown()).check(z.maxLength(0));

const answeredPratica = ({ tipoOf, now }: AnswerFacts) =>
  z.pipe(
    z.extend(praticaDetail, {
      tipo: z.optional(praticaDetail.shape.tipo),
      dati: z.pipe(
        z.nullish(z.union([praticaDetail.shape.dati, emptyList])),
        z.transform((dati) => withoutOtherForms(dati ?? {})),
      ),
      allegati: orEmpty(answeredAllegato),
      eventi: orEmpty(answeredEvento),
      letto_fino: z._default(z.int(), 0),
      vista: z._default(praticaDetail.shape.vista, 'cittadino'),
      azioni: z.optional(praticaDetail.shape.azioni),
      puo_scrivere: z.optional(z.boolean()),
    }),
    z.transform((pratica) => {
      const { tipo = tipoOf(pratica.codice), chiusa_il = closedAt(pratica) } = pratica;
      // Nothing can be done in a state that the portal does not know.
      const stato = pratica.stato as StatoPratica;
      const situation = { tipo, stato, ending: 'decisione', chiusa_il: instantOf(chiusa_il) } as const;
      const azioni = listPossibleAzioni(situation, 'cittadino', { now, login: false });
      return { azioni, puo_scrivere: isOpenStato(stato), ...pratica, tipo, chiusa_il };
    }),
  );

const EVENTO_EXAMPLE = {
  id: 'Bq3xN8vTz1KcW5yR7mJ0pA',
  n: 2,
  quando: '2026-11-20T10:15:00.000Z',
  da: 'operatore',
  chi: 'Protocollo',
  tipo: 'messaggio',
  testo: 'La squadra passa lunedì.',
  stato: 'in_elaborazione',
  allegati: [],
  letto: false,
} as const satisfies PraticaDetail['eventi'][number];

const PRATICA_EXAMPLE: PraticaDetail = {
  id: 'u7Hq9kPz3LmX0aBcD5eF1g',
  protocollo: '2026/000123',
  tipo: 'segnalazione',
  codice: 'SF310',
  oggetto: 'Buca davanti alla scuola',
  descrizione: 'È larga mezzo metro, da lunedì.',
  ente: 'portolieve',
  stato: 'in_elaborazione',
  inviata_il: '2026-11-20T09:00:00.000Z',
  presa_in_carico_il: '2026-11-20T10:15:00.000Z',
  termine_il: '2026-12-20',
  protocollo_ente: '1234/2026',
  protocollo_ente_il: '2026-11-20',
  dati: { indirizzo: 'Via Garibaldi 4', lat: 44.4062, lon: 8.9328 },
  allegati: [],
  eventi: [EVENTO_EXAMPLE],
  letto_fino: 1,
  vista: 'operatore',
  azioni: ['da_integrare', 'conclusa'],
  puo_scrivere: true,
};

export const chatOperations = {
  dettaglioPratica: defineOperation({
    summary:
      'A participant of a case reads it with the last 50 events of its timeline, the 50 before one of them, or those after it.',
    method: 'GET',
    path: '/api/v1/generic/segnalazione/detail',
    access: 'anyone',
    scope: 'pratiche:leggi',
    input: z.object({ ...accessPair, prima: optionalSchema(lookupIdSchema()), dopo: optionalSchema(lookupIdSchema()) }),
    output: praticaDetail,
    answer: answeredPratica,
    example: { input: { id: 'u7Hq9kPz3LmX0aBcD5eF1g', email: '' }, output: PRATICA_EXAMPLE },
  }),
  commenta: defineOperation({
    summary: 'A participant of a case writes a message, adds files, or changes the state of the case.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/commento',
    access: 'anyone',
    scope: 'pratiche:scrivi',
    input: z.object({
      ...accessPair,
      testo: optionalSchema(longTextSchema({ max: MAX_MESSAGGIO_LENGTH })),
      filesAllegati,
      stato: optionalSchema(z.enum(PRATICA_AZIONI, 'Questo passaggio di stato non esiste.')),
      motivo: optionalSchema(longTextSchema({ max: MAX_MESSAGGIO_LENGTH })),
      protocollo_ente: optionalSchema(textSchema({ max: 60 })),
      decisione_importo: optionalSchema(centsSchema('Scrivi l’importo in euro, ad esempio 25,50.')),
      decisione_dal: optionalSchema(dateSchema()),
      decisione_al: optionalSchema(dateSchema()),
      decisione_scelta: optionalSchema(textSchema({ max: 40 })),
    }),
    output: evento,
    answer: () => z.extend(answeredEvento, { letto: z._default(z.boolean(), false) }),
    example: {
      input: {
        id: 'u7Hq9kPz3LmX0aBcD5eF1g',
        email: '',
        stato: 'in_elaborazione',
        testo: 'La squadra passa lunedì.',
        filesAllegati: [{ Id: 'mT6wZ0hKx9Qc2Lr8Vb4y1N' }],
      },
      output: EVENTO_EXAMPLE,
    },
    status: 201,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
  }),
  filePronti: defineOperation({
    summary: 'A participant of a case lists the files they uploaded for their next message and have not sent.',
    method: 'GET',
    path: '/api/v1/portale/pratiche/file-pronti',
    access: 'anyone',
    kept: true,
    input: z.object(accessPair),
    output: z.array(allegato),
  }),
  novitaPratica: defineOperation({
    summary:
      'A participant of a case receives an event without content each time the case changes, and asks for the case then. A portal that cannot send events ends the stream at once.',
    method: 'GET',
    path: '/api/v1/portale/pratiche/novita',
    access: 'anyone',
    input: z.object(accessPair),
    output: eventsOutput,
  }),
  segnaLetto: defineOperation({
    summary: 'A participant of a case marks its timeline as read up to now.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/letto',
    access: 'anyone',
    input: z.object(accessPair),
    output: z.object({ letto: z.boolean() }),
  }),
  nascondi: defineOperation({
    summary: 'An operator hides a message or file that exposes a person; a trace stays.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/nascondi',
    access: 'anyone',
    input: z.object({ ...accessPair, evento: optionalSchema(idSchema()), allegato: optionalSchema(idSchema()) }),
    output: z.object({
      nascosto: z.boolean(),
      /** Where everybody reads the report: it left the public side as well, or the operator has to look whether it is there */
      pubblico: z.optional(z.enum(['tolto', 'da_controllare'])),
    }),
  }),
};

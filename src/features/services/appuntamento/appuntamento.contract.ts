/** Anyone looks up when an office receives, holds a time for ten minutes and books it; its citizen moves it, waits for an earlier one, and takes it into a calendar. */
import * as z from 'zod/mini';
import { optionalSchema, requiredTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import { accessPair, invioPratica } from '../../cases/pratica/pratica.contract.ts';
import { bookingShape, placeShape, timeShape } from './appuntamento.fields.ts';

const APPUNTAMENTI_PATH = '/api/v1/portale/appuntamenti';

const motivo = z
  .object({
    codice: z.string(),
    nome: z.string(),
    /** How long it takes */
    minuti: z.int(),
    /** What to bring */
    cosa_serve: z.array(z.string()),
    /** Codes of the services that lead to it */
    servizi: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'MotivoAppuntamento' });

/** An office that receives by appointment, with the address and hours of its desk. */
const ufficio = z
  .object({
    codice: z.string(),
    nome: z.string(),
    /** Kind of office */
    tipo: z.string(),
    indirizzo: z.string(),
    /** Degrees north and east, where they are known */
    punto: z.optional(z.object({ lat: z.number(), lon: z.number() })),
    /** Whose map the picture around the point is made of; missing where there is none */
    mappa: z.optional(z.string()),
    orari: z.string(),
    telefono: z.string(),
    email: z.string(),
    motivi: z.array(motivo),
    /** Moved and cancelled until so many hours before */
    limite_modifica_ore: z.int(),
  })
  .register(z.globalRegistry, { id: 'UfficioAppuntamenti' });
export type UfficioAppuntamenti = z.infer<typeof ufficio>;

/** Instants, ISO 8601 in UTC. */
const timeOnWire = z.object({ inizio: z.string(), fine: z.string() });

const freeTimes = z
  .object({
    /** First free time of all */
    primo: z.nullable(timeOnWire),
    /** Months with a free time, `YYYY-MM` */
    mesi: z.array(z.string()),
    /** The one whose times follow */
    mese: z.string(),
    orari: z.array(timeOnWire),
  })
  .register(z.globalRegistry, { id: 'OrariLiberi' });
export type OrariView = z.infer<typeof freeTimes>;

/** Of an appointment whose citizen may wait for an earlier time. */
const waitingShape = {
  /** Its citizen may ask to be told when an earlier time becomes free */
  avvisabile: z.boolean(),
  /** Since when they wait for one, ISO 8601; null: they do not */
  in_lista_dal: z.nullable(z.string()),
  /** The earlier time that is offered to them, held until `fino`; null: none at this moment */
  proposta: z.nullable(
    z.object({ ...timeOnWire.shape, fino: z.string() }).register(z.globalRegistry, { id: 'OrarioProposto' }),
  ),
};

/** An appointment in a citizen's list. @property pagina path of the page on which it is moved and cancelled */
const ownAppuntamento = z
  .object({
    id: z.string(),
    ente: z.string(),
    ufficio: z.string(),
    indirizzo: z.string(),
    motivo: z.string(),
    ...timeOnWire.shape,
    ...waitingShape,
    pagina: z.string(),
  })
  .register(z.globalRegistry, { id: 'MioAppuntamento' });
export type OwnAppuntamento = z.infer<typeof ownAppuntamento>;

/** An appointment that was booked from the page of another case. @property pagina as above, where it is the same citizen's */
const linkedAppuntamento = z
  .object({
    ...z.pick(ownAppuntamento, { ufficio: true, indirizzo: true, motivo: true, inizio: true, fine: true }).shape,
    pagina: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'AppuntamentoCollegato' });

/** What it was booked for, even if the office has taken that away since. */
const bookedMotivo = z
  .object({ codice: z.string(), nome: z.string(), cosa_serve: z.array(z.string()) })
  .register(z.globalRegistry, { id: 'MotivoFissato' });

/** An appointment as its citizen sees it. */
const appuntamento = z
  .object({
    /** Id of the ente */
    ente: z.string(),
    ufficio: z.nullable(ufficio),
    motivo: bookedMotivo,
    inizio: z.string(),
    fine: z.string(),
    stato: z.enum(['fissato', 'arrivato', 'servito', 'non_venuto', 'annullato']),
    /** May be moved and cancelled until this instant; null: not any more */
    modificabile_fino: z.nullable(z.string()),
    ...waitingShape,
  })
  .register(z.globalRegistry, { id: 'AppuntamentoFissato' });
export type AppuntamentoView = z.infer<typeof appuntamento>;

/** @property spostato false: it was at this time already, nothing has changed */
const movedAppuntamento = z
  .object({ ...appuntamento.shape, spostato: z.boolean() })
  .register(z.globalRegistry, { id: 'AppuntamentoSpostato' });

const monthField = optionalSchema(
  textSchema({ max: 7 }).check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Il mese si scrive AAAA-MM.')),
);

/** What the calls about the waiting list have in common. */
const waitingCall = {
  access: 'anyone' as const,
  input: z.object(accessPair),
  output: appuntamento,
  creates: true as const,
  brakes: [
    { by: 'visitor' as const, times: 30, minutes: 60 },
    { by: 'address' as const, times: 300, minutes: 60 },
  ],
  fails: ['conflict', 'forbidden', 'not_found'] as const,
};

export const appuntamentoOperations = {
  ufficiAppuntamenti: defineOperation({
    summary: 'Anyone lists the offices of an ente that receive by appointment, with the reasons for which they do.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/uffici`,
    access: 'anyone',
    input: z.object({ ente: placeShape.ente }),
    output: z.array(ufficio),
  }),
  mappaUfficio: defineOperation({
    summary: 'Anyone sees a small picture of the map around an office that receives by appointment (PNG).',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/uffici/mappa`,
    access: 'anyone',
    input: z.object({ ente: placeShape.ente, calendario: placeShape.calendario }),
    output: fileOutput,
    brakes: [
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
  }),
  orariAppuntamenti: defineOperation({
    summary: 'Anyone reads in which months an office has a free time for a reason, and the free times of one of them.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/orari`,
    access: 'anyone',
    input: z.object({ ...placeShape, mese: monthField }),
    output: freeTimes,
    brakes: [
      { by: 'visitor', times: 600, minutes: 60 },
      { by: 'address', times: 6000, minutes: 60 },
    ],
  }),
  tieniOrario: defineOperation({
    summary:
      'A visitor or citizen has a free time held for ten minutes; the one that they held before is free again. 409 names the next free ones.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/orari`,
    access: 'anyone',
    input: z.object({ ...placeShape, ...timeShape }),
    output: z.object({ inizio: z.string(), fine: z.string(), fino: z.string() }),
    status: 201,
    creates: true,
    brakes: [
      // Each step of a form holds anew. A network that books nothing keeps few times from others.
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['conflict'],
  }),
  prenotaAppuntamento: invioPratica(
    APPUNTAMENTI_PATH,
    'Anyone books an appointment, once their e-mail is confirmed: 409 names the next free times when another person was faster.',
    z.object({
      ...bookingShape,
      /** Path of the page that led here; the page of a case of the ente shows the appointment from then on */
      da: optionalSchema(z.string()),
      privacy: requiredTickSchema(PRIVACY_REQUIRED),
    }),
  ),
  mieiAppuntamenti: defineOperation({
    summary: 'A citizen lists their own appointments to come, the next one first.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/miei`,
    access: 'citizen',
    input: z.object({}),
    output: z.array(ownAppuntamento),
  }),
  leggiAppuntamento: defineOperation({
    summary: 'A participant of a case reads the appointment that was booked with it.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/{id}`,
    access: 'anyone',
    input: z.object(accessPair),
    output: appuntamento,
  }),
  appuntamentoCollegato: defineOperation({
    summary:
      'A participant of a case reads the appointment to come that was booked from its page, which is a case of its own.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/{id}/collegato`,
    access: 'anyone',
    input: z.object(accessPair),
    output: z.object({ appuntamento: z.nullable(linkedAppuntamento) }),
  }),
  orariPerSpostare: defineOperation({
    summary: 'A participant of a case reads to which times its appointment can be moved.',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/{id}/orari`,
    access: 'anyone',
    input: z.object({ ...accessPair, mese: monthField }),
    output: freeTimes,
  }),
  spostaAppuntamento: defineOperation({
    summary:
      'A participant of a case moves its appointment to another free time, its citizen until the limit of the office; the old one is free at once.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/{id}/sposta`,
    access: 'anyone',
    input: z.object({ ...accessPair, ...timeShape }),
    output: movedAppuntamento,
    creates: true,
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['conflict', 'not_found'],
  }),
  annullaAppuntamento: defineOperation({
    summary:
      'The citizen of an appointment cancels it, until the limit of the office: its case is withdrawn, its time free at once.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/{id}/annulla`,
    access: 'anyone',
    input: z.object(accessPair),
    output: appuntamento,
    creates: true,
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['conflict', 'not_found'],
  }),
  entraInLista: defineOperation({
    summary:
      'The citizen of an appointment asks to be told when an earlier time becomes free: it is offered to one after the other, and held for each for an hour. 409 when there can be none any more.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/{id}/lista`,
    ...waitingCall,
  }),
  esciDallaLista: defineOperation({
    summary: 'The citizen of an appointment does not want to be told of an earlier time any more.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/{id}/lista/esci`,
    ...waitingCall,
  }),
  rifiutaProposta: defineOperation({
    summary:
      'The citizen of an appointment does not want the earlier time that is held for them: it is offered to the next one. To take it, the appointment is moved there.',
    method: 'POST',
    path: `${APPUNTAMENTI_PATH}/{id}/proposta/rifiuta`,
    ...waitingCall,
  }),
  calendarioAppuntamento: defineOperation({
    summary: 'A participant of a case downloads its appointment for a calendar (iCalendar).',
    method: 'GET',
    path: `${APPUNTAMENTI_PATH}/{id}/calendario`,
    access: 'anyone',
    input: z.object(accessPair),
    output: fileOutput,
  }),
};

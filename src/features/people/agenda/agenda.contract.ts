/** The operators of an ente see who comes when, and say what became of each appointment. */
import * as z from 'zod/mini';
import { clockTimeSchema } from '../../../platform/atoms/clock-time.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { fuoriOrarioSchema } from '../gestione/gestione.contract.ts';

const AGENDA_PATH = '/api/v1/portale/operatore/agenda';

/** What an office says of an appointment; `fissato` takes back that somebody has come. */
export const ESITI = ['arrivato', 'servito', 'non_venuto', 'fissato'] as const;
export type Esito = (typeof ESITI)[number];

/** Days of one answer: a day, or a week. */
const AGENDA_DAYS = ['1', '7'] as const;

const appuntamentoAgenda = z
  .object({
    id: z.string(),
    /** First and last instant, ISO 8601 */
    inizio: z.string(),
    fine: z.string(),
    /** The desk, from 1 */
    postazione: z.int(),
    /** `tenuto`: somebody fills in the form at this moment, or it is offered to a person of the waiting list */
    stato: z.enum(['tenuto', 'fissato', 'arrivato', 'servito', 'non_venuto']),
    /** It is held for somebody of the waiting list, until this instant */
    proposto_fino: z.optional(z.string()),
    /** Its citizen waits for an earlier time */
    in_lista: z.optional(z.boolean()),
    motivo: z.string(),
    /** What the caller may say of it now */
    esiti: z.array(z.enum(ESITI)),
    /** Of the case it was booked with: the id of the ente’s side, its number and the path of its page */
    pratica: z.optional(z.string()),
    numero: z.optional(z.string()),
    chat: z.optional(z.string()),
    /** Name and telephone of the citizen; missing where the case is another office's that keeps its cases to itself */
    nome: z.optional(z.string()),
    telefono: z.optional(z.string()),
    /** When its citizen was told to choose another time; who has no e-mail was not, and is telephoned */
    da_spostare: z.optional(z.string()),
    senza_email: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'AppuntamentoAgenda' });
export type AppuntamentoAgenda = z.infer<typeof appuntamentoAgenda>;

const agendaDay = z
  .object({
    /** `YYYY-MM-DD` */
    giorno: z.string(),
    /** Why it is closed the whole day, in words */
    chiuso: z.optional(z.string()),
    /** When it is open, in order */
    aperture: z.array(z.object({ inizio: z.string(), fine: z.string() })),
    /** Times still free from now on, for the shortest reason */
    liberi: z.int(),
    /** In order of time and desk */
    appuntamenti: z.array(appuntamentoAgenda),
  })
  .register(z.globalRegistry, { id: 'GiornoAgenda' });
export type AgendaDay = z.infer<typeof agendaDay>;

const agenda = z.object({
  /** All calendars of the caller's enti */
  calendari: z.array(z.object({ ente: z.string(), codice: z.string(), nome: z.string() })),
  /** The one that is shown; missing where there is none */
  calendario: z.optional(
    z.object({
      ente: z.string(),
      codice: z.string(),
      nome: z.string(),
      /** Address of its counter */
      luogo: z.string(),
      postazioni: z.int(),
      /** Minutes of the shortest reason */
      minuti: z.int(),
      /** How many citizens wait for an earlier time */
      in_lista: z.int(),
    }),
  ),
  giorni: z.array(agendaDay),
});
export type Agenda = z.infer<typeof agenda>;

const WRONG_CALENDARIO = 'Questo calendario non esiste.';
const calendarioFields = {
  ente: optionalSchema(z.string().check(z.maxLength(100, 'Questo ente non esiste.'))),
  calendario: optionalSchema(z.string().check(z.maxLength(40, WRONG_CALENDARIO))),
};

const MAX_REASON = 200;
const closingReason = optionalSchema(textSchema({ max: MAX_REASON }));
type ClosingHours = { dal: string; al?: string | undefined; dalle?: string | undefined; alle?: string | undefined };

/** What is closed: a day, several, or some hours of each. */
const closingFields = {
  ente: z.string('Scegli l’ente.').check(z.maxLength(100, 'Questo ente non esiste.')),
  calendario: z.string(WRONG_CALENDARIO).check(z.maxLength(40, WRONG_CALENDARIO)),
  dal: dateSchema({ missing: 'Scrivi il giorno.' }),
  /** Last day, where there is more than one */
  al: optionalSchema(dateSchema()),
  /** `HH:MM`; without hours the whole day */
  dalle: optionalSchema(clockTimeSchema()),
  alle: optionalSchema(clockTimeSchema()),
  /** Why, for citizens */
  motivo: closingReason,
};

const closingRules = [
  z.refine<ClosingHours>(({ dal, al }) => !al || dal <= al, {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo.',
  }),
  z.refine<ClosingHours>(({ dalle, alle }) => !alle || Boolean(dalle), {
    path: ['dalle'],
    error: 'Scrivi anche l’ora in cui comincia.',
  }),
  z.refine<ClosingHours>(({ dalle, alle }) => !dalle || Boolean(alle), {
    path: ['alle'],
    error: 'Scrivi anche l’ora in cui finisce.',
  }),
  z.refine<ClosingHours>(({ dalle, alle }) => !dalle || !alle || dalle < alle, {
    path: ['alle'],
    error: 'L’ora in cui finisce viene dopo quella in cui comincia.',
  }),
] as const;

const APPUNTAMENTO_PATH = '/api/v1/portale/operatore/appuntamenti/{id}';

const PRATICA_PATH = '/api/v1/portale/operatore/pratiche/{id}/appuntamenti';

export const agendaOperations = {
  appuntamentiPratica: defineOperation({
    summary:
      'An operator reads which appointments to come are fixed with the citizen of a case, and for what they can offer one.',
    method: 'GET',
    path: PRATICA_PATH,
    access: 'operator',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({
      fissati: z.array(z.object({ inizio: z.string(), ufficio: z.string(), motivo: z.string(), chat: z.string() })),
      /** Empty: no office of the ente receives by appointment, or the citizen left no e-mail */
      proponibili: z.array(z.object({ calendario: z.string(), motivo: z.string(), nome: z.string() })),
    }),
  }),
  proponiAppuntamento: defineOperation({
    summary: 'An operator offers the citizen of a case an appointment: they choose day and hour from a mail.',
    method: 'POST',
    path: PRATICA_PATH,
    access: 'operator',
    input: z.object({
      id: lookupIdSchema(),
      calendario: textSchema({ max: 60, required: 'Scegli l’ufficio e il motivo.' }),
      motivo: textSchema({ max: 60, required: 'Scegli l’ufficio e il motivo.' }),
    }),
    output: z.object({ chat: z.string() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
  agenda: defineOperation({
    summary:
      'An operator reads the agenda of one calendar of their enti, a day or a week: when it is open, who comes, and how many times are free.',
    method: 'GET',
    path: AGENDA_PATH,
    access: 'operator',
    input: z.object({
      ...calendarioFields,
      /** The first day; today without it */
      dal: optionalSchema(dateSchema()),
      giorni: optionalSchema(z.enum(AGENDA_DAYS, 'L’agenda si legge a giorni o a settimane: 1 o 7.')),
    }),
    output: agenda,
  }),
  esitoAppuntamento: defineOperation({
    summary:
      'An operator says of an appointment at their ente that its citizen has come, was received or has not come; the last two end its case.',
    method: 'POST',
    path: `${APPUNTAMENTO_PATH}/esito`,
    access: 'operator',
    input: z.object({
      id: lookupIdSchema(),
      esito: z.enum(ESITI, 'Questo esito non esiste.'),
    }),
    output: z.object({ stato: z.string() }),
    creates: true,
  }),
  annullaDaUfficio: defineOperation({
    summary:
      'An operator cancels an appointment at their ente: the time is free at once, its case is concluded, and its citizen reads why.',
    method: 'POST',
    path: `${APPUNTAMENTO_PATH}/annulla`,
    access: 'operator',
    input: z.object({
      /** Id of the case, for the ente’s side */
      id: lookupIdSchema(),
      motivo: textSchema({ max: MAX_REASON, required: 'Scrivi il motivo: lo legge anche il cittadino.' }),
    }),
    output: z.object({ annullato: z.boolean() }),
    creates: true,
  }),
  provaChiusura: defineOperation({
    summary:
      'An operator reads which appointments at their ente a closing would leave without a time; nothing is changed.',
    method: 'POST',
    path: `${AGENDA_PATH}/chiusure/anteprima`,
    access: 'operator',
    input: z.object(closingFields).check(...closingRules),
    output: z.object({
      fuori_orario: z.array(z.object({ inizio: z.string(), motivo: z.string(), nome: z.optional(z.string()) })),
    }),
  }),
  chiudiAgenda: defineOperation({
    summary:
      'An operator closes a calendar of their ente for a day, several or some hours; those who have booked stay, or are each told once to choose another time.',
    method: 'POST',
    path: `${AGENDA_PATH}/chiusure`,
    access: 'operator',
    input: z.object({ ...closingFields, fuori_orario: fuoriOrarioSchema() }).check(...closingRules),
    output: z.object({ id: z.string() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
};

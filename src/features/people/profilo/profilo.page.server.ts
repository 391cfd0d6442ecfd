/** What `/area-riservata/profilo-utente` shows, and what its forms do. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered } from '../../../call.server.ts';
import { dateInWords } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { handlePresaForms, type PresaFormsProps } from '../../cases/pratica/presa.page.server.ts';
import {
  type PromemoriaChoice,
  REMINDER_DAYS,
  REMINDER_KINDS,
  REMINDER_WAYS,
  type ReminderKind,
  type ReminderWay,
} from '../../cases/utente/promemoria.ts';
import { RESIDENZA, type UtenteView } from '../../cases/utente/utente.contract.ts';
import { CALENDAR_ANCHOR, PROFILO_PATH } from './calendario.ts';
import { MAX_CONSULTAZIONI_PAGE, type ShownConsultazione } from './dati.contract.ts';
import type { ResidenzaProps } from './ResidenzaForm.tsx';

const SAVED_PATH = `${PROFILO_PATH}?salvato=1`;

export type ProfiloView = {
  utente: UtenteView;
  residenza: ResidenzaProps;
  isSaved: boolean;
  /** Missing where no guest's case can be taken, and where it is not known who saw one */
  claimable: PresaFormsProps | undefined;
  consultazioni: ConsultazioniView | undefined;
  /** Missing where none can be given. @property indirizzo null: not asked for yet */
  /** Missing where there are none */
  promemoria: PromemoriaView | undefined;
  calendario: { indirizzo: string | null; message?: string | undefined } | undefined;
};

/** As stored, or as just sent */
type PromemoriaView = {
  choice: PromemoriaChoice;
  hasIo: boolean;
  isSaved: boolean;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** @property newerHref, olderHref pages of the list before and after this one */
type ConsultazioniView = {
  rows: (ShownConsultazione & { seenOn: string })[];
  newerHref?: string | undefined;
  olderHref?: string | undefined;
};

/** @returns what to show, or where to go */
export async function openProfiloPage(astro: AstroGlobal): Promise<ProfiloView | Response> {
  const form = await readForm(astro);
  const { house } = astro.locals.ctx;
  const claims = isAnswered(house, 'prendiPratica')
    ? await handlePresaForms(astro, { form, page: PROFILO_PATH })
    : undefined;
  if (claims instanceof Response) return claims;
  const calendario = isAnswered(house, 'calendarioPersonale') ? await handleCalendario(astro, form) : undefined;
  if (calendario instanceof Response) return calendario;
  const promemoria = isAnswered(house, 'promemoria') ? await handlePromemoria(astro, form) : undefined;
  if (promemoria instanceof Response) return promemoria;
  const outcome = form?.action === 'residenza' ? await saveResidenza(astro, form) : {};
  if (outcome instanceof Response) return outcome;
  const utente = await callOperation('utente', {}, astro.locals.ctx);
  return {
    utente,
    residenza: {
      values: Object.fromEntries(RESIDENZA.map((n) => [n, form?.action === 'residenza' ? form.fields[n] : utente[n]])),
      token: astro.locals.token(),
      savedPath: SAVED_PATH,
      ...outcome,
    },
    isSaved: !form && astro.url.searchParams.get('salvato') === '1',
    claimable: claims,
    consultazioni: isAnswered(house, 'chiHaVisto') ? await readConsultazioni(astro) : undefined,
    calendario,
    promemoria,
  };
}

const REMINDERS_SAVED = `${PROFILO_PATH}?salvato=promemoria#promemoria`;

/** Keeps the reminders that a citizen chooses. @returns a redirect after that, or what to show */
async function handlePromemoria(astro: AstroGlobal, form: PageForm | null): Promise<Response | PromemoriaView> {
  const { ctx } = astro.locals;
  const hasIo = Boolean(ctx.house.appIo);
  const isSaved = !form && astro.url.searchParams.get('salvato') === 'promemoria';
  if (form?.action !== 'promemoria') return { choice: await callOperation('promemoria', {}, ctx), hasIo, isSaved };
  const choice = typedChoice(form.fields);
  const done = await attemptSend(astro, PROFILO_PATH, async () => {
    if (form.error) throw form.error;
    return callOperation('cambiaPromemoria', choice, ctx);
  });
  if (done.ok) return astro.redirect(REMINDERS_SAVED, 303);
  failWith(astro, done.error);
  const { fields: errors, message } = done.error;
  return { choice, hasIo, isSaved: false, errors, message: errors ? undefined : message };
}

/** A tick is a field of its own: the first day has the name of the question, to which an error leads. */
function typedChoice(fields: PageForm['fields']): PromemoriaChoice {
  const [first] = REMINDER_DAYS;
  const asked = Object.keys(REMINDER_WAYS).find((way) => way === fields.dove) as ReminderWay | undefined;
  return {
    cosa: (Object.keys(REMINDER_KINDS) as ReminderKind[]).filter((kind) => fields[kind] !== undefined),
    giorni: REMINDER_DAYS.filter((days) => fields[days === first ? 'giorni' : `giorni_${days}`] !== undefined),
    dove: asked ?? 'automatico',
  };
}

/** By the names of the buttons. */
const CALENDAR_ACTIONS = { calendario_crea: 'creaCalendario', calendario_revoca: 'revocaCalendario' } as const;

/** Gives the citizen's calendar an address, or takes it back. @returns a redirect after that, or what to show */
async function handleCalendario(
  astro: AstroGlobal,
  form: PageForm | null,
): Promise<Response | NonNullable<ProfiloView['calendario']>> {
  const { ctx } = astro.locals;
  const asked = Object.entries(CALENDAR_ACTIONS).find(([button]) => button === form?.action);
  if (!form || !asked) return callOperation('calendarioPersonale', {}, ctx);
  const done = await attemptSend(astro, PROFILO_PATH, async () => {
    if (form.error) throw form.error;
    return callOperation(asked[1], {}, ctx);
  });
  if (done.ok) return astro.redirect(CALENDAR_ANCHOR, 303);
  failWith(astro, done.error);
  return { ...(await callOperation('calendarioPersonale', {}, ctx)), message: done.error.message };
}

const PAGE_PARAM = 'consultazioni';

/** A page that does not exist comes from a changed address: the list is empty, and leads back. */
async function readConsultazioni({ url, locals }: AstroGlobal): Promise<ConsultazioniView> {
  const asked = Number(url.searchParams.get(PAGE_PARAM) ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= MAX_CONSULTAZIONI_PAGE ? asked : 1;
  const { consultazioni, altre } = await callOperation('chiHaVisto', { pagina: page }, locals.ctx);
  const hrefOf = (n: number) => `${PROFILO_PATH}${n > 1 ? `?${PAGE_PARAM}=${n}` : ''}#chi-ha-visto`;
  return {
    rows: consultazioni.map((row) => ({ ...row, seenOn: dateInWords(row.giorno) })),
    ...(page > 1 && { newerHref: hrefOf(page - 1) }),
    ...(altre && { olderHref: hrefOf(page + 1) }),
  };
}

async function saveResidenza(
  astro: AstroGlobal,
  form: PageForm,
): Promise<Response | { errors?: FieldErrors | undefined; message?: string | undefined }> {
  const sent = await attemptSend(astro, PROFILO_PATH, async () => {
    if (form.error) throw form.error;
    const written = Object.fromEntries(RESIDENZA.map((name) => [name, form.fields[name]]));
    return callOperation('modificaAnagrafica', written, astro.locals.ctx);
  });
  if (sent.ok) return astro.redirect(SAVED_PATH, 303);
  failWith(astro, sent.error);
  return { errors: sent.error.fields, message: sent.error.fields ? undefined : sent.error.message };
}

/** What `/operatore/agenda` shows: a day or a week of one calendar, with what can be done; and the list for the wall. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { addDays, daysSinceMonday, isDate, shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import { dayInWords, hourOf } from '../../cases/calendario/words.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import {
  type Agenda,
  type AgendaDay,
  type AppuntamentoAgenda,
  type agendaOperations,
  ESITI,
  type Esito,
} from './agenda.contract.ts';
import { type DayBar, dayBar } from './day-bar.ts';

const AGENDA_PAGE = '/operatore/agenda';
/** Of one appointment, by the id of its case for the ente’s side. */
const APPOINTMENT_PAGE = '/operatore/appuntamento';

export const ESITO_NAMES: Readonly<Record<Esito, string>> = {
  arrivato: 'Arrivato',
  servito: 'Servito',
  non_venuto: 'Non venuto',
  fissato: 'Non è arrivato',
};
const STATO_NAMES: Readonly<Record<AppuntamentoAgenda['stato'], string>> = {
  tenuto: 'Qualcuno lo sta prenotando',
  fissato: 'Fissato',
  arrivato: 'Arrivato',
  servito: 'Servito',
  non_venuto: 'Non venuto',
};

/**
 * @property toMove what the office still has to do for somebody who cannot come then @property href where it is moved and cancelled,
 * while it is to come
 */
type AgendaRowView = AppuntamentoAgenda & {
  ora: string;
  alle: string;
  statoName: string;
  toMove: string | undefined;
  href: string | undefined;
};
export type AgendaDayView = {
  giorno: string;
  title: string;
  /** How much is taken and free, or why it is closed */
  summary: string;
  bar: DayBar | undefined;
  rows: AgendaRowView[];
};

type AgendaLink = { name: string; href: string };

/** @property chosen the calendar that is shown; undefined where the enti have none */
export type AgendaView = {
  title: string;
  chosen: Agenda['calendario'];
  calendari: SelectOption[];
  value: string;
  giorno: string;
  isWeek: boolean;
  isWall: boolean;
  days: AgendaDayView[];
  steps: AgendaLink[];
  links: AgendaLink[];
  /** The operator administers an ente, so that they can set up a calendar */
  canAdminister: boolean;
  closing: ClosingView;
  /** A day was closed */
  isClosed: boolean;
  message: string | undefined;
  token: string;
};

/** The form that closes a day or some hours. @property outside who has booked then, where that has to be settled */
export type ClosingView = {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  outside: OperationOutput<typeof agendaOperations.provaChiusura>['fuori_orario'];
  isOpen: boolean;
};

type AgendaAsked = { value: string; giorno: string; isWeek: boolean };

/** @returns what to show, or where to go @throws PortalError `not_found` for a calendar that is not of the operator's enti */
export async function openAgendaPage(astro: AstroGlobal): Promise<AgendaView | Response> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const form = await readForm(astro);
  const sent = form && (await attemptSend(astro, AGENDA_PAGE, () => pressButton(astro, form)));
  if (sent?.ok) return astro.redirect(sent.data, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const closing = await closingViewOf(ctx, form, error);
  const today = todayInRome(ctx.now);
  const typed = url.searchParams.get('giorno') ?? '';
  const isWeek = url.searchParams.get('vista') === 'settimana';
  const giorno = isDate(typed) ? typed : today;
  const [ente, calendario] = (url.searchParams.get('ufficio') ?? '').split(':');
  const dal = isWeek ? mondayOf(giorno) : giorno;
  const found = await callOperation(
    'agenda',
    { ...(ente && { ente }), ...(calendario && { calendario }), dal, giorni: isWeek ? '7' : '1' },
    ctx,
  );
  const chosen = found.calendario;
  if (chosen) locals.ente = await enteOfPage(ctx.house, url.hostname, chosen.ente);
  const value = chosen ? officeValue(chosen) : '';
  const isWall = url.searchParams.get('stampa') === 'parete';
  const asked = { value, giorno, isWeek };
  return {
    title: chosen ? `Agenda: ${chosen.nome}` : 'Agenda',
    chosen,
    calendari: await calendarOptions(ctx.house, found.calendari),
    value,
    giorno,
    isWeek,
    isWall,
    days: found.giorni.map((day) => dayViewOf(day, chosen, ctx.now)),
    steps: stepsOf(asked, today),
    links: linksOf(asked),
    canAdminister: (ctx.user?.amministra ?? []).length > 0,
    closing: { ...closing, values: { dal: giorno, ...closing.values } },
    isClosed: !form && url.searchParams.has('chiuso'),
    message: error && !error.fields ? error.message : undefined,
    token: locals.token(),
  };
}

/** The button that closes a day; the others say what became of an appointment. */
const CLOSE_BUTTON = 'chiudi';

/** @returns where to go */
async function pressButton({ locals, url }: AstroGlobal, form: PageForm): Promise<string> {
  if (form.error) throw form.error;
  if (form.action === CLOSE_BUTTON) {
    await callWithFields('chiudiAgenda', form.fields, locals.ctx);
    const { ente, calendario, dal = '' } = form.fields;
    return `${AGENDA_PAGE}?${new URLSearchParams({ ufficio: `${ente}:${calendario}`, ...(isDate(dal) && { giorno: dal }), chiuso: '1' })}`;
  }
  const esito = ESITI.find((one) => one === form.action);
  if (!esito) throw new PortalError('invalid');
  await callOperation('esitoAppuntamento', { id: form.fields.id, esito }, locals.ctx);
  return `${url.pathname}${url.search}#a-${form.fields.id ?? ''}`;
}

/** The question what becomes of appointments comes with their times and names. */
async function closingViewOf(
  ctx: CallContext,
  form: PageForm | null,
  error: PortalError | undefined,
): Promise<ClosingView> {
  const isOpen = form?.action === CLOSE_BUTTON;
  const asks = isOpen && error?.fields?.fuori_orario !== undefined;
  const found = asks ? await callWithFields('provaChiusura', form.fields, ctx) : undefined;
  return {
    values: isOpen ? form.fields : {},
    errors: isOpen ? error?.fields : undefined,
    outside: found?.fuori_orario ?? [],
    isOpen,
  };
}

const officeValue = ({ ente, codice }: { ente: string; codice: string }): string => `${ente}:${codice}`;

/** With the name of the ente, where the operator works for several. */
async function calendarOptions(
  house: Parameters<typeof enti>[0],
  calendari: Agenda['calendari'],
): Promise<SelectOption[]> {
  const names = new Map((await enti(house)).map(({ id, nome }) => [id, nome]));
  const isOne = new Set(calendari.map(({ ente }) => ente)).size === 1;
  return calendari.map((calendario) => ({
    value: officeValue(calendario),
    label: isOne ? calendario.nome : `${calendario.nome}, ${names.get(calendario.ente) ?? calendario.ente}`,
  }));
}

const agendaHref = ({ value, giorno, isWeek }: AgendaAsked, more: Record<string, string> = {}): string =>
  `${AGENDA_PAGE}?${new URLSearchParams({
    ...(value && { ufficio: value }),
    giorno,
    ...(isWeek && { vista: 'settimana' }),
    ...more,
  })}`;

/** The day or week before, this one, and the one after. */
function stepsOf(asked: AgendaAsked, today: string): AgendaLink[] {
  const days = asked.isWeek ? 7 : 1;
  const at = (giorno: string) => agendaHref({ ...asked, giorno });
  return [
    { name: asked.isWeek ? 'Settimana prima' : 'Giorno prima', href: at(addDays(asked.giorno, -days)) },
    { name: asked.isWeek ? 'Questa settimana' : 'Oggi', href: at(today) },
    { name: asked.isWeek ? 'Settimana dopo' : 'Giorno dopo', href: at(addDays(asked.giorno, days)) },
  ];
}

const linksOf = (asked: AgendaAsked): AgendaLink[] => [
  asked.isWeek
    ? { name: 'Solo questo giorno', href: agendaHref({ ...asked, isWeek: false }) }
    : { name: 'Tutta la settimana', href: agendaHref({ ...asked, isWeek: true }) },
  { name: 'Foglio da appendere, senza nomi', href: agendaHref({ ...asked, isWeek: false }, { stampa: 'parete' }) },
];

/** The Monday of the week of a day. */
const mondayOf = (day: string): string => addDays(day, -daysSinceMonday(day));

function dayViewOf(day: AgendaDay, calendario: Agenda['calendario'], now: number): AgendaDayView {
  const rows = day.appuntamenti.map((row) => ({
    ...row,
    ora: hourOf(Date.parse(row.inizio)),
    alle: hourOf(Date.parse(row.fine)),
    statoName: row.proposto_fino
      ? `Proposto a chi è in lista, fino alle ${hourOf(Date.parse(row.proposto_fino))}`
      : STATO_NAMES[row.stato],
    toMove: toMoveInWords(row),
    href:
      row.nome !== undefined && row.stato === 'fissato' && Date.parse(row.inizio) > now
        ? `${APPOINTMENT_PAGE}/${row.pratica}`
        : undefined,
  }));
  return {
    giorno: day.giorno,
    title: dayInWords(day.giorno),
    summary: summaryOf(day, calendario),
    bar: dayBar(day, calendario?.postazioni ?? 1),
    rows,
  };
}

function toMoveInWords({ da_spostare, senza_email }: AppuntamentoAgenda): string | undefined {
  if (da_spostare === undefined) return undefined;
  return senza_email
    ? 'Da spostare: non ha un’e-mail, avvisa per telefono.'
    : `Da spostare: avvisato il ${shortDate(Date.parse(da_spostare))}.`;
}

function summaryOf({ chiuso, aperture, liberi, appuntamenti }: AgendaDay, calendario: Agenda['calendario']): string {
  const taken =
    appuntamenti.length === 0
      ? 'Nessun appuntamento'
      : appuntamenti.length === 1
        ? 'Un appuntamento'
        : `${appuntamenti.length} appuntamenti`;
  if (chiuso !== undefined) return `Chiuso: ${chiuso}. ${taken}.`;
  if (aperture.length === 0) return `Chiuso. ${taken}.`;
  const free = liberi === 0 ? 'nessun orario libero' : liberi === 1 ? 'un orario libero' : `${liberi} orari liberi`;
  return `${taken}, ${free} da ${calendario?.minuti ?? 0} minuti.`;
}

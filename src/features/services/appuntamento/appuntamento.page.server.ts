/** What the page of a booking shows, step by step, and what it does with each form: the chosen time is held from step to step. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { type CallContext, ownerOf } from '../../../context.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { ownPath } from '../../../platform/guard.ts';
import { readForm } from '../../../platform/page.server.ts';
import { findHold } from '../../cases/calendario/appuntamenti.db.ts';
import { enteChoices, listLastOf, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { SEARCH_ENTE } from '../../cases/ente/choice.ts';
import type { enteOperations } from '../../cases/ente/ente.contract.ts';
import type { FormActions } from '../../cases/form/form.actions.server.ts';
import { openFormPage } from '../../cases/form/form.page.server.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { UfficioAppuntamenti } from './appuntamento.contract.ts';
import { APPUNTAMENTO, BOOKING_FORM, type BookingStep } from './appuntamento.fields.ts';
import type { BookingFormView, BookingView } from './booking-view.ts';
import { officeOf, reasonOf } from './choice.ts';

/** The steps at whose end the chosen time is held, again for ten minutes. */
const HOLDING_STEPS: readonly BookingStep[] = ['orario', 'dettagli', 'richiedente'];

const FORM_ACTIONS: FormActions<BookingStep> = {
  definition: BOOKING_FORM,
  send: (body, ctx, sendKey) => callWithFields('prenotaAppuntamento', body, ctx, sendKey),
  onwards: async (step, values, ctx) => {
    const ufficio = officeOf(await readUffici(ctx, values.ente), values);
    // A link or an old draft may name an office that is not there any more, or another municipality's.
    if (!ufficio) throw new PortalError('invalid', { fields: { calendario: ['Scegli un ufficio dell’elenco.'] } });
    if (!HOLDING_STEPS.includes(step)) return;
    const motivo = reasonOf(ufficio, values);
    await callWithFields('tieniOrario', { ...values, motivo: motivo ?? '' }, ctx);
  },
  // What belongs to the choice comes with the page.
  buttons: {
    mostra_uffici: () => 'uffici',
    mostra_orari: () => 'orari',
    scegli_motivo: (values, codice) => {
      values.motivo = codice;
      return 'orari';
    },
  },
};

/** @returns what to show, or where to go */
export async function openBookingPage(astro: AstroGlobal): Promise<BookingView | Response> {
  const form = await readForm(astro);
  const view = await openFormPage(astro, FORM_ACTIONS, form);
  if (view instanceof Response) return withWayBack(astro, view, form?.fields.da);
  if (view.kind === 'resume') return view;
  if (view.kind === 'form') return withChoices(astro, view);
  const { id, email, atCounter } = view.pratica;
  const vista = atCounter ? 'operatore' : 'cittadino';
  const appuntamento = await callOperation('leggiAppuntamento', { id, email, vista }, astro.locals.ctx);
  return { ...view, appuntamento, back: ownPath(astro.url.searchParams.get('da')) ?? undefined };
}

/** The draft, which knows where the person came from, is gone once the booking is sent: the address of the confirmation says it. */
function withWayBack(astro: AstroGlobal, answer: Response, from: string | undefined): Response {
  const target = answer.headers.get('location') ?? '';
  const isSent = target.startsWith(BOOKING_FORM.steps.sent(''));
  return isSent && ownPath(from) ? astro.redirect(`${target}&${new URLSearchParams({ da: from ?? '' })}`, 303) : answer;
}

async function withChoices(
  astro: AstroGlobal,
  view: Extract<Awaited<ReturnType<typeof openFormPage<BookingStep>>>, { kind: 'form' }>,
): Promise<BookingFormView | Response> {
  const { ctx } = astro.locals;
  const all =
    view.formProps.fixedEnte === undefined
      ? await callOperation('entiPerCategoria', { category: APPUNTAMENTO }, ctx)
      : undefined;
  const state = all ? await withKnownEnte(ctx, view.formProps.state, all) : view.formProps.state;
  const uffici = await readUffici(ctx, state.values.ente);
  const ufficio = officeOf(uffici, state.values);
  if (!ufficio && state.step !== 'luogo') return astro.redirect(BOOKING_FORM.steps.address('luogo'), 303);
  const motivo = reasonOf(ufficio, state.values);
  return {
    ...view,
    formProps: { ...view.formProps, state },
    enti: all && (await readEnti(ctx, state.values, all)),
    uffici,
    ufficio,
    motivo,
    orari:
      state.step === 'orario' && ufficio && motivo
        ? await readOrari(ctx, state.values, { ufficio, motivo })
        : undefined,
    tenuto: await readHeld(ctx, state.values),
  };
}

type EnteList = OperationOutput<typeof enteOperations.entiPerCategoria>;

/** On the portal's own host the ente is chosen: before a choice the only one, or the one that the caller wrote to last. */
async function withKnownEnte<State extends { values: FormValues }>(
  ctx: CallContext,
  state: State,
  all: EnteList,
): Promise<State> {
  if (state.values.ente) return state;
  const [only, ...others] = all;
  // Of those that the caller wrote to, not all take bookings.
  const isOffered = (id: string) => all.some(({ Id }) => Id === id);
  const known = others.length === 0 ? only?.Id : (await listLastOf(ctx)).find(isOffered);
  return known ? { ...state, values: { ...state.values, ente: known } } : state;
}

async function readEnti(ctx: CallContext, values: FormValues, all: EnteList): Promise<BookingFormView['enti']> {
  const asked = { query: values[SEARCH_ENTE], chosen: values.ente, servizi: [APPUNTAMENTO] };
  return enteChoices(ctx, all, asked, optionOfEnte);
}

const readUffici = async (ctx: CallContext, ente: string | undefined): Promise<UfficioAppuntamenti[]> =>
  ente ? callOperation('ufficiAppuntamenti', { ente }, ctx).catch(() => []) : [];

const readOrari = (
  ctx: CallContext,
  { ente = '', mese }: FormValues,
  { ufficio, motivo }: { ufficio: UfficioAppuntamenti; motivo: string },
) => callOperation('orariAppuntamenti', { ente, calendario: ufficio.codice, motivo, mese }, ctx);

/** @returns until when the time that was chosen is held for the caller */
async function readHeld(ctx: CallContext, { inizio = '' }: FormValues): Promise<number | undefined> {
  const owner = ownerOf(ctx);
  const held = owner === '' || inizio === '' ? undefined : await findHold(ctx.db, owner, ctx.now);
  return held?.inizio === Date.parse(inizio) ? (held.scade ?? undefined) : undefined;
}

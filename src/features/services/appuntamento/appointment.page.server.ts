/** What the page of one appointment shows to its citizen, who moves or cancels it there, and asks to be told of an earlier time. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { appointmentPath, BOOKING_PATH } from '../../cases/calendario/addresses.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { chatPath } from '../../cases/pratica/pratica-names.ts';
import { APPOINTMENT_OUTCOMES, type AppointmentOutcome, type AppointmentView } from './booking-view.ts';

/** Queries of the page. */
const PAGE_QUESTIONS = ['sposta', 'annulla', 'scegli'] as const;

/** @returns what to show, or where to go @throws PortalError `not_found`, the same whatever was wrong with the link */
export async function openAppointmentPage(astro: AstroGlobal): Promise<AppointmentView | Response> {
  const { ctx } = astro.locals;
  const { searchParams } = astro.url;
  const pair = readPair(astro);
  const path = appointmentPath(pair);
  const form = await readForm(astro);
  let refused: PortalError | undefined;
  if (form) {
    const sent = await attemptSend(astro, BOOKING_PATH, async () => {
      if (form.error) throw form.error;
      // The button that shows another month changes nothing.
      if (form.action === 'mostra_orari') return 'mese';
      return pressButton(ctx, pair, form);
    });
    if (!sent.ok) {
      if (sent.error.code === 'not_found') throw sent.error;
      refused = sent.error;
      failWith(astro, refused);
    } else if (sent.data !== 'mese') return astro.redirect(`${path}?fatto=${sent.data}`, 303);
    else
      return astro.redirect(`${path}?${new URLSearchParams({ sposta: '1', mese: form.fields.mese ?? '' })}#orari`, 303);
  }
  const appuntamento = await readOwn(astro, pair);
  const asked = PAGE_QUESTIONS.find((ask) => searchParams.has(ask));
  const isOpen = appuntamento.modificabile_fino !== null;
  const wanted = isOpen && asked === 'scegli' ? readOffered(searchParams.get('scegli')) : undefined;
  const mese = wanted ? todayInRome(Date.parse(wanted)).slice(0, 7) : (searchParams.get('mese') ?? undefined);
  const orari =
    isOpen && (asked === 'sposta' || wanted)
      ? await callOperation('orariPerSpostare', { ...pair, mese }, ctx)
      : undefined;
  const offered = orari?.orari.find(({ inizio }) => inizio === wanted)?.inizio;
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, appuntamento.ente);
  const done = form === null ? APPOINTMENT_OUTCOMES.find((one) => one === searchParams.get('fatto')) : undefined;
  return {
    path,
    chat: chatPath({ tipo: 'richiesta', ...pair }),
    pair,
    appuntamento,
    orari: offered ? undefined : orari,
    offered,
    isOfferGone: wanted !== undefined && !offered,
    asksToCancel: isOpen && asked === 'annulla',
    errors: refused?.fields ?? {},
    message: refused && !refused.fields ? refused.message : undefined,
    isOfferOver: isOpen && !form && isOver(readOffered(searchParams.get('proposta')), appuntamento),
    hasEarlier: isOpen && done === 'in-lista' && (await hasEarlier(ctx, { pair, inizio: appuntamento.inizio })),
    done,
    token: astro.locals.token(),
  };
}

/** Buttons of the waiting list. */
const WAITING_BUTTONS = {
  avvisami: { operation: 'entraInLista', outcome: 'in-lista' },
  non_avvisarmi: { operation: 'esciDallaLista', outcome: 'fuori-lista' },
  rifiuta: { operation: 'rifiutaProposta', outcome: 'rifiutata' },
} as const;

/** @returns what was done @throws PortalError `invalid` for a button that the page does not have */
async function pressButton(
  ctx: CallContext,
  pair: AppointmentView['pair'],
  { action, fields, key }: PageForm,
): Promise<AppointmentOutcome> {
  if (action === 'sposta') {
    const chosen = { ...pair, inizio: fields.inizio ?? '' };
    const { spostato } = await callWithFields('spostaAppuntamento', chosen, ctx, key);
    return spostato ? 'spostato' : 'uguale';
  }
  if (action === 'annulla') {
    await callOperation('annullaAppuntamento', pair, ctx, key);
    return 'annullato';
  }
  const name = (Object.keys(WAITING_BUTTONS) as (keyof typeof WAITING_BUTTONS)[]).find((button) => button === action);
  if (!name) throw new PortalError('invalid');
  await callOperation(WAITING_BUTTONS[name].operation, pair, ctx, key);
  return WAITING_BUTTONS[name].outcome;
}

/** Whether a time before theirs is free already: nobody has to wait for it. */
async function hasEarlier(
  ctx: CallContext,
  { pair, inizio }: { pair: AppointmentView['pair']; inizio: string },
): Promise<boolean> {
  const { primo } = await callOperation('orariPerSpostare', pair, ctx);
  return primo !== null && primo.inizio < inizio;
}

/** Whether a time that a mail has offered is not held any more, and was not taken either. */
const isOver = (offered: string | undefined, { inizio, proposta }: AppointmentView['appuntamento']): boolean =>
  offered !== undefined && offered !== inizio && offered !== proposta?.inizio;

/** @returns undefined for what is no instant */
function readOffered(typed: string | null): string | undefined {
  const instant = Date.parse(typed ?? '');
  return Number.isNaN(instant) ? undefined : isoInstant(instant);
}

/** The pair in the path. Astro leaves `%40` in its parameters, and the browser encoded the rest. */
function readPair({ request }: Pick<AstroGlobal, 'request'>): AppointmentView['pair'] {
  const [email = '', id = ''] = new URL(request.url).pathname.split('/').slice(-2);
  try {
    return { email: decodeURIComponent(email), id, vista: 'cittadino' };
  } catch (cause) {
    throw new PortalError('not_found', { cause });
  }
}

async function readOwn({ locals: { ctx } }: AstroGlobal, pair: AppointmentView['pair']) {
  try {
    return await callOperation('leggiAppuntamento', pair, ctx);
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid') throw new PortalError('not_found');
    throw error;
  }
}

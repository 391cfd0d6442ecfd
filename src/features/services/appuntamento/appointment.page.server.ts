/** What the page of one appointment shows to its citizen, who moves or cancels it there. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { appointmentPath, BOOKING_PATH } from '../../cases/calendario/addresses.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { chatPath } from '../../cases/pratica/pratica-names.ts';
import { APPOINTMENT_OUTCOMES, type AppointmentView } from './booking-view.ts';

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
      if (form.action === 'sposta') {
        const chosen = { ...pair, inizio: form.fields.inizio ?? '' };
        const { spostato } = await callWithFields('spostaAppuntamento', chosen, ctx, form.key);
        return spostato ? 'spostato' : 'uguale';
      }
      await callOperation('annullaAppuntamento', pair, ctx, form.key);
      return 'annullato';
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
  const done = searchParams.get('fatto');
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
    done: form === null ? APPOINTMENT_OUTCOMES.find((outcome) => outcome === done) : undefined,
    token: astro.locals.token(),
  };
}

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

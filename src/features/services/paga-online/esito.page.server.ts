/** The outcome page of a payment: what the portal can tell of it, giving up an open one, and trying again. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { valutazioneErrors, valutazioneOf } from '../../cases/pratica/valutazione.ts';
import { keepKeys, readKeptKeys } from './carrello.page.server.ts';
import { type ReturnKind, returnKinds } from './esiti.ts';
import { listNextSteps, type NextStep } from './next-steps.page.server.ts';
import { isSameAvviso, PAGA_ONLINE_PATH } from './pagamento-form.ts';
import type { Esito } from './shown.ts';

const ESITO_PATH = `${PAGA_ONLINE_PATH}/pago-pa/esito`;

/** @property returnKind how the browser came back: it chooses the words while the outcome is not known */
export type EsitoView = {
  riferimento: string;
  esito: Esito;
  returnKind: ReturnKind | undefined;
  /** What the payment was for, once it is paid */
  nextSteps: readonly NextStep[];
  address: string;
  token: string;
  message?: string | undefined;
  /** For the person who paid */
  rating: { sent: boolean; errors?: FieldErrors | undefined } | undefined;
};

/** @returns what to show, or where to go; undefined for an address without a reference or with an unknown one */
export async function loadEsitoPage(astro: AstroGlobal): Promise<EsitoView | Response | undefined> {
  try {
    return await readEsitoView(astro);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    astro.response.status = 404;
    astro.response.statusText = 'Not Found';
    return undefined;
  }
}

async function readEsitoView(astro: AstroGlobal): Promise<EsitoView | Response> {
  const { ctx } = astro.locals;
  const { searchParams } = astro.url;
  const riferimento = searchParams.get('r') ?? '';
  if (!riferimento) throw new PortalError('not_found');
  const form = await readForm(astro);
  const wanted = searchParams.get('e');
  const returnKind = returnKinds.find((r) => r === wanted);
  const esito = await callOperation('esitoPagamento', { riferimento, ritorno: returnKind }, ctx);
  const address = `${ESITO_PATH}?${new URLSearchParams({ r: riferimento, ...(returnKind && { e: returnKind }) })}`;
  const done = form && (await runAction(astro, form, { riferimento, esito, address }));
  if (done instanceof Response) return done;
  if (done) failWith(astro, done);
  const isRating = form?.action === 'valuta';
  // Of the person who opened it alone, once the receipt is theirs.
  const isOwn = esito.ricevuta !== undefined || (esito.email !== undefined && !esito.senza_ricevuta);
  const rating = esito.stato === 'pagato' && isOwn && isAnswered(ctx.house, 'valutaPagamento');
  removePaid(astro, esito);
  const creditore = (await enti(ctx.house)).find((e) => e.codice_fiscale === esito.avvisi[0]?.dominioEC);
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, creditore?.id);
  return {
    riferimento,
    esito,
    returnKind,
    address,
    nextSteps: esito.stato === 'pagato' ? await listNextSteps(ctx, esito) : [],
    token: astro.locals.token(),
    message: isRating && done?.fields ? undefined : done?.message,
    rating: rating
      ? { sent: searchParams.has('valutata'), errors: isRating ? valutazioneErrors(done?.fields) : undefined }
      : undefined,
  };
}

/** Removes the paid notices from the cart. */
function removePaid(astro: AstroGlobal, { avvisi }: Esito): void {
  const kept = readKeptKeys(astro);
  const remaining = kept.filter((key) => !avvisi.some((a) => a.pagato && isSameAvviso(a, key)));
  if (remaining.length < kept.length) keepKeys(astro, remaining);
}

type EsitoContext = Pick<EsitoView, 'riferimento' | 'esito' | 'address'>;

/** @returns where to go, or what went wrong */
async function runAction(
  astro: AstroGlobal,
  form: PageForm,
  { riferimento, esito, address }: EsitoContext,
): Promise<Response | PortalError> {
  if (form.error) return form.error;
  if (form.action === 'riprova') {
    keepKeys(
      astro,
      esito.avvisi.filter(({ pagato }) => !pagato),
    );
    return astro.redirect(`${PAGA_ONLINE_PATH}?da=${encodeURIComponent(riferimento)}#carrello`, 303);
  }
  if (form.action === 'valuta') {
    const rated = await attemptSend(astro, ESITO_PATH, () =>
      callOperation('valutaPagamento', { id: riferimento, ...valutazioneOf(form.fields) }, astro.locals.ctx),
    );
    return rated.ok ? astro.redirect(`${address}&valutata=1#valutazione`, 303) : rated.error;
  }
  const sent = await attemptSend(astro, ESITO_PATH, () =>
    callOperation('annullaPagamento', { id: riferimento }, astro.locals.ctx),
  );
  return sent.ok ? astro.redirect(address, 303) : sent.error;
}

/** What the page of a public report says to those who follow it or want to and what its buttons do. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { BOT_FIELD } from '../../../platform/bot-check/bot-check.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import type { SegnalazionePubblica } from '../../../store/tables.ts';
import { readPageBozza } from '../bozza/bozza.page.server.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { reportPath } from '../segnalazione-pubblica/public-addresses.ts';
import { type OwnSeguita, readOwnSeguita } from './seguita.server.ts';
import { canBeFollowed, followedPath } from './seguita-words.ts';

type ShownReport = Pick<SegnalazionePubblica, 'id' | 'stato' | 'chiusa'>;

/**
 * @property own what its follower sees, by the link of a mail or by the login
 * @property step `codice` once a code is out, `confermata` once the address is confirmed
 * @property ownEmail the confirmed address of a citizen who is logged in
 * @property done what was done just before
 * @property ownDraft where they find the report that they had begun to write themselves, once they follow this one
 */
export type SeguitaView = {
  own: OwnSeguita | undefined;
  isOpen: boolean;
  canBeFollowed: boolean;
  step: 'indirizzo' | 'codice' | 'confermata';
  email: string;
  sentTo: string;
  ownEmail: string | undefined;
  done: 'seguita' | 'non-risolta' | undefined;
  ownDraft: string | undefined;
  token: string;
  errors: FieldErrors | undefined;
  message: string | undefined;
};

/** The form in which a report is written. */
const REPORT_FORM = '/segnalazione';
const DONE_ACTIONS = ['seguita', 'non-risolta'] as const;
/** Where the part of the page is that its buttons change. */
const PANEL_ANCHOR = '#segui-questa';

/** @returns what to show, or where to go @param report one that an operator has released */
export async function openSeguita(astro: AstroGlobal, report: ShownReport): Promise<SeguitaView | Response> {
  const { ctx } = astro.locals;
  const form = await readForm(astro);
  const chiave = astro.url.searchParams.get('chiave');
  const typed = { email: form?.fields.email?.trim() ?? '', sentTo: form?.fields.codice_inviato_a ?? '' };
  const outcome = form && (form.error ?? (await pressButton(astro, { form, report, chiave })));
  if (outcome instanceof Response) return outcome;
  if (outcome === 'sent') typed.sentTo = typed.email;
  const error = outcome instanceof PortalError ? outcome : undefined;
  if (error) failWith(astro, error);
  const { [BOT_FIELD]: botError, ...errors } = error?.fields ?? {};
  const message = botError?.[0] ?? (error?.fields ? undefined : error?.message);
  const done = form ? undefined : DONE_ACTIONS.find((name) => name === astro.url.searchParams.get('fatto'));
  const hasDraft = done === 'seguita' && (await readPageBozza(astro, REPORT_FORM)) !== null;
  const isConfirmed = typed.email !== '' && (await isEmailConfirmed(ctx, typed.email));
  return {
    ...typed,
    own: await readOwnSeguita(ctx, report, chiave),
    isOpen: report.stato !== 'conclusa',
    canBeFollowed: canBeFollowed(report, ctx.now),
    step: isConfirmed ? 'confermata' : isSameMailbox(typed.sentTo, typed.email) ? 'codice' : 'indirizzo',
    ownEmail: (ctx.user?.ruolo === 'cittadino' && ctx.user.contatti.email) || undefined,
    done,
    ownDraft: hasDraft ? REPORT_FORM : undefined,
    token: astro.locals.token(),
    errors: error && !message ? errors : undefined,
    message,
  };
}

type PressedButton = { form: PageForm; report: ShownReport; chiave: string | null };

async function pressButton(astro: AstroGlobal, { form, report, chiave }: PressedButton) {
  const path = reportPath(report.id);
  if (form.action === 'non_risolta') {
    const own = await readOwnSeguita(astro.locals.ctx, report, chiave);
    const said = await attemptSend(astro, path, () =>
      callOperation('nonRisolta', { chiave: own?.chiave ?? '' }, astro.locals.ctx),
    );
    const back = chiave ? `${followedPath(report.id, chiave)}&` : `${path}?`;
    return said.ok ? astro.redirect(`${back}fatto=non-risolta${PANEL_ANCHOR}`, 303) : said.error;
  }
  const { email = '', otp, codice_inviato_a: sentTo = '', [BOT_FIELD]: botToken } = form.fields;
  if (!(await isEmailConfirmed(astro.locals.ctx, email.trim()))) {
    if (form.action === 'invia_codice' || !isSameMailbox(sentTo, email)) {
      // A code goes to any address that is typed: whether it follows this report is not looked up.
      const sent = await requestCodice(astro, path, { email, [BOT_FIELD]: botToken });
      return sent.ok ? 'sent' : atField(sent.error, 'email');
    }
    const verified = await verifyCodice(astro, path, { email, otp, [BOT_FIELD]: botToken });
    if (!verified.ok) return atField(verified.error, 'otp');
  }
  const followed = await attemptSend(astro, path, () =>
    callOperation('seguiSegnalazione', { id: report.id, email }, astro.locals.ctx),
  );
  const done = report.stato === 'conclusa' ? 'non-risolta' : 'seguita';
  return followed.ok ? astro.redirect(`${path}?fatto=${done}${PANEL_ANCHOR}`, 303) : followed.error;
}

const atField = (error: PortalError, field: string): PortalError =>
  error.fields
    ? error
    : new PortalError(error.code, { fields: { [field]: [error.message] }, retryAfter: error.retryAfter });

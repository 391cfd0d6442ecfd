/** What `/segui` shows, and what its buttons do: number and e-mail address, then the code, then the page of the case. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { BOT_FIELD } from '../../../platform/bot-check/bot-check.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { enteChoices, optionOfEnte } from '../ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../ente/choice.ts';
import { PORTAL_ID } from '../ente/ente.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { requireComplete } from './presa.server.ts';

const FOLLOW_PATH = '/segui';

/** What was typed. @property codice_inviato_a the address that the last one-time code went to, or '' */
type FollowValues = Record<'ente' | typeof SEARCH_ENTE | 'protocollo' | 'email' | 'codice_inviato_a', string>;

/**
 * @property enti to choose from; absent where the host says whose page it is
 * @property step `codice` once a code is out, `aperta` once the address is confirmed
 */
export type FollowView = {
  enti: EnteChoices | undefined;
  values: FollowValues;
  step: 'numero' | 'codice' | 'aperta';
  token: string;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** @returns what to show, or the redirect to the case */
export async function openFollowPage(astro: AstroGlobal): Promise<Response | FollowView> {
  const form = await readForm(astro);
  const { ente: pageEnte } = astro.locals;
  // The QR code of a receipt fills in the number.
  const asked = (name: string) => form?.fields[name] ?? astro.url.searchParams.get(name) ?? '';
  const values: FollowValues = {
    ente: pageEnte.id === PORTAL_ID ? asked('ente') : pageEnte.id,
    [SEARCH_ENTE]: form?.fields[SEARCH_ENTE] ?? '',
    protocollo: asked('protocollo'),
    email: form?.fields.email?.trim() ?? '',
    codice_inviato_a: form?.fields.codice_inviato_a ?? '',
  };
  if (!form || (form.action === SEARCH_ENTE && !form.error)) return viewOf(astro, values);
  const outcome = form.error ?? (await runButton(astro, form, values));
  if (outcome instanceof Response) return outcome;
  if (outcome === 'sent') return viewOf(astro, { ...values, codice_inviato_a: values.email });
  failWith(astro, outcome);
  const { [BOT_FIELD]: botError, ...errors } = outcome.fields ?? {};
  const message = botError?.[0] ?? (outcome.fields ? undefined : outcome.message);
  return viewOf(astro, values, { errors: message ? undefined : errors, message });
}

async function runButton(astro: AstroGlobal, form: PageForm, values: FollowValues) {
  const typed = await attemptSend(astro, FOLLOW_PATH, async () => requireComplete(values));
  if (!typed.ok) return typed.error;
  if (await isEmailConfirmed(astro.locals.ctx, values.email)) return openPraticaPage(astro, values);
  const botToken = form.fields[BOT_FIELD];
  if (form.action === 'invia_codice' || !isSameMailbox(values.codice_inviato_a, values.email)) {
    // A code goes to any address that is typed: whether a case belongs to it is not looked up before.
    const sent = await requestCodice(astro, FOLLOW_PATH, { email: values.email, [BOT_FIELD]: botToken });
    return sent.ok ? 'sent' : atField(sent.error, 'email');
  }
  const code = { email: values.email, otp: form.fields.otp, [BOT_FIELD]: botToken };
  const verified = await verifyCodice(astro, FOLLOW_PATH, code);
  return verified.ok ? openPraticaPage(astro, values) : atField(verified.error, 'otp');
}

async function openPraticaPage(astro: AstroGlobal, { ente, protocollo, email }: FollowValues) {
  const found = await attemptSend(astro, FOLLOW_PATH, () =>
    callOperation('seguiPratica', { ente, protocollo, email }, astro.locals.ctx),
  );
  return found.ok ? astro.redirect(found.data.chat, 303) : found.error;
}

const atField = (error: PortalError, field: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [field]: [error.message] } });

async function viewOf(
  astro: AstroGlobal,
  values: FollowValues,
  outcome: Pick<FollowView, 'errors' | 'message'> = {},
): Promise<FollowView> {
  const { ctx, ente } = astro.locals;
  const isFixed = ente.id !== PORTAL_ID;
  const asked = { query: values[SEARCH_ENTE], chosen: values.ente };
  const isConfirmed = values.email !== '' && (await isEmailConfirmed(ctx, values.email));
  const isSent = isSameMailbox(values.codice_inviato_a, values.email);
  return {
    enti: isFixed ? undefined : await enteChoices(ctx, await callOperation('listaEnti', {}, ctx), asked, optionOfEnte),
    values,
    step: isConfirmed ? 'aperta' : isSent ? 'codice' : 'numero',
    token: astro.locals.token(),
    ...outcome,
  };
}

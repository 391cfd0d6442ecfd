/** What `/altro-dispositivo` shows, and what its buttons do: an address, its code, then the draft is left here or taken up here. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { BOT_FIELD } from '../../../platform/bot-check/bot-check.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm, type SendResult } from '../../../platform/page.server.ts';
import { dichiarazionePath } from '../allegati/file-limits.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import type { Bozza } from './bozza.contract.ts';
import { readPageBozza } from './bozza.page.server.ts';
import type { TravellingBozza } from './other-device.contract.ts';
import { BOZZA_HERE } from './other-device.server.ts';
import { leavingAddress, OTHER_DEVICE_PATH } from './other-device.ts';

/** @property titolo of its form */
type ShownTravelling = TravellingBozza & { titolo: string };

/**
 * @property left the form whose draft is left here; absent where one is taken up
 * @property step `codice` once a code is out, `bozze` once the address is confirmed, `lasciata` once the draft is left, `nessuna` when
 * there is none to leave
 * @property replaces key of the draft that would replace one which is here
 */
export type OtherDeviceView = {
  left: { percorso: string; titolo: string; scade: string } | undefined;
  step: 'indirizzo' | 'codice' | 'bozze' | 'lasciata' | 'nessuna';
  email: string;
  sentTo: string;
  bozze: readonly ShownTravelling[];
  replaces: string | undefined;
  token: string;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** @returns what to show, or where to go */
export async function openOtherDevice(astro: AstroGlobal): Promise<OtherDeviceView | Response> {
  const form = await readForm(astro);
  const path = astro.url.searchParams.get('modulo');
  const bozza = path === null ? null : await readLeft(astro, path);
  const view: OtherDeviceView = {
    left: path === null ? undefined : { percorso: path, titolo: titleOf(astro, path), scade: '' },
    step: 'indirizzo',
    email: form?.fields.email?.trim() ?? bozza?.valori.email ?? '',
    sentTo: form?.fields.codice_inviato_a ?? '',
    bozze: [],
    replaces: undefined,
    token: astro.locals.token(),
  };
  if (path !== null && !bozza) return { ...view, step: 'nessuna' };
  if (!form) return astro.url.searchParams.has('lasciata') ? { ...view, step: 'lasciata' } : view;
  if (isSameMailbox(view.sentTo, view.email)) view.step = 'codice';
  const outcome = form.error ?? (await pressButton(astro, form, view));
  if (!(outcome instanceof PortalError)) return outcome;
  failWith(astro, outcome);
  const { [BOT_FIELD]: botError, ...errors } = outcome.fields ?? {};
  const message = botError?.[0] ?? (outcome.fields ? undefined : outcome.message);
  return { ...view, errors: message ? undefined : errors, message };
}

/** @returns null for what is no form of the portal, too */
async function readLeft(astro: AstroGlobal, path: string): Promise<Bozza | null> {
  if (!astro.locals.ctx.house.screens.match(path)?.screen.form) return null;
  const read = await attemptSend(astro, OTHER_DEVICE_PATH, () => readPageBozza(astro, path));
  return read.ok ? read.data : null;
}

type ButtonOutcome = OtherDeviceView | Response | PortalError;

async function pressButton(astro: AstroGlobal, form: PageForm, view: OtherDeviceView): Promise<ButtonOutcome> {
  const [, button = '', chiave = ''] = /^([^:]*):?(.*)$/s.exec(form.action) ?? [];
  if (button === 'riprendi' || button === 'sostituisci') return takeUp(astro, view, { button, chiave });
  const { email, left } = view;
  // What is confirmed already, in the form itself for example, may be left at once. To see drafts a code is asked for each time.
  if (left && (await isEmailConfirmed(astro.locals.ctx, email))) return leaveBozza(astro, view);
  const botToken = form.fields[BOT_FIELD];
  if (button === 'invia_codice' || view.step !== 'codice') {
    // A code goes to any address that is typed: whether there is a draft for it is not looked up before.
    const sent = await requestCodice(astro, OTHER_DEVICE_PATH, { email, [BOT_FIELD]: botToken });
    return sent.ok ? { ...view, step: 'codice', sentTo: email } : atField(sent.error, 'email');
  }
  const verified = await verifyCodice(astro, OTHER_DEVICE_PATH, {
    email,
    otp: form.fields.otp,
    [BOT_FIELD]: botToken,
  });
  if (!verified.ok) return atField(verified.error, 'otp');
  return left ? leaveBozza(astro, view) : showBozze(astro, view);
}

async function leaveBozza(astro: AstroGlobal, { left, email }: OtherDeviceView): Promise<Response | PortalError> {
  const path = left?.percorso ?? '';
  const sent = await attemptHere(astro, () =>
    callOperation('lasciaBozza', { percorso: path, email }, astro.locals.ctx),
  );
  return sent.ok ? astro.redirect(`${leavingAddress(path)}&lasciata=1`, 303) : sent.error;
}

async function showBozze(astro: AstroGlobal, view: OtherDeviceView): Promise<OtherDeviceView | PortalError> {
  const read = await attemptHere(astro, () => callOperation('bozzeAltrove', { email: view.email }, astro.locals.ctx));
  if (!read.ok) return read.error;
  return { ...view, step: 'bozze', bozze: read.data.map((b) => ({ ...b, titolo: titleOf(astro, b.percorso) })) };
}

/** One press, and the form opens where it was left. What is here already is replaced by a second one. */
async function takeUp(
  astro: AstroGlobal,
  view: OtherDeviceView,
  { button, chiave }: { button: 'riprendi' | 'sostituisci'; chiave: string },
): Promise<ButtonOutcome> {
  const asked = { email: view.email, chiave, sostituisci: button === 'sostituisci' };
  const taken = await attemptHere(astro, () => callOperation('riprendiBozza', asked, astro.locals.ctx));
  if (taken.ok) {
    const { percorso, passo } = taken.data;
    const step = percorso.startsWith(dichiarazionePath('')) ? 'riprendi=1' : `passo=${encodeURIComponent(passo)}`;
    return astro.redirect(`${percorso}?${step}`, 303);
  }
  // Without a confirmed address the page begins anew.
  const shown = await showBozze(astro, view);
  if (shown instanceof PortalError) return shown;
  failWith(astro, taken.error);
  const replaces = taken.error.reason === BOZZA_HERE ? chiave : undefined;
  return { ...shown, replaces, message: taken.error.message };
}

const attemptHere = <T>(astro: AstroGlobal, work: () => Promise<T>): Promise<SendResult<T>> =>
  attemptSend(astro, OTHER_DEVICE_PATH, work);

const atField = (error: PortalError, field: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [field]: [error.message] } });

const titleOf = ({ locals }: AstroGlobal, path: string): string =>
  locals.ctx.house.screens.match(path)?.screen.title ?? 'Richiesta';

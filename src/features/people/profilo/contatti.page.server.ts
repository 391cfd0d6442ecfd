/** What `/aggiorna-dati-ricontatto` shows, and what each of its buttons does. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { discardBozza, keepBozza, readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { requestCodice, verifyCodice } from '../../cases/otp/otp.page.server.ts';
import { isEmailConfirmed } from '../../cases/otp/otp.server.ts';
import type { ContattiProps } from './ContattiForm.tsx';
import { CONTATTI_PATH, type ContattiValues, onScreen, onWire, SAVED_PATH, withoutCode } from './contatti.ts';

/** The draft that waits for the code is stored under this path, which is no screen, so that it is not listed among the drafts. */
const PENDING_PATH = '/area-riservata/profilo-utente/contatti';

/** @returns what to show, or where to go */
export async function openContattiPage(astro: AstroGlobal): Promise<ContattiProps | Response> {
  const form = await readForm(astro);
  if (!form) return viewOf(astro, await valuesToShow(astro));
  const { email = '', telefono = '', codice_inviato_a = '' } = form.fields;
  const values = { email, telefono, codice_inviato_a };
  const done = form.error ?? (await (FORM_ACTIONS[form.action] ?? saveContatti)(astro, form, values));
  if (done instanceof Response) return done;
  failWith(astro, done);
  const { fields: errors, message } = onScreen(done);
  return viewOf(astro, values, { errors, message: errors ? undefined : message });
}

/** Typed values are shown again only while a code is being confirmed; later the page shows the stored ones. */
async function valuesToShow(astro: AstroGlobal): Promise<ContattiValues> {
  const { email, telefono } = astro.locals.ctx.user?.contatti ?? {};
  const bozza = astro.url.searchParams.has('codice') ? await readPageBozza(astro, PENDING_PATH) : null;
  return { email: email ?? '', telefono: telefono ?? '', codice_inviato_a: '', ...bozza?.valori };
}

type FormAction = (astro: AstroGlobal, form: PageForm, values: ContattiValues) => Promise<Response | PortalError>;

const FORM_ACTIONS: Record<string, FormAction> = {
  salva: saveContatti,
  invia_codice: async (astro, _form, values) => {
    const sent = await requestCodice(astro, CONTATTI_PATH, values);
    if (!sent.ok) return atField(sent.error, 'email');
    return keepAndGo(astro, { ...values, codice_inviato_a: values.email }, 'otp');
  },
  verifica_codice: async (astro, form, values) => {
    const sent = await verifyCodice(astro, CONTATTI_PATH, { ...values, otp: form.fields.otp });
    return sent.ok ? keepAndGo(astro, values, 'email') : atField(sent.error, 'otp');
  },
};

/** Also verifies a code that was typed but not verified yet. */
async function saveContatti(
  astro: AstroGlobal,
  form: PageForm,
  values: ContattiValues,
): Promise<Response | PortalError> {
  const { ctx } = astro.locals;
  const { otp } = form.fields;
  if (otp?.trim() && !(await isEmailConfirmed(ctx, values.email))) {
    const verified = await verifyCodice(astro, CONTATTI_PATH, { ...values, otp });
    if (!verified.ok) return atField(verified.error, 'otp');
  }
  const sent = await attemptSend(astro, CONTATTI_PATH, () => callOperation('aggiornaContatti', onWire(values), ctx));
  if (!sent.ok) return withoutCode(sent.error, values);
  await discardBozza(astro, PENDING_PATH);
  return astro.redirect(SAVED_PATH, 303);
}

async function keepAndGo(astro: AstroGlobal, values: ContattiValues, field: string): Promise<Response | PortalError> {
  const content = { percorso: PENDING_PATH, passo: 'codice', valori: values };
  const kept = await attemptSend(astro, CONTATTI_PATH, () => keepBozza(astro, content));
  return kept.ok ? astro.redirect(`${CONTATTI_PATH}?codice=1#${field}`, 303) : kept.error;
}

const atField = (error: PortalError, field: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [field]: [error.message] } });

async function viewOf(
  astro: AstroGlobal,
  values: ContattiValues,
  outcome: Pick<ContattiProps, 'errors' | 'message'> = {},
): Promise<ContattiProps> {
  const confirmed = await isEmailConfirmed(astro.locals.ctx, values.email);
  return { values, confirmedEmail: confirmed ? values.email : '', token: astro.locals.token(), ...outcome };
}

/** The forms by which a citizen takes a guest's case, and what their buttons do, for any page that shows them. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm } from '../../../platform/page.server.ts';
import { discardBozza, keepBozza, readPageBozza } from '../bozza/bozza.page.server.ts';
import { enteChoices, optionOfEnte } from '../ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../ente/choice.ts';
import { PORTAL_ID } from '../ente/ente.ts';
import { isSameMailbox } from '../otp/codice.ts';
import { requestCodice, verifyCodice } from '../otp/otp.page.server.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import type { presaOperations } from './presa.contract.ts';
import { requireComplete } from './presa.server.ts';

/** The draft with what was typed is stored under this path until the code arrives. */
const PRESA_PATH = '/area-riservata/prendi';

/** What was typed. @property codice_inviato_a the address that the last one-time code went to, or '' */
type PresaValues = Record<'ente' | typeof SEARCH_ENTE | 'protocollo' | 'email' | 'codice_inviato_a', string>;

/** @property pratiche cases with the citizen's tax code and the names of their enti, taken by one button @property justTaken whether the last POST took a case */
export type PresaFormsProps = {
  pratiche: OperationOutput<typeof presaOperations.praticheDaPrendere> | 'failed';
  enti: EnteChoices;
  values: PresaValues;
  emailConfirmed: boolean;
  token: string;
  justTaken: boolean;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

type PresaRequest = { form: PageForm | null; page: string };

/**
 * Does what the form asks if it is one of these; otherwise only shows them.
 * @param request.page address of the page with the forms, without fragment; success leads back to it
 * @returns a redirect, or the props of {@link PresaFormsProps PresaForms.astro}
 */
export async function handlePresaForms(
  astro: AstroGlobal,
  { form, page }: PresaRequest,
): Promise<Response | PresaFormsProps> {
  const [button = '', id = ''] = form?.action.split(':') ?? [];
  const run = BUTTON_TASKS[button];
  if (!form || !(run || button === SEARCH_ENTE)) return propsOf(astro, await readKept(astro));
  const { ente = '', [SEARCH_ENTE]: query = '', protocollo = '', email = '', codice_inviato_a = '' } = form.fields;
  const values = { ente, [SEARCH_ENTE]: query, protocollo, email, codice_inviato_a };
  const task: PresaTask = { astro, form, page, id, values };
  const outcome = form.error ?? (await run?.(task));
  if (!outcome) return propsOf(astro, values);
  if (outcome instanceof Response) return outcome;
  failWith(astro, outcome);
  return propsOf(astro, task.values, { errors: outcome.fields, message: outcome.fields ? undefined : outcome.message });
}

type PresaTask = { astro: AstroGlobal; form: PageForm; page: string; id: string; values: PresaValues };

const BUTTON_TASKS: Record<string, (task: PresaTask) => Promise<Response | PortalError>> = {
  prendi: ({ id, ...task }) => takePratica(task, { id }),
  prendi_codice: async (task) => {
    const { astro, page, values } = task;
    if (await isEmailConfirmed(astro.locals.ctx, values.email)) return takePratica(task, values);
    // A missing number is reported before the citizen goes to their mail for a code.
    const typed = await attemptSend(astro, PRESA_PATH, async () => requireComplete(values));
    if (!typed.ok) return typed.error;
    const sent = await requestCodice(astro, PRESA_PATH, values);
    if (!sent.ok) return atField(sent.error, 'email');
    const kept = { ...values, codice_inviato_a: values.email };
    const done = await attemptSend(astro, PRESA_PATH, () =>
      keepBozza(astro, { percorso: PRESA_PATH, passo: 'codice', valori: kept }),
    );
    return done.ok ? astro.redirect(`${withPresa(astro, page, 'codice')}#otp`, 303) : done.error;
  },
  prendi_numero: async (task) => {
    const { astro, form, values } = task;
    if (!(await isEmailConfirmed(astro.locals.ctx, values.email))) {
      if (!isSameMailbox(values.codice_inviato_a, values.email)) return codiceMissing;
      const verified = await verifyCodice(astro, PRESA_PATH, { ...values, otp: form.fields.otp });
      if (!verified.ok) return atField(verified.error, 'otp');
    }
    return takePratica(task, values);
  },
};

async function takePratica(
  { astro, page }: Pick<PresaTask, 'astro' | 'page'>,
  asked: Record<string, string>,
): Promise<Response | PortalError> {
  const sent = await attemptSend(astro, PRESA_PATH, () => callOperation('prendiPratica', asked, astro.locals.ctx));
  if (!sent.ok) return sent.error;
  await discardBozza(astro, PRESA_PATH);
  return astro.redirect(`${withPresa(astro, page, 'fatto')}#da-prendere`, 303);
}

const codiceMissing = new PortalError('invalid', {
  fields: { email: ['Conferma che l’indirizzo è tuo: premi «Invia un altro codice» e scrivi il codice che ricevi.'] },
});

const atField = (error: PortalError, field: string): PortalError =>
  error.fields ? error : new PortalError(error.code, { fields: { [field]: [error.message] } });

function withPresa(astro: AstroGlobal, page: string, presa: 'codice' | 'fatto'): string {
  const url = new URL(page, astro.url);
  url.searchParams.set('presa', presa);
  return url.pathname + url.search;
}

/** What was typed is shown again only while the citizen waits for the code. */
async function readKept(astro: AstroGlobal): Promise<PresaValues> {
  const { ente } = astro.locals;
  const bozza = astro.url.searchParams.get('presa') === 'codice' ? await readPageBozza(astro, PRESA_PATH) : null;
  const empty = { protocollo: '', email: '', codice_inviato_a: '', [SEARCH_ENTE]: '' };
  return { ...empty, ente: ente.id === PORTAL_ID ? '' : ente.id, ...bozza?.valori };
}

async function propsOf(
  astro: AstroGlobal,
  values: PresaValues,
  outcome: Pick<PresaFormsProps, 'errors' | 'message'> = {},
): Promise<PresaFormsProps> {
  const { ctx } = astro.locals;
  const [pratiche, enti, emailConfirmed] = await Promise.all([
    attemptSend(astro, PRESA_PATH, () => callOperation('praticheDaPrendere', {}, ctx)),
    attemptSend(astro, PRESA_PATH, () => callOperation('listaEnti', {}, ctx)),
    isEmailConfirmed(ctx, values.email),
  ]);
  const enteNames = new Map(enti.ok ? enti.data.map(({ Id, Nome }) => [Id, Nome]) : []);
  return {
    pratiche: pratiche.ok ? pratiche.data.map((p) => ({ ...p, ente: enteNames.get(p.ente) ?? p.ente })) : 'failed',
    enti: enti.ok
      ? await enteChoices(ctx, enti.data, { query: values[SEARCH_ENTE], chosen: values.ente }, optionOfEnte)
      : { options: [] },
    values,
    emailConfirmed,
    ...outcome,
    justTaken: astro.request.method === 'GET' && astro.url.searchParams.get('presa') === 'fatto',
    token: astro.locals.token(),
  };
}

/** What `/servizio/paga-online` shows to a citizen with a notice, and what each of its buttons does. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields, isPassedOn } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm, type SendResult } from '../../../platform/page.server.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { MAX_LISTED_ENTI } from '../../cases/ente/choice.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { PORTAL_ID } from '../../cases/ente/ente.ts';
import { checkLinkedAvvisi, keepKeys, linkedPath, listCarrelloRows, readKeptKeys } from './carrello.page.server.ts';
import { fornitoriFor } from './carrello-summary.ts';
import { forbidCaching, leaveForFornitore, sendKeyOf } from './departure.page.server.ts';
import { FORNITORE_NAMES } from './fornitori.ts';
import { offeredFornitori } from './offered-fornitori.ts';
import { MAX_AVVISI } from './paga-online.checks.ts';
import {
  type AvvisiFormProps,
  type CarrelloKey,
  type CarrelloRow,
  checkCarrello,
  type EnteOfAvviso,
  type FormOutcome,
  hasNoErrors,
  isSameAvviso,
  PAGA_ONLINE_PATH,
  parseCarrelloKeys,
  parseTypedAvviso,
  rowOfAvviso,
  type TypedValues,
} from './pagamento-form.ts';
import { findTentativo } from './tentativi.db.ts';
import { isOwnPagamento } from './tentativo-read.server.ts';

/** Fields that the address of the page may fill. */
const LINK_FIELDS = ['numero_avviso', 'dominioEC'] as const;

/** @returns what to show, or where to go */
export async function loadAvvisiPage(astro: AstroGlobal): Promise<AvvisiFormProps | Response> {
  const form = await readForm(astro);
  forbidCaching(astro);
  if (!form) {
    const values = { ...valuesFromLink(astro), ...(await readEarlierEmail(astro)) };
    const { linked, carrello } = (await checkLinkedAvvisi(astro)) ?? { carrello: await listCarrelloRows(astro) };
    return { ...(await formPropsOf(astro, { carrello, values })), linked };
  }
  const carrello = await listCarrelloRows(astro, parseCarrelloKeys(form.fields.avvisi ?? ''));
  const { numero_avviso = '', dominioEC = '', emailDebitore = '', conferma = '' } = form.fields;
  const state: CarrelloState = { carrello, values: { numero_avviso, dominioEC, emailDebitore, conferma } };
  const done: Response | ActionOutcome = form.error ? outcomeOfError(form.error) : await runAction(astro, form, state);
  if (done instanceof Response) return done;
  if (form.error) failWith(astro, form.error);
  else if (done.errors || done.message) failWith(astro, done.error ?? new PortalError('invalid'));
  return await formPropsOf(astro, { ...state, ...done });
}

type CarrelloState = { carrello: CarrelloRow[]; values: TypedValues };
type ActionOutcome = Partial<CarrelloState> & FormOutcome & { error?: PortalError };

async function runAction(astro: AstroGlobal, form: PageForm, state: CarrelloState): Promise<Response | ActionOutcome> {
  const [action, keyText = ''] = form.action.split(':');
  if (action === 'togli') {
    const [removed] = parseCarrelloKeys(keyText);
    const carrello = state.carrello.filter((row) => !removed || !isSameAvviso(row, removed));
    return keepAndShow(astro, carrello, state.values);
  }
  if (action === 'pagopa' || action === 'mooney') return sendPagamento(astro, form, { ...state, fornitore: action });
  // Enter in a field: a citizen who typed a number wants it checked.
  const wantsToPay = action === 'avanti' && state.carrello.length > 0 && !state.values.numero_avviso?.trim();
  const [fornitore] = wantsToPay ? fornitoriFor(state.carrello) : [];
  return fornitore ? sendPagamento(astro, form, { ...state, fornitore }) : checkAvviso(astro, state);
}

/** Checks the notice, then adds it to the cart. */
async function checkAvviso(astro: AstroGlobal, { carrello, values }: CarrelloState): Promise<Response | ActionOutcome> {
  const parsed = parseTypedAvviso(values, carrello, findsByNumero(astro));
  if ('errors' in parsed) return parsed;
  if (carrello.length >= MAX_AVVISI) return { message: `Puoi pagare al massimo ${MAX_AVVISI} avvisi insieme.` };
  const sent = await attemptSend(astro, PAGA_ONLINE_PATH, () =>
    callOperation('controllaAvviso', { ...parsed.key, conferma: true }, astro.locals.ctx),
  );
  if (!sent.ok) return { ...outcomeAtNumero(sent.error), error: sent.error };
  return keepAndShow(astro, [...carrello, rowOfAvviso(sent.data)], { emailDebitore: values.emailDebitore ?? '' });
}

/** Redirects to the page by its address, unless that would lose something typed. */
function keepAndShow(astro: AstroGlobal, carrello: CarrelloRow[], values: TypedValues): Response | ActionOutcome {
  // What the limits refused to look up must not come in by the cookie, which is read without them.
  const kept = readKeptKeys(astro);
  keepKeys(
    astro,
    carrello.filter((row) => row.avviso || kept.some((key) => isSameAvviso(key, row))),
  );
  const { emailDebitore, numero_avviso } = values;
  const hasTyped = numero_avviso || (emailDebitore && emailDebitore !== knownEmail(astro));
  if (hasTyped) return { carrello, values };
  return astro.redirect(carrello.length > 0 ? `${PAGA_ONLINE_PATH}#carrello` : PAGA_ONLINE_PATH, 303);
}

async function sendPagamento(
  astro: AstroGlobal,
  form: PageForm,
  { carrello, values, fornitore }: CarrelloState & { fornitore: Fornitore },
): Promise<Response | ActionOutcome> {
  const errors = checkCarrello(values, carrello);
  if (!hasNoErrors(errors)) return { errors };
  const [first, ...others] = carrello.flatMap(({ avviso }) => (avviso ? [pickIuv(avviso)] : []));
  const { emailDebitore = '' } = values;
  const { ctx } = astro.locals;
  const body = { ...first, emailDebitore, ...(values.conferma && { conferma: true }) };
  const sent: SendResult<{ redirect: string }> = await attemptSend(astro, PAGA_ONLINE_PATH, () =>
    fornitore === 'pagopa'
      ? callWithFields('pagaConPagopa', { ...body, altri: others }, ctx, sendKeyOf(form.key, [body, others]))
      : callWithFields('pagaConMooney', body, ctx, sendKeyOf(form.key, [body, 'mooney'])),
  );
  if (!sent.ok) return { ...outcomeOfError(sent.error), error: sent.error };
  return leaveForFornitore(sent.data.redirect, FORNITORE_NAMES[fornitore]);
}

const pickIuv = ({ IUV, dominioEC }: { IUV: string } & CarrelloKey) => ({ IUV, dominioEC });

/** A refusal of the check is shown at the number. A request to wait belongs to no field. */
function outcomeAtNumero(error: PortalError): FormOutcome {
  if (error.fields || !['not_found', 'conflict', 'unavailable'].includes(error.code)) return outcomeOfError(error);
  return { errors: { numero_avviso: [error.message] } };
}

/** Errors of fields that the screen does not have are shown above the form. */
function outcomeOfError(error: PortalError): FormOutcome {
  const { emailDebitore, numero_avviso, dominioEC, conferma } = error.fields ?? {};
  const known = Object.entries({ numero_avviso, dominioEC, emailDebitore, conferma }).filter(
    ([, messages]) => messages,
  );
  const errors = Object.fromEntries(known) as FieldErrors;
  return known.length > 0 ? { errors } : { message: Object.values(error.fields ?? {})[0]?.[0] ?? error.message };
}

const valuesFromLink = (astro: AstroGlobal): TypedValues =>
  Object.fromEntries(LINK_FIELDS.map((name) => [name, astro.url.searchParams.get(name)?.slice(0, 100) ?? '']));

/** On a retry the e-mail address comes from the earlier attempt, if the caller opened it. */
async function readEarlierEmail({ locals: { ctx }, url }: Pick<AstroGlobal, 'locals' | 'url'>): Promise<TypedValues> {
  const from = url.searchParams.get('da');
  const email = from && (await (ctx.browser ? askEarlierEmail(ctx, from) : findEarlierEmail(ctx, from)));
  return email ? { emailDebitore: email } : {};
}

async function findEarlierEmail(ctx: CallContext, riferimento: string): Promise<string | undefined> {
  const pagamento = await findTentativo(ctx.db, riferimento);
  return pagamento && isOwnPagamento(ctx, pagamento) ? pagamento.email : undefined;
}

/** A back end may tell it with the outcome; without it the citizen types it again. */
async function askEarlierEmail(ctx: CallContext, riferimento: string): Promise<string | undefined> {
  try {
    return (await callOperation('esitoPagamento', { riferimento }, ctx)).email;
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}

const knownEmail = ({ locals }: Pick<AstroGlobal, 'locals'>): string => locals.ctx.user?.contatti.email ?? '';

async function formPropsOf(
  astro: AstroGlobal,
  { carrello, values, errors, message }: CarrelloState & FormOutcome,
): Promise<AvvisiFormProps> {
  const { ente, ctx } = astro.locals;
  const all = await enti(ctx.house);
  const isOwnHost = ente.id !== PORTAL_ID;
  return {
    action: linkedPath(astro),
    carrello,
    ownEnte: isOwnHost ? pickEnte(ente) : undefined,
    byNumero: findsByNumero(astro),
    enti: isOwnHost || all.length > MAX_LISTED_ENTI ? [] : all.map(pickEnte),
    values: { ...values, emailDebitore: values.emailDebitore ?? knownEmail(astro) },
    fornitori: offeredFornitori(astro.locals.ctx.house),
    token: astro.locals.token(),
    sendKey: randomId(),
    errors,
    message,
  };
}

/** On the host of a municipality; a back end asks for the ente of every notice. */
const findsByNumero = ({ locals }: Pick<AstroGlobal, 'locals'>): boolean =>
  locals.ente.id !== PORTAL_ID && !isPassedOn(locals.ctx.house, 'controllaAvviso');

const pickEnte = ({ nome, codice_fiscale }: EnteOfAvviso): EnteOfAvviso => ({ nome, codice_fiscale });

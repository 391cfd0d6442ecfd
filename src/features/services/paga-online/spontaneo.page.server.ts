/** The page to pay without a notice: ente, service, the fields of the service. Chosen by the address, or fixed by a ready-made link. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { parseCents } from '../../../platform/atoms/cents.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import {
  attemptSend,
  failWith,
  type PageForm,
  type ReadOrFailed,
  readForm,
  readOrFailed,
} from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteChoices } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { PORTAL_ID } from '../../cases/ente/ente.ts';
import { formLoginOf, identita, senderOf } from '../../cases/utente/identita.ts';
import { forbidCaching, leaveForFornitore, sendKeyOf } from './departure.page.server.ts';
import { FORNITORE_NAMES } from './fornitori.ts';
import {
  buildSpontaneoBody,
  checkSpontaneo,
  type EnteCreditore,
  type FormOutcome,
  fieldName,
  hasNoErrors,
  PAGA_ONLINE_PATH,
  SPONTANEO_PATH,
  type SpontaneoProps,
  sortErrors,
  spontaneoFieldNames,
  type TypedValues,
} from './pagamento-form.ts';
import type { Servizio } from './shown.ts';

type ListKind = 'PPA' | 'LINK';

/** @property enti `failed` when they could not be read @property isFixed the host name determines the ente */
export type SpontaneoView = {
  enti: ReadOrFailed<EnteCreditore[]>;
  choices: EnteChoices;
  isFixed: boolean;
  ente: EnteCreditore | undefined;
  servizi: ReadOrFailed<Servizio[]>;
  form: SpontaneoProps | undefined;
  errors: FieldErrors | undefined;
};

/** The empty form: ente and service are chosen by the address of the page. @returns what to show, or where to go */
export async function loadSpontaneoPage(astro: AstroGlobal): Promise<SpontaneoView | Response> {
  forbidCaching(astro);
  const { locals, url } = astro;
  const form = await readForm(astro);
  const enti = await readOrFailed(astro, PAGA_ONLINE_PATH, () =>
    callOperation('entiPagamento', { elenco: 'PPA' }, locals.ctx),
  );
  const isFixed = locals.ente.id !== PORTAL_ID;
  const isChosen = (e: EnteCreditore) =>
    isFixed ? e.codice_fiscale === locals.ente.codice_fiscale : e.codice === url.searchParams.get('ente');
  const ente = enti === 'failed' ? undefined : enti.find(isChosen);
  const servizi = ente ? await listServizi(astro, 'PPA', ente) : [];
  const codice = url.searchParams.get('servizio');
  const servizio = servizi === 'failed' ? undefined : servizi.find((s) => s.codice === codice);
  const asked = {
    query: url.searchParams.get(SEARCH_ENTE) ?? '',
    chosen: ente?.codice,
    servizi: 'not suggested' as const,
  };
  const choices = await enteChoices(locals.ctx, enti === 'failed' ? [] : enti, asked, optionOfCreditore);
  locals.ente = await enteOfPage(locals.ctx.house, locals.ctx.host, ente?.codice);
  if (!ente || !servizio) {
    const errors = checkChoices(url.searchParams, { enti, isFixed, ente, servizi });
    if (errors) failWith(astro, new PortalError('invalid', { fields: errors }));
    return { enti, choices, isFixed, ente, servizi, form: undefined, errors };
  }
  const action = `${SPONTANEO_PATH}&${new URLSearchParams({ ente: ente.codice, servizio: servizio.codice })}`;
  const formProps = await fillForm(astro, form, { ente, servizio, action, fromLink: {} });
  return formProps instanceof Response
    ? formProps
    : { enti, choices, isFixed, ente, servizi, form: formProps, errors: undefined };
}

const optionOfCreditore = ({ codice, nome }: EnteCreditore) => ({ value: codice, label: nome });

type SpontaneoChoices = Pick<SpontaneoView, 'enti' | 'isFixed' | 'ente' | 'servizi'>;

/** The button was pressed with nothing chosen, or the address names something that is not in the list. */
function checkChoices(
  params: URLSearchParams,
  { enti, isFixed, ente, servizi }: SpontaneoChoices,
): FieldErrors | undefined {
  const isSearching = params.get('_azione') === SEARCH_ENTE;
  if (!isFixed && !ente && enti !== 'failed' && params.has('ente') && !isSearching)
    return { ente: ['Scegli l’ente dall’elenco.'] };
  if (ente && servizi !== 'failed' && servizi.length > 0 && params.has('servizio'))
    return { servizio: ['Scegli il servizio dall’elenco.'] };
  return undefined;
}

/**
 * A ready-made link: its path names ente and service, its query fills fields.
 * @throws PortalError `not_found` for an ente or service that is not in the list of links; `unavailable`
 */
export async function loadPrefilledPage(
  astro: AstroGlobal,
): Promise<{ enti: EnteCreditore[]; form: SpontaneoProps } | Response> {
  forbidCaching(astro);
  const { locals, params, url } = astro;
  const form = await readForm(astro);
  const enti = await callOperation('entiPagamento', { elenco: 'LINK' }, locals.ctx);
  const ente = enti.find((e) => e.codice === params.codiceEnte);
  if (!ente) throw new PortalError('not_found');
  const servizi = await callOperation('serviziPagamento', { elenco: 'LINK', ente: ente.codice }, locals.ctx);
  const servizio = servizi.find((s) => s.codice === params.codiceServizio);
  if (!servizio) throw new PortalError('not_found');
  locals.ente = await enteOfPage(locals.ctx.house, locals.ctx.host, ente.codice);
  const action = url.pathname + url.search;
  const fromLink = valuesFromLink(url.searchParams, servizio);
  const formProps = await fillForm(astro, form, { ente, servizio, action, fromLink });
  return formProps instanceof Response ? formProps : { enti, form: formProps };
}

type ChosenServizio = { ente: EnteCreditore; servizio: Servizio; action: string; fromLink: TypedValues };

/** The form of one service; after a valid send, the way to the provider. */
async function fillForm(
  astro: AstroGlobal,
  form: PageForm | null,
  chosen: ChosenServizio,
): Promise<SpontaneoProps | Response> {
  const { ctx } = astro.locals;
  const { servizio, fromLink } = chosen;
  const fixed = fixedFields(servizio, fromLink);
  const ownValues = Object.entries(identita(ctx)).map(([name, value]) => [`pagatore.${name}`, value] as const);
  const values: TypedValues = {
    emailDebitore: senderOf(ctx)?.contatti.email ?? '',
    ...fromLink,
    ...pickValues(spontaneoFieldNames(servizio), form?.fields ?? {}),
    ...pickValues(fixed, fromLink),
    ...Object.fromEntries(ownValues),
  };
  const done: Response | ActionOutcome | null =
    form &&
    (form.error ? outcomeOnScreen(servizio, form.error) : await sendSpontaneo(astro, form, { ...chosen, values }));
  if (done instanceof Response) return done;
  if (done) failWith(astro, form?.error ?? done.error ?? new PortalError('invalid'));
  return {
    ente: chosen.ente,
    action: chosen.action,
    servizio,
    values,
    fixed,
    login: formLoginOf(ctx),
    fornitore: FORNITORE_NAMES.pagopa,
    token: astro.locals.token(),
    sendKey: randomId(),
    errors: done?.errors,
    message: done?.message,
  };
}

type ActionOutcome = FormOutcome & { error?: PortalError };

async function sendSpontaneo(
  astro: AstroGlobal,
  form: PageForm,
  chosen: ChosenServizio & { values: TypedValues },
): Promise<Response | ActionOutcome> {
  const { servizio, values } = chosen;
  const body = buildSpontaneoBody(chosen, values);
  const errors = checkSpontaneo(servizio, body);
  if (!hasNoErrors(errors)) return { errors };
  const { ctx } = astro.locals;
  const sendKey = sendKeyOf(form.key, body);
  const sent = await attemptSend(astro, PAGA_ONLINE_PATH, () => callOperation('pagaSpontaneo', body, ctx, sendKey));
  if (!sent.ok) return { ...outcomeOnScreen(servizio, sent.error), error: sent.error };
  return leaveForFornitore(sent.data.redirect, FORNITORE_NAMES.pagopa);
}

function outcomeOnScreen(servizio: Servizio, error: PortalError): FormOutcome {
  const errors = sortErrors(servizio, error.fields ?? {});
  const areKnown = Object.keys(errors).every((name) => spontaneoFieldNames(servizio).includes(name));
  if (!hasNoErrors(errors) && areKnown) return { errors };
  return { message: Object.values(errors)[0]?.[0] ?? error.message };
}

/**
 * Field names as a link spells them: those of the service, and the portal's own without their group. Never the e-mail address: the receipt
 * would go to the author of the link.
 */
function valuesFromLink(query: URLSearchParams, servizio: Servizio): TypedValues {
  const names = spontaneoFieldNames(servizio).filter((name) => name !== 'emailDebitore');
  const entries = names.map((name) => {
    const value = query.get(name) ?? query.get(name.replace(/^(campi|pagatore)\./, ''));
    return [name, value?.slice(0, 200).trim() ?? ''] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The payer and the e-mail address are for the citizen to change, and so is an invalid value of the link. */
function fixedFields(servizio: Servizio, fromLink: TypedValues): string[] {
  const ente = { codice: '', nome: '', codice_fiscale: '' };
  const wrong = checkSpontaneo(servizio, buildSpontaneoBody({ ente, servizio }, fromLink));
  const editable = (servizio.modificabili ?? []).flatMap((name) => [name, fieldName(name)]);
  return Object.keys(fromLink).filter(
    (name) =>
      !name.startsWith('pagatore.') &&
      !editable.includes(name) &&
      !wrong[name] &&
      (name !== 'importo' || parseCents(fromLink.importo ?? '') !== undefined),
  );
}

const pickValues = (names: readonly string[], values: TypedValues): TypedValues =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

const listServizi = (astro: AstroGlobal, listKind: ListKind, ente: EnteCreditore): Promise<ReadOrFailed<Servizio[]>> =>
  readOrFailed(astro, PAGA_ONLINE_PATH, () =>
    callOperation('serviziPagamento', { elenco: listKind, ente: ente.codice }, astro.locals.ctx),
  );

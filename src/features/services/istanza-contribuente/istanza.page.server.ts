/** What the pages of a petition show: the form with or without documents, and the question before the latter. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith, type ReadOrFailed, readForm, readOrFailed } from '../../../platform/page.server.ts';
import { enteChoices, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enti as allEnti, findEnte } from '../../cases/ente/ente.server.ts';
import { PORTAL_ID } from '../../cases/ente/ente.ts';
import { findSistema, listTributi, type Sistema, sistemaFields } from '../../cases/ente/sistemi.ts';
import type { FormActions } from '../../cases/form/form.actions.server.ts';
import { openFormPage } from '../../cases/form/form.page.server.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { OfferingEnte } from '../../cases/offerta/ente-offerta.ts';
import { documentiFormPath } from '../../cases/richiesta/documenti.ts';
import { type DocumentiFormView, openDocumentiForm } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { IstanzaProps } from './IstanzaForm.tsx';
import {
  makeIstanzaForm,
  NO_DOCUMENTI,
  SERVIZIO_SLUG,
  UNKNOWN_TRIBUTO,
  WITHOUT_DOCUMENTI_PATH,
  withoutDocumentiPath,
} from './istanza.fields.ts';

type IstanzaView = DocumentiFormView<IstanzaProps>;

export async function openIstanzaPage(astro: AstroGlobal): Promise<IstanzaView | Response> {
  if (astro.params.docs === NO_DOCUMENTI) return openWithoutDocumenti(astro);
  return openDocumentiForm<IstanzaProps>(astro, {
    servizio: SERVIZIO_SLUG,
    azione: 'istanza',
    ask: ({ sistema, numeri }) => {
      const query = { idDocument: numeri.join(','), sistema__c: sistema };
      return callOperation('controllaDocumentiIstanza', query, astro.locals.ctx);
    },
    formActions: ({ path }) => istanzaFormActions(path),
    props: ({ sistema, ente }) => ({ tributo: sistemaFields(ente, sistema).nome_sistema, enti: [] }),
  });
}

const istanzaFormActions = (path: string): FormActions => ({
  definition: makeIstanzaForm(path),
  send: (body, ctx, sendKey) => callWithFields('inviaIstanza', body, ctx, sendKey),
});

/** The form without documents, open to anybody. @throws PortalError `not_found` for an unknown system, or where no ente takes petitions */
async function openWithoutDocumenti(astro: AstroGlobal): Promise<IstanzaView | Response> {
  const sistema = astro.params.ws_service ?? '';
  const tributo = await findTributo(astro, sistema);
  if (!tributo) throw new PortalError('not_found');
  const path = documentiFormPath(SERVIZIO_SLUG, sistema, [NO_DOCUMENTI]);
  const enti = await readOrFailed(astro, path, () => listReceivingEnti(astro));
  const { ente } = astro.locals;
  const isReceiving = enti === 'failed' || enti.some(({ Id }) => ente.id === PORTAL_ID || Id === ente.id);
  const isSent = astro.url.searchParams.get('passo') === 'conferma';
  // The 404 page lists the enti that take petitions.
  if (!isReceiving && !isSent && astro.request.method !== 'POST') throw new PortalError('not_found');
  const form = await readForm(astro);
  const view = await openFormPage(
    astro,
    {
      ...istanzaFormActions(path),
      check: async (v) => findEnteErrors(v, enti),
    },
    form,
  );
  if (view instanceof Response) return view;
  if (view.kind !== 'form') return { ...view, path };
  const asked = {
    query: view.formProps.state.values[SEARCH_ENTE],
    chosen: view.formProps.state.values.ente,
    servizi: ['ISTANZA'],
  };
  const choices = enti === 'failed' ? undefined : await enteChoices(astro.locals.ctx, enti, asked, optionOfEnte);
  const listed = { enti: choices?.options ?? ('failed' as const), enteSearch: choices?.search };
  const ownProps = { path, documenti: [], tributo: tributo.nome, ...listed };
  return { ...view, path, formProps: { ...view.formProps, ...ownProps } };
}

/** The system of an address, of the ente whose page this is, or of any. */
async function findTributo({ locals }: AstroGlobal, codice: string): Promise<Sistema | undefined> {
  const all = await allEnti(locals.ctx.house);
  return findSistema(locals.ente, codice) ?? all.flatMap((ente) => findSistema(ente, codice) ?? [])[0];
}

/** Whether the chosen ente has the chosen system. Without an ente, which is asked for as well, whether any has. */
async function isTributoOf(astro: AstroGlobal, { ente = '', sistema = '' }: FormValues): Promise<boolean> {
  const chosen = await findEnte(astro.locals.ctx.house, ente);
  return (chosen ? findSistema(chosen, sistema) : await findTributo(astro, sistema)) !== undefined;
}

/** Enti that answer petitions. */
const listReceivingEnti = ({ locals }: AstroGlobal): Promise<OfferingEnte[]> =>
  callOperation('entiPerCategoria', { category: 'ISTANZA' }, locals.ctx);

/** Where the list could not be read, the ente is checked when the petition is sent. */
const findEnteErrors = ({ ente }: FormValues, enti: ReadOrFailed<OfferingEnte[]>): FieldErrors =>
  ente && enti !== 'failed' && !enti.some(({ Id }) => Id === ente)
    ? { ente: ['Questo ente non riceve istanze online: scegline un altro.'] }
    : {};

/** The question before a petition without documents. @property fixedEnte name of the ente, when the host name decides it */
export type WithoutDocumentiView = {
  enti: ReadOrFailed<EnteChoices>;
  fixedEnte: string | undefined;
  tributi: readonly Sistema[];
  values: FormValues;
  errors: FieldErrors;
};

/** @returns what to choose from, or the form */
export async function openWithoutDocumentiChoice(astro: AstroGlobal): Promise<WithoutDocumentiView | Response> {
  const { searchParams } = astro.url;
  const { ente: host } = astro.locals;
  const enti = await readOrFailed(astro, WITHOUT_DOCUMENTI_PATH, () => listReceivingEnti(astro));
  const hostEnte = host.id === PORTAL_ID ? undefined : host;
  const values = { ente: hostEnte?.id ?? searchParams.get('ente') ?? '', sistema: searchParams.get('sistema') ?? '' };
  const errors: FieldErrors = {
    ...(values.ente ? findEnteErrors(values, enti) : { ente: ['Scegli l’ente a cui scrivere.'] }),
    ...((await isTributoOf(astro, values)) ? {} : { sistema: [UNKNOWN_TRIBUTO] }),
  };
  const asked = { query: searchParams.get(SEARCH_ENTE) ?? '', chosen: values.ente, servizi: ['ISTANZA'] };
  const view = {
    enti: enti === 'failed' ? enti : await enteChoices(astro.locals.ctx, enti, asked, optionOfEnte),
    fixedEnte: hostEnte?.nome,
    tributi: listTributi(hostEnte ? [hostEnte] : await allEnti(astro.locals.ctx.house)),
    values,
  };
  if (!searchParams.has('scelta') || searchParams.get('_azione') === SEARCH_ENTE) return { ...view, errors: {} };
  if (Object.keys(errors).length === 0) return astro.redirect(withoutDocumentiPath(values.sistema, values.ente), 303);
  // A citizen cannot choose from a list that could not be read.
  if (enti === 'failed') return { ...view, errors: {} };
  failWith(astro, new PortalError('invalid'));
  return { ...view, errors };
}

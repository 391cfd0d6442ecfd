/** Opens the page of a form on documents for their owner, or for a guest with the two codes, and says why a document cannot be used. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import type { AboutDocument, CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { keepBozza, leaveToOwner, readPageBozza } from '../bozza/bozza.page.server.ts';
import { enteOfPage, findEnte } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { isSistemaCode } from '../ente/sistemi.ts';
import type { FormActions } from '../form/form.actions.server.ts';
import { type FormView, openFormPage, recipientOf, typedIn } from '../form/form.page.server.ts';
import type { FormProps } from '../form/form.ts';
import { readActing, shownDelega } from '../posizione/deleghe.server.ts';
import type { DelegaDiPosizione } from '../posizione/posizione.checks.ts';
import type { DocumentiFormProps } from './DocumentiPanel.tsx';
import { findDocumentiFor, type UsableDocumento } from './documenti.server.ts';
import { documentiFormPath } from './documenti.ts';
import type { UsableAnswer } from './richiesta.contract.ts';

/** Asks for the two codes and reveals nothing of the documents. @property values what was typed */
export type CodiciView = {
  kind: 'codici';
  errors?: PortalError['fields'];
  message?: string | undefined;
  values: Record<string, string>;
};
/** A document as the form shows it. */
type FormDocumento = AboutDocument & Pick<UsableDocumento, 'perche' | 'aperta'>;

/** Documents that this form cannot be about, beside those it could. @property reason what is wrong with all of them together */
export type UnusableView = {
  kind: 'unusable';
  documenti: FormDocumento[];
  reason: string | null;
  delega?: DelegaDiPosizione | undefined;
};

/** A delegate who may not send this, or no longer. @property message why; what was typed is kept */
type RefusedView = { kind: 'refused'; message: string };

/** The documents of the address, once the person may see them. @typeParam L what the form loads for its documents */
type OpenDocumenti<L = undefined> = {
  sistema: string;
  documenti: FormDocumento[];
  ente: Ente;
  path: string;
  loaded: L;
};

/** @typeParam P props of the form @typeParam L what the form loads for its documents */
export type DocumentiFormOptions<P extends DocumentiFormProps, L = undefined> = {
  /** Last segment of the path; `azione` is what the documents must allow */
  servizio: string;
  azione: string;
  /** Reads them by the call of the service, in front of a back end that has them */
  ask(named: { sistema: string; numeri: readonly string[] }): Promise<UsableAnswer[]>;
  load?(documenti: FormDocumento[]): Promise<L>;
  /** @returns why the form cannot be about all of them together */
  reasonAgainst?(loaded: L): string | null;
  formActions(open: OpenDocumenti<L>): FormActions;
  /** Props of the form beside those that every form on documents has */
  props?(open: OpenDocumenti<L>): Omit<P, keyof DocumentiFormProps>;
};

/** @property delega by which the caller acts for another person */
export type DocumentiFormView<P extends FormProps> =
  | (FormView<P> & { path: string; delega?: DelegaDiPosizione | undefined })
  | CodiciView
  | UnusableView
  | RefusedView;

/**
 * @returns the form with its documents, the question for the codes, the documents that cannot be used, or a redirect
 * @throws PortalError `not_found` for a system that does not exist or for numbers that no document can have
 */
export async function openDocumentiForm<P extends DocumentiFormProps, L = undefined>(
  astro: AstroGlobal,
  { servizio, azione, ask, load, reasonAgainst, formActions, props }: DocumentiFormOptions<P, L>,
): Promise<DocumentiFormView<P> | Response> {
  const sistema = astro.params.ws_service ?? '';
  const numeri = (astro.params.docs ?? '').split(',');
  if (!isSistemaCode(sistema) || numeri.some((n) => !/^[\w.-]{1,100}$/.test(n))) throw new PortalError('not_found');
  const path = documentiFormPath(servizio, sistema, numeri);
  const form = await readForm(astro);
  const left = form && (await leaveToOwner(astro, typedIn(astro, path, form)));
  if (left) return left;
  if (form?.action === 'apri') {
    const codici = await openByCodici(astro, path, form);
    if (codici) return codici;
    return astro.redirect(path + astro.url.search, 303);
  }
  const { ctx } = astro.locals;
  const named = { sistema, numeri: [...new Set(numeri)] };
  const found = await attemptSend(
    astro,
    path,
    async (): Promise<{ documenti: FormDocumento[]; delega?: DelegaDiPosizione | undefined }> => {
      if (ctx.browser) return { documenti: (await ask(named)).map(formDocumentoOf(azione)) };
      const own = await findDocumentiFor(ctx, azione, named);
      return { documenti: own, delega: await readDelegaOf(ctx, own) };
    },
  );
  if (!found.ok) {
    if (form && !form.error) await keepTyped(astro, path, form);
    return found.error.code === 'forbidden' ? refuseDelegate(astro, found.error) : askCodici(astro, found.error);
  }
  const { documenti, delega } = found.data;
  const { house, host } = ctx;
  const enteId = documenti[0]?.ente ?? '';
  astro.locals.ente = await enteOfPage(house, host, enteId);
  // The request goes to the ente of the documents, even when the host name belongs to another ente.
  const ente = (await findEnte(house, enteId)) ?? astro.locals.ente;
  const loaded = (await load?.(documenti)) as L;
  const someUnusable = documenti.some((d) => d.perche !== null);
  const reason = someUnusable ? null : (reasonAgainst?.(loaded) ?? null);
  const isConfirmation = astro.url.searchParams.get('passo') === 'conferma';
  // A repeated send finds its own request on the documents: its key repeats the answer, or the send names the reason.
  if (!isConfirmation && form?.action !== 'invia' && (someUnusable || reason)) {
    if (form && !form.error) await keepTyped(astro, path, form);
    astro.response.status = 409;
    astro.response.statusText = 'Conflict';
    return { kind: 'unusable', documenti, reason, delega };
  }
  const open = { sistema, documenti, ente, path, loaded };
  const view = await openFormPage(astro, { ...formActions(open), fixedValues: { ente: ente.id } }, form);
  if (view instanceof Response) return view;
  if (view.kind !== 'form') return { ...view, path, delega };
  const documentiProps: DocumentiFormProps = {
    ...view.formProps,
    ...recipientOf(ente),
    path,
    documenti: documenti.map(({ numero, tipo, importo_cent, scadenza }) => ({ numero, tipo, importo_cent, scadenza })),
  };
  return { ...view, path, delega, formProps: { ...documentiProps, ...props?.(open) } as P };
}

const formDocumentoOf =
  (azione: string) =>
  (answer: UsableAnswer): FormDocumento => ({
    ...answer,
    aperta: answer.richieste.find((open) => open.azione === azione),
  });

/**
 * Opens the position with the codes that were typed. A form whose hour has passed continues from its draft afterwards.
 * @returns the question with the errors, or null when the codes opened the position
 */
export async function openByCodici(astro: AstroGlobal, path: string, form: PageForm): Promise<CodiciView | null> {
  const sent = await attemptSend(astro, path, () => {
    if (form.error) throw form.error;
    return callWithFields('controllaPosizione', form.fields, astro.locals.ctx);
  });
  if (sent.ok) return null;
  failWith(astro, sent.error);
  return { kind: 'codici', errors: sent.error.fields, message: sent.error.message, values: form.fields };
}

/**
 * Stores what was typed when the form cannot be shown any more, because the hour has ended or another request took a document. The form knows its fields, and ignores other names when it reads the draft.
 */
async function keepTyped(astro: AstroGlobal, path: string, form: PageForm): Promise<void> {
  const typed = typedIn(astro, path, form);
  if (!typed) return;
  const bozza = await readPageBozza(astro, path);
  await attemptSend(astro, path, () => keepBozza(astro, { ...typed, valori: { ...bozza?.valori, ...typed.valori } }));
}

function refuseDelegate(astro: AstroGlobal, error: PortalError): RefusedView {
  failWith(astro, error);
  return { kind: 'refused', message: error.message };
}

/** By which delegation the caller has these documents; a request is about those of one person. */
async function readDelegaOf(
  ctx: CallContext,
  documenti: readonly UsableDocumento[],
): Promise<DelegaDiPosizione | undefined> {
  const acting = await readActing(
    ctx,
    documenti.map((d) => d.posizione),
  );
  return shownDelega(acting, documenti[0]?.posizione ?? '');
}

/** A document that does not exist, is another person's or is not open any more gets the same answer. */
function askCodici(astro: AstroGlobal, error: PortalError): CodiciView {
  if (error.code !== 'not_found') throw error;
  astro.response.status = 404;
  astro.response.statusText = 'Not Found';
  return { kind: 'codici', values: {} };
}

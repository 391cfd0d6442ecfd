/** The pages on which a visitor with the two codes, or a logged-in citizen, chooses documents. The server decides whether they go together. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { type CodiciView, openByCodici } from '../richiesta/documenti-form.page.server.ts';
import { explainRefusal } from './documenti-together.ts';
import type { OpenedPosizione, SelectableDocumento } from './scelta.contract.ts';

/**
 * A choice that did not lead to a form. @property chosenIds ids that were ticked
 * @property documenti the chosen documents, each with the reason against it
 */
export type DocumentoChoice = {
  chosenIds: readonly string[];
  documenti?: SelectableDocumento[];
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

export type ChoiceView = CodiciView | ({ kind: 'documenti'; posizioni: OpenedPosizione[] } & DocumentoChoice);

/**
 * Reads the choice from the query (`scelta`, and any number of `documento`).
 * @returns a redirect to the form, the reasons against the choice, or null when nothing was chosen on this page yet
 */
export async function readChoice(
  astro: AstroGlobal,
  servizio: string | null,
): Promise<Response | DocumentoChoice | null> {
  const query = astro.url.searchParams;
  if (!query.has('scelta')) return null;
  const chosenIds = query.getAll('documento');
  const fields = { servizio, documenti: chosenIds };
  const checked = await attemptSend(astro, '/servizio', () =>
    callWithFields('scegliDocumenti', fields, astro.locals.ctx),
  );
  if (!checked.ok) {
    failWith(astro, checked.error);
    return { chosenIds, ...explainRefusal(checked.error) };
  }
  const { percorso: path, documenti } = checked.data;
  if (path) return astro.redirect(path, 303);
  failWith(astro, new PortalError('conflict'));
  return { chosenIds, documenti };
}

const CODICI_EXPIRED = 'L’ora per vedere i documenti è passata: scrivi di nuovo i due codici e scegli.';

/** @returns the question for the codes, the documents that they opened, or a redirect */
export async function loadChoicePage(astro: AstroGlobal, servizio: string): Promise<ChoiceView | Response> {
  const { ctx } = astro.locals;
  const path = `/servizio/${servizio}`;
  const form = await readForm(astro);
  if (form) return (await openByCodici(astro, path, form)) ?? astro.redirect(path, 303);
  const outcome = await readChoice(astro, servizio);
  if (outcome instanceof Response) return outcome;
  const posizioni = await callOperation('documentiDaScegliere', { servizio }, ctx);
  if (posizioni.length === 0) return { kind: 'codici', values: {}, ...(outcome && { message: CODICI_EXPIRED }) };
  if (astro.url.searchParams.has('codici')) return { kind: 'codici', values: {} };
  const [ente, ...others] = new Set(posizioni.flatMap((p) => p.documenti.map((d) => d.ente)));
  // When all documents are of one ente, the page takes its colours and footer.
  if (ente && others.length === 0) astro.locals.ente = await enteOfPage(ctx.house, ctx.host, ente);
  return { kind: 'documenti', posizioni, ...(outcome ?? { chosenIds: [] }) };
}

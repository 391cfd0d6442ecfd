/** The page of a form that depends on an ente's offer: it reads the enti of the service, and the offer of the chosen one. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { attemptSend, type PageForm } from '../../../platform/page.server.ts';
import { choosableEnti, optionOfEnte } from '../ente/choice.server.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import type { FormActions } from '../form/form.actions.server.ts';
import { type FormView, openFormPage } from '../form/form.page.server.ts';
import { type OffertaFormProps, SHOW_OFFERTA, type WithOfferta } from './ente-offerta.ts';

/** @property read reads the offer of an ente; throws `not_found` for an ente that offers nothing */
type OffertaFormActions<T> = FormActions & { codice: string; read(ente: string): Promise<T> };

/** @param form what the browser posted; null for a GET @returns what to show, or a redirect */
export async function openOffertaForm<T>(
  astro: AstroGlobal,
  form: PageForm | null,
  { codice, read, ...formActions }: OffertaFormActions<T>,
): Promise<FormView<OffertaFormProps<T>> | Response> {
  // Without JavaScript the page has to bring the offer of another ente.
  const buttons = { [SHOW_OFFERTA]: () => 'offerta', ...formActions.buttons };
  const view = await openFormPage(astro, { ...formActions, buttons }, form);
  if (view instanceof Response || view.kind !== 'form') return view;
  const { ctx } = astro.locals;
  const { path } = formActions.definition;
  const { ente, [SEARCH_ENTE]: query } = view.formProps.state.values;
  const [enti, found] = await Promise.all([
    attemptSend(astro, path, () => callOperation('entiPerCategoria', { category: codice }, ctx)),
    ente ? attemptSend(astro, path, () => read(ente)) : undefined,
  ]);
  const listed = enti.ok
    ? await choosableEnti(ctx, enti.data, { query, chosen: ente, servizi: [codice] }, optionOfEnte)
    : undefined;
  const withOfferta: WithOfferta<T> = {
    enti: listed?.enti ?? 'failed',
    enteSearch: listed?.search,
    ...(found && { offerta: found.ok ? found.data : found.error.code === 'not_found' ? null : 'failed' }),
  };
  return { ...view, formProps: { ...view.formProps, ...withOfferta, today: todayInRome(ctx.now) } };
}

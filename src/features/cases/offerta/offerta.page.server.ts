/** The page of a form that depends on an ente's offer: it reads the enti of the service, and the offer of the chosen one. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { attemptSend, type PageForm } from '../../../platform/page.server.ts';
import type { FormActions } from '../form/form.actions.server.ts';
import { type FormView, openFormPage } from '../form/form.page.server.ts';
import { type OffertaFormProps, SHOW_OFFERTA, type WithOfferta } from './ente-offerta.ts';

/** @property read the offer of an ente, as the operation gives it; it throws `not_found` for one that offers nothing */
type OffertaFormActions<T> = FormActions & { codice: string; read(ente: string): Promise<T> };

/** @param form what the page was sent, null when it was only asked for @returns what to show, or where to go */
export async function openOffertaForm<T>(
  astro: AstroGlobal,
  form: PageForm | null,
  { codice, read, ...formActions }: OffertaFormActions<T>,
): Promise<FormView<OffertaFormProps<T>> | Response> {
  // Without JavaScript the offer of another ente comes with the page.
  const buttons = { [SHOW_OFFERTA]: () => 'offerta', ...formActions.buttons };
  const view = await openFormPage(astro, { ...formActions, buttons }, form);
  if (view instanceof Response || view.kind !== 'form') return view;
  const { ctx } = astro.locals;
  const { path } = formActions.definition;
  const { ente } = view.formProps.state.values;
  const [enti, found] = await Promise.all([
    attemptSend(astro, path, () => callOperation('entiPerCategoria', { category: codice }, ctx)),
    ente ? attemptSend(astro, path, () => read(ente)) : undefined,
  ]);
  const withOfferta: WithOfferta<T> = {
    enti: enti.ok ? enti.data : 'failed',
    ...(found && { offerta: found.ok ? found.data : found.error.code === 'not_found' ? null : 'failed' }),
  };
  return { ...view, formProps: { ...view.formProps, ...withOfferta, today: todayInRome(ctx.now) } };
}

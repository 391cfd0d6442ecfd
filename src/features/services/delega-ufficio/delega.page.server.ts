/** What the page of the request shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { type ReadOrFailed, readForm, readOrFailed } from '../../../platform/page.server.ts';
import { choosableEnti, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { type FormView, openFormPage } from '../../cases/form/form.page.server.ts';
import type { OfferingEnte } from '../../cases/offerta/ente-offerta.ts';
import type { DelegaFormProps } from './DelegaForm.tsx';
import { DELEGA_CODE, FORM_PATH, makeDelegaForm } from './delega.fields.ts';

/** @returns what to show, or where to go */
export async function openDelegaPage(astro: AstroGlobal): Promise<FormView<DelegaFormProps> | Response> {
  const { ctx } = astro.locals;
  const today = todayInRome(ctx.now);
  const enti: ReadOrFailed<OfferingEnte[]> = await readOrFailed(astro, FORM_PATH, () =>
    callOperation('entiPerCategoria', { category: DELEGA_CODE }, ctx),
  );
  const view = await openFormPage(
    astro,
    {
      definition: makeDelegaForm(today),
      send: (body, call, sendKey) => callWithFields('chiediDelega', body, call, sendKey),
      check: async ({ ente }): Promise<FieldErrors> =>
        ente && enti !== 'failed' && !enti.some(({ Id }) => Id === ente)
          ? { ente: ['Questo ente non concede deleghe online: scegline un altro.'] }
          : {},
    },
    await readForm(astro),
  );
  if (view instanceof Response || view.kind !== 'form') return view;
  const { ente: chosen, [SEARCH_ENTE]: query } = view.formProps.state.values;
  const listed =
    enti === 'failed'
      ? undefined
      : await choosableEnti(ctx, enti, { query, chosen, servizi: [DELEGA_CODE] }, optionOfEnte);
  return {
    ...view,
    formProps: {
      ...view.formProps,
      today,
      enti: listed?.enti.map(optionOfEnte) ?? 'failed',
      enteSearch: listed?.search,
    },
  };
}

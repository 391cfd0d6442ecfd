/** What the page of the request for votive lamps shows. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { type FormView, openFormPage } from '../../cases/form/form.page.server.ts';
import { SHOW_OFFERTA } from '../../cases/offerta/ente-offerta.ts';
import { readWithOfferta } from '../../cases/offerta/offerta.page.server.ts';
import type { LampadeProps } from './LampadeForm.tsx';
import { FORM_PATH, makeLampadeForm } from './lampade.fields.ts';
import { checkChoice } from './lampade.server.ts';

/** @returns what to show, or where to go */
export async function loadLampadePage(astro: AstroGlobal): Promise<FormView<LampadeProps> | Response> {
  const { ctx } = astro.locals;
  const giorno = todayInRome(ctx.now);
  const view = await openFormPage(
    astro,
    {
      definition: makeLampadeForm(giorno),
      send: (body, sender, sendKey) => callOperation('chiediLampade', body, sender, sendKey),
      check: (values, { house }) => checkChoice(house, values),
      buttons: { [SHOW_OFFERTA]: () => 'offerta' },
    },
    await readForm(astro),
  );
  if (view instanceof Response || view.kind !== 'modulo') return view;
  const withOfferta = await readWithOfferta(astro, view.formProps.state.values.ente, {
    ...{ path: FORM_PATH, codice: 'SF500' as const },
    read: (ente) => callOperation('cimiteri', { ente }, ctx),
  });
  return { ...view, formProps: { ...view.formProps, ...withOfferta, today: giorno } };
}

/** What the page of the request for a parking subscription shows. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { type FormView, openFormPage } from '../../cases/form/form.page.server.ts';
import { SHOW_OFFERTA } from '../../cases/offerta/ente-offerta.ts';
import { readWithOfferta } from '../../cases/offerta/offerta.page.server.ts';
import { COMPUTE_PRICE } from './AbbonamentoPrice.tsx';
import type { ParcheggiProps } from './ParcheggiForm.tsx';
import { FORM_PATH, makeAbbonamentoForm, targheOf } from './parcheggi.fields.ts';
import { checkChoice } from './parcheggi.server.ts';

/** @returns what to show, or where to go */
export async function loadParcheggiPage(astro: AstroGlobal): Promise<FormView<ParcheggiProps> | Response> {
  const { ctx } = astro.locals;
  const giorno = todayInRome(ctx.now);
  const view = await openFormPage(
    astro,
    {
      definition: makeAbbonamentoForm(giorno),
      send: (body, sender, sendKey) => callOperation('chiediAbbonamento', body, sender, sendKey),
      check: (values, { house }) => checkChoice(house, { ...values, targhe: targheOf(values) }),
      buttons: { [SHOW_OFFERTA]: () => 'offerta', [COMPUTE_PRICE]: () => 'prezzo' },
    },
    await readForm(astro),
  );
  if (view instanceof Response || view.kind !== 'modulo') return view;
  const withOfferta = await readWithOfferta(astro, view.formProps.state.values.ente, {
    ...{ path: FORM_PATH, codice: 'SF300' as const },
    read: (ente) => callOperation('zoneParcheggi', { ente }, ctx),
  });
  return { ...view, formProps: { ...view.formProps, ...withOfferta, today: giorno } };
}

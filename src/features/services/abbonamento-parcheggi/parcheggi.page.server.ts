/** What the page of the request for a parking subscription shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { bolloFields } from '../../cases/bollo/bollo.fields.ts';
import { openOffertaForm } from '../../cases/offerta/offerta.page.server.ts';
import { COMPUTE_PRICE } from './AbbonamentoPrice.tsx';
import { makeAbbonamentoForm, targheOf } from './parcheggi.fields.ts';
import { checkChoice } from './parcheggi.server.ts';

/** @returns what to show, or where to go */
export async function openParcheggiPage(astro: AstroGlobal) {
  const today = todayInRome(astro.locals.ctx.now);
  return openOffertaForm(astro, await readForm(astro), {
    codice: 'SF300',
    read: (ente) => callOperation('zoneParcheggi', { ente }, astro.locals.ctx),
    definition: makeAbbonamentoForm(today),
    send: (body, ctx, sendKey) => callWithFields('chiediAbbonamento', body, ctx, sendKey),
    check: (values, { house }) =>
      checkChoice(house, { ...values, targhe: targheOf(values), bollo: bolloFields.typed(values) }, today),
    buttons: { [COMPUTE_PRICE]: () => 'prezzo' },
  });
}

/** What the page of the request for votive lamps shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { openOffertaForm } from '../../cases/offerta/offerta.page.server.ts';
import { makeLampadeForm } from './lampade.fields.ts';
import { checkChoice } from './lampade.server.ts';

/** @returns what to show, or where to go */
export const openLampadePage = async (astro: AstroGlobal) =>
  openOffertaForm(astro, await readForm(astro), {
    codice: 'SF500',
    read: (ente) => callOperation('cimiteri', { ente }, astro.locals.ctx),
    definition: makeLampadeForm(todayInRome(astro.locals.ctx.now)),
    send: (body, ctx, sendKey) => callWithFields('chiediLampade', body, ctx, sendKey),
    check: (values, { house }) => checkChoice(house, values),
  });

/** What the page of a review shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { openDocumentiForm } from '../../cases/richiesta/documenti-form.page.server.ts';
import { riesameForm, SERVIZIO_SLUG } from './riesame.fields.ts';

export const openRiesamePage = (astro: AstroGlobal) =>
  openDocumentiForm(astro, {
    servizio: SERVIZIO_SLUG,
    azione: 'riesame',
    ask: ({ sistema: servizio, numeri }) =>
      Promise.all(
        numeri.map((documento) => callOperation('documentoRiesame', { documento, servizio }, astro.locals.ctx)),
      ),
    formActions: ({ path }) => ({
      definition: riesameForm(path),
      send: (body, ctx, sendKey) => callWithFields('inviaRiesame', body, ctx, sendKey),
    }),
  });

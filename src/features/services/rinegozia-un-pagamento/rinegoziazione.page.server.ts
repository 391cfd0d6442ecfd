/** What the page of a request for more time shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { openDocumentiForm } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { RinegoziazioneFormProps } from './RinegoziazioneForm.tsx';
import { prorogaForm, SERVIZIO_SLUG } from './rinegoziazione.fields.ts';
import { limitsFor } from './rinegoziazione.server.ts';
import { type ProrogaLimits, reasonAgainst } from './rules.ts';

export const openRinegoziazionePage = (astro: AstroGlobal) =>
  openDocumentiForm<RinegoziazioneFormProps, ProrogaLimits>(astro, {
    servizio: SERVIZIO_SLUG,
    azione: 'rinegozia',
    ask: ({ sistema: servizio, numeri }) =>
      Promise.all(
        numeri.map((documento) => callOperation('documentoProroga', { documento, servizio }, astro.locals.ctx)),
      ),
    load: (documenti) => limitsFor(astro.locals.ctx, documenti),
    reasonAgainst,
    formActions: ({ path, loaded: limits }) => ({
      definition: prorogaForm(path, limits),
      send: (body, ctx, sendKey) => callWithFields('chiediProroga', body, ctx, sendKey),
    }),
    props: ({ loaded: limits }) => ({ limits }),
  });

/** What the page of a request for instalments shows. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { openDocumentiForm } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { RateizzazioneFormProps } from './RateizzazioneForm.tsx';
import { rateForm, SERVIZIO_SLUG } from './rateizzazione.fields.ts';
import { limitsFor } from './rateizzazione.server.ts';
import { type RateLimits, reasonAgainst } from './rules.ts';

export const openRateizzazionePage = (astro: AstroGlobal) =>
  openDocumentiForm<RateizzazioneFormProps, RateLimits>(astro, {
    servizio: SERVIZIO_SLUG,
    azione: 'rateizza',
    ask: async ({ sistema, numeri }) => {
      const query = { documento: numeri.join(','), servizio: sistema };
      return (await callOperation('documentiRateizzazione', query, astro.locals.ctx)).documenti;
    },
    load: (documenti) => limitsFor(astro.locals.ctx, documenti),
    reasonAgainst,
    formActions: ({ path, loaded: limits }) => ({
      definition: rateForm(path, limits),
      send: (body, ctx, sendKey) => callWithFields('chiediRate', body, ctx, sendKey),
      // Without JavaScript the plan comes with the page.
      buttons: { simula: () => 'tabella-piano' },
    }),
    props: ({ loaded: limits }) => ({ limits }),
  });

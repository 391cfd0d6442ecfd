/** What the page of a request for instalments shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { mostrati, paginaSuDocumenti } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { RateizzaProps } from './RateizzaForm.tsx';
import { moduloRate, SERVIZIO } from './rateizza.fields.ts';
import { limitiPer } from './rateizza.server.ts';
import { type Limiti, percheNo } from './regole.ts';

export const paginaRateizza = (astro: AstroGlobal) =>
  paginaSuDocumenti<RateizzaProps, Limiti>(astro, {
    servizio: SERVIZIO,
    azione: 'rateizza',
    leggi: (documenti) => limitiPer(astro.locals.ctx, documenti),
    percheNo,
    banco: ({ percorso, ente, letto }) => ({
      modulo: moduloRate(percorso, letto),
      invia: (corpo, ctx, chiave) => call('chiediRate', corpo, ctx, chiave),
      fissi: { ente: ente.id },
      // Without JavaScript the plan comes with the page.
      bottoni: { simula: () => 'tabella-piano' },
    }),
    props: ({ percorso, documenti, letto }) => ({ percorso, documenti: mostrati(documenti), limiti: letto }),
  });

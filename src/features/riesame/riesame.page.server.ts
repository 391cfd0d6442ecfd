/** What the page of a review shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../call.server.ts';
import { mostrati, paginaSuDocumenti } from '../richiesta/suDocumenti.page.server.ts';
import type { RiesameProps } from './RiesameForm.tsx';
import { controllato } from './riesame.controlli.ts';
import { SERVIZIO } from './riesame.passi.ts';

export const paginaRiesame = (astro: AstroGlobal) =>
  paginaSuDocumenti<RiesameProps>(astro, {
    servizio: SERVIZIO,
    azione: 'riesame',
    banco: ({ percorso, ente }) => ({
      modulo: controllato(percorso),
      invia: (corpo, ctx, chiave) => call('inviaRiesame', corpo, ctx, chiave),
      fissi: { ente: ente.id },
    }),
    props: ({ percorso, documenti }) => ({ percorso, documenti: mostrati(documenti) }),
  });

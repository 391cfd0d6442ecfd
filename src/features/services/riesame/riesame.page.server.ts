/** What the page of a review shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { mostrati, paginaSuDocumenti } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { RiesameProps } from './RiesameForm.tsx';
import { moduloRiesame, SERVIZIO } from './riesame.fields.ts';

export const paginaRiesame = (astro: AstroGlobal) =>
  paginaSuDocumenti<RiesameProps>(astro, {
    servizio: SERVIZIO,
    azione: 'riesame',
    banco: ({ percorso, ente }) => ({
      modulo: moduloRiesame(percorso),
      invia: (corpo, ctx, chiave) => call('inviaRiesame', corpo, ctx, chiave),
      fissi: { ente: ente.id },
    }),
    props: ({ percorso, documenti }) => ({ percorso, documenti: mostrati(documenti) }),
  });

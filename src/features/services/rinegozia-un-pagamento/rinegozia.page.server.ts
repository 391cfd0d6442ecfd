/** What the page of a request for more time shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { mostrati, paginaSuDocumenti } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { RinegoziaProps } from './RinegoziaForm.tsx';
import { type Limiti, percheNo } from './regole.ts';
import { moduloProroga, SERVIZIO } from './rinegozia.fields.ts';
import { limitiPer } from './rinegozia.server.ts';

export const paginaRinegozia = (astro: AstroGlobal) =>
  paginaSuDocumenti<RinegoziaProps, Limiti>(astro, {
    servizio: SERVIZIO,
    azione: 'rinegozia',
    leggi: (documenti) => limitiPer(astro.locals.ctx, documenti),
    percheNo,
    banco: ({ percorso, ente, letto }) => ({
      modulo: moduloProroga(percorso, letto),
      invia: (corpo, ctx, chiave) => call('chiediProroga', corpo, ctx, chiave),
      fissi: { ente: ente.id },
    }),
    props: ({ percorso, documenti, letto }) => ({ percorso, documenti: mostrati(documenti), limiti: letto }),
  });

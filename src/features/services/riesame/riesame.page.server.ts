/** What the page of a review shows. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { openDocumentiForm, shownDocumenti } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { RiesameFormProps } from './RiesameForm.tsx';
import { riesameForm, SERVIZIO } from './riesame.fields.ts';

export const openRiesamePage = (astro: AstroGlobal) =>
  openDocumentiForm<RiesameFormProps>(astro, {
    servizio: SERVIZIO,
    azione: 'riesame',
    formActions: ({ path, ente }) => ({
      definition: riesameForm(path),
      send: (body, ctx, sendKey) => callOperation('inviaRiesame', body, ctx, sendKey),
      fixedValues: { ente: ente.id },
    }),
    props: ({ path, documenti }) => ({ path, documenti: shownDocumenti(documenti) }),
  });

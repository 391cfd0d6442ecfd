/** What `/gestione/pagopa` shows, and what its form does. A key that was typed never comes back into the page. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { SECRET_FIELD } from '../../../platform/page.server.ts';
import type { ConvenzioneView } from './convenzione.contract.ts';
import { type GestioneFrame, openGestione, seenIn } from './gestione.page.server.ts';

/** @property mustRetype a key was typed and not saved, so that it must be typed again */
export type ConvenzionePageView = GestioneFrame & {
  convenzione: ConvenzioneView;
  values: { iban: string; segregazione: string };
  mustRetype: boolean;
  visti: string;
};

export async function openConvenzionePage(astro: AstroGlobal): Promise<ConvenzionePageView | Response> {
  const opened = await openGestione(astro, {
    salva: ({ fields: { iban, segregazione, [SECRET_FIELD]: chiave, visti } }) => ({
      operation: 'salvaConvenzione',
      fields: { iban, segregazione, chiave, visti },
    }),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const convenzione = await callOperation('convenzioneEnte', { ente: frame.ente }, astro.locals.ctx);
  const { iban, segregazione } = form?.fields ?? convenzione;
  return {
    ...frame,
    convenzione,
    values: { iban: iban ?? '', segregazione: segregazione ?? '' },
    mustRetype: Boolean(form?.fields[SECRET_FIELD]),
    visti: seenIn(form, frame, convenzione.visti),
  };
}

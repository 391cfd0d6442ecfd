/** What the acceptance of more time does: the documents are due on the day asked for, or on the one the operator wrote. */
import { conArticolo, dataInParole, oggi } from '../../platform/atoms/date.ts';
import { PortalError } from '../../platform/errors.ts';
import type { Effetto } from '../pratica/decisioni.server.ts';
import { documentiDecisi, scriviDocumento } from '../richiesta/effetti.server.ts';

const PASSATA = 'Scrivi un giorno che deve ancora venire.';
const CHIESTA_PASSATA = 'La scadenza chiesta dal cittadino è già passata: scrivi quella nuova.';

export const effettoProroga: Effetto = async (ctx, pratica, esito, { dal }) => {
  if (esito !== 'accettata') return undefined;
  const scadenza = dal ?? (JSON.parse(pratica.dati_json) as { nuova_scadenza: string }).nuova_scadenza;
  const documenti = await documentiDecisi(ctx, pratica, 'rinegozia');
  if (scadenza <= oggi(ctx.now))
    throw new PortalError('invalid', { fields: { decisione_dal: [dal ? PASSATA : CHIESTA_PASSATA] } });
  // Also where an import wrote down that the old due date had gone by.
  for (const { id } of documenti) await scriviDocumento(ctx, id, { scadenza, stato: 'da_pagare' });
  return `La nuova scadenza è ${conArticolo('il', dataInParole(scadenza))}.`;
};

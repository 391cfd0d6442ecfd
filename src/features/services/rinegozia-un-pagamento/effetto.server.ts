/** What the acceptance of more time does: the documents are due on the day asked for, or on the one the operator wrote. */
import type * as z from 'zod/mini';
import type { Ctx, Decision } from '../../../context.ts';
import { conArticolo, dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { documentiDecisi, scriviDocumento } from '../../cases/richiesta/effetti.server.ts';
import type { dati as schema } from './dati.ts';

const PASSATA = 'Scrivi un giorno che deve ancora venire.';
const CHIESTA_PASSATA = 'La scadenza chiesta dal cittadino è già passata: scrivi quella nuova.';

async function accepted(ctx: Ctx, pratica: Pratica, { dal, dati }: Decisione & { dati: z.infer<typeof schema> }) {
  const scadenza = dal ?? dati.nuova_scadenza;
  const documenti = await documentiDecisi(ctx, pratica, 'rinegozia');
  if (scadenza <= oggi(ctx.now))
    throw new PortalError('invalid', { fields: { decisione_dal: [dal ? PASSATA : CHIESTA_PASSATA] } });
  // Also where an import wrote down that the old due date had gone by.
  for (const { id } of documenti) await scriviDocumento(ctx, id, { scadenza, stato: 'da_pagare' });
  return `La nuova scadenza è ${conArticolo('il', dataInParole(scadenza))}.`;
}

export const proroga: Decision<z.infer<typeof schema>> = {
  asks: [
    {
      nome: 'decisione_dal',
      etichetta: 'Nuova scadenza',
      tipo: 'data',
      aiuto: 'Vuota: quella chiesta dal cittadino.',
    },
  ],
  accepted,
};

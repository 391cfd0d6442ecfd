/** What the acceptance of votive lamps does: the day from which they are lit is settled, and told. */
import type * as z from 'zod/mini';
import type { Ctx, Decision } from '../../../context.ts';
import { conArticolo, dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import { scriviDecisi } from '../../cases/pratica/decisi.server.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import type { dati as schema } from './dati.ts';

async function accepted(ctx: Ctx, pratica: Pratica, { dal, dati }: Decisione & { dati: z.infer<typeof schema> }) {
  const da = dal ?? dati.decorrenza;
  if (da < oggi(ctx.now))
    throw new PortalError('invalid', {
      fields: { decisione_dal: ['Il giorno è passato: scrivi da quando decorre l’allacciamento.'] },
    });
  const giorno = dataInParole(da);
  await scriviDecisi(ctx, pratica, [['Decorrenza', giorno]]);
  return `L’allacciamento decorre ${conArticolo('dal', giorno)}.`;
}

export const allacciamento: Decision<z.infer<typeof schema>> = {
  asks: [
    {
      nome: 'decisione_dal',
      etichetta: 'Decorrenza',
      tipo: 'data',
      aiuto: 'Vuota: quella chiesta dal cittadino.',
    },
  ],
  accepted,
};

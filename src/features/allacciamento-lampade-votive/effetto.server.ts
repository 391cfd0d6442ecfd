/** What the acceptance of votive lamps does: the day from which they are lit is settled, and told. */
import { conArticolo, dataInParole, oggi } from '../../platform/atoms/date.ts';
import { PortalError } from '../../platform/errors.ts';
import { scriviDecisi } from '../pratica/decisi.server.ts';
import type { Effetto } from '../pratica/decisioni.server.ts';

export const effettoLampade: Effetto = async (ctx, pratica, esito, { dal }) => {
  if (esito !== 'accettata') return undefined;
  const { decorrenza } = JSON.parse(pratica.dati_json) as { decorrenza: string };
  const da = dal ?? decorrenza;
  if (da < oggi(ctx.now))
    throw new PortalError('invalid', {
      fields: { decisione_dal: ['Il giorno è passato: scrivi da quando decorre l’allacciamento.'] },
    });
  const giorno = dataInParole(da);
  await scriviDecisi(ctx, pratica, [['Decorrenza', giorno]]);
  return `L’allacciamento decorre ${conArticolo('dal', giorno)}.`;
};

/** What the acceptance of votive lamps does: the day from which they are lit is settled, and told. */
import { dataInParole } from '../../platform/atoms/date.ts';
import { scriviDecisi } from '../pratica/decisi.server.ts';
import type { Effetto } from '../pratica/decisioni.server.ts';

export const effettoLampade: Effetto = async (ctx, pratica, esito, { dal }) => {
  if (esito !== 'accettata') return undefined;
  const { decorrenza } = JSON.parse(pratica.dati_json) as { decorrenza: string };
  const giorno = dataInParole(dal ?? decorrenza);
  await scriviDecisi(ctx, pratica, [['Decorrenza', giorno]]);
  return `L’allacciamento decorre dal ${giorno}.`;
};

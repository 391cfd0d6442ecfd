/** What the start page of the advertising devices says, with the yearly tariff of the municipality. */
import type { ServiceSheet } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { readTariffa } from './tariffa.server.ts';

export const mezzoSheet: ServiceSheet = {
  who: 'A imprese, professionisti, associazioni e cittadini che espongono pubblicità: insegne, cartelli, tende, scritte sui veicoli.',
  access:
    'Per dichiarare mezzi nuovi non serve accedere. Per cambiare o cessare quelli che hai, accedi con SPID o CIE oppure usa i due ' +
    'codici della lettera.',
  needed: [
    'tipo, misure e indirizzo di ogni mezzo, o la targa del veicolo',
    'una foto o un disegno di ogni mezzo nuovo',
    'i dati dell’impresa, se dichiari per lei',
    'un documento di identità, se non accedi',
  ],
  minutes: 10,
  cost: 'Il canone è annuale e dipende da tipo, misure, facce e luce. La stima è nel modulo, prima di inviare.',
  prices: async (house, ente) => {
    const tariffa = await readTariffa(house, ente);
    return tariffa
      ? { text: `Si parte da ${formatEuro(tariffa.al_mq_cent)} l’anno per ogni metro quadrato di una faccia.` }
      : undefined;
  },
  gets: 'La risposta dell’ente sulla tua dichiarazione, con quello che c’è da pagare.',
  how: [
    'Scegli se dichiari mezzi nuovi, che cambiano o che non ci sono più.',
    'Aggiungi i mezzi uno alla volta, oppure tutti insieme con un foglio CSV.',
    'Allega le foto, controlla il riepilogo e invia.',
  ],
};

/** What the start page of the votive lamps says, with the prices of the municipality. */
import type { ServiceSheet } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { offertaLampadeSchema } from './offerta.ts';

export const lampadeSheet: ServiceSheet = {
  who: 'A chi vuole la luce votiva su una tomba o un loculo, di solito chi ne ha la concessione o un familiare.',
  access: 'Non serve accedere: bastano i tuoi dati e un indirizzo e-mail. Se accedi, sono già scritti.',
  needed: [
    'cimitero e tomba: se li sai, campo, fila e numero',
    'nome del defunto e data di decesso',
    'la concessione della tomba, o una foto che la mostri',
    'un documento di identità, se non accedi',
  ],
  minutes: 5,
  cost: 'La richiesta è gratuita.',
  prices: async (house, ente) => {
    const offerta = await readOfferta(house, offertaLampadeSchema, { ente, codice: 'SF500' });
    const { attivazione_cent: once, annuo_cent: yearly } = offerta ?? {};
    if (once === undefined && yearly === undefined)
      return { text: 'Quanto costa la luce lo comunica l’ufficio con la risposta.' };
    const parts = [
      ...(once === undefined ? [] : [`${formatEuro(once)} per l’allacciamento`]),
      ...(yearly === undefined ? [] : [`${formatEuro(yearly)} l’anno`]),
    ];
    return { text: `Per ogni lampada si pagano ${parts.join(' e ')}.` };
  },
  gets: 'L’allacciamento della luce votiva, dal giorno che l’ente conferma con la risposta.',
  how: [
    'Indica la tomba e quante lampade chiedi.',
    'Allega i documenti e scrivi dove mandare la bolletta.',
    'Controlla il riepilogo e invia.',
  ],
};

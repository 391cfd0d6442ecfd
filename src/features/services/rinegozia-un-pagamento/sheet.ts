/** What the start page of the new due date says. */
import type { ServiceSheet } from '../../../context.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { DEFAULT_OFFERTA, prorogaOffertaSchema } from './offerta.ts';

export const rinegoziazioneSheet: ServiceSheet = {
  who: 'A chi ha un importo da pagare all’ente e ha bisogno di più tempo.',
  access:
    'Puoi accedere con SPID o CIE, oppure usare il codice utente e il codice controllo della lettera che hai ricevuto.',
  needed: [
    'SPID o CIE, oppure la lettera con i due codici',
    'il motivo per cui chiedi più tempo e, se ci sono, i documenti che lo mostrano',
    'un documento di identità, se non accedi',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 4,
  cost: 'La richiesta è gratuita.',
  prices: async (house, ente) => {
    const { max_giorni: days } =
      (await readOfferta(house, prorogaOffertaSchema, { ente, codice: 'SF210' })) ?? DEFAULT_OFFERTA;
    return { text: `La scadenza si può spostare al massimo di ${days} giorni.` };
  },
  gets: 'Una nuova scadenza per pagare lo stesso importo, se l’ente accetta la richiesta.',
  how: [
    'Scegli i documenti da pagare più tardi.',
    'Scegli la nuova scadenza e spiega il motivo.',
    'Controlla il riepilogo e invia.',
  ],
};

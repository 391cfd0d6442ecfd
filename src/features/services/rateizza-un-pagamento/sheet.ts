/** What the start page of the payment in instalments says. */
import type { ServiceSheet } from '../../../context.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { DEFAULT_OFFERTA, rateOffertaSchema } from './offerta.ts';

export const rateizzazioneSheet: ServiceSheet = {
  who: 'A chi ha un importo da pagare all’ente e si trova in temporanea difficoltà economica.',
  access:
    'Puoi accedere con SPID o CIE, oppure usare il codice utente e il codice controllo della lettera che hai ricevuto.',
  needed: [
    'SPID o CIE, oppure la lettera con i due codici',
    'un documento che mostri la difficoltà: ISEE, busta paga, spese mediche',
    'un documento di identità, se non accedi',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 5,
  cost: 'La richiesta è gratuita.',
  prices: async (house, ente) => {
    const { tasso_centesimi: yearlyRate } =
      (await readOfferta(house, rateOffertaSchema, { ente, codice: 'SF200' })) ?? DEFAULT_OFFERTA;
    const percent = String(yearlyRate / 100).replace('.', ',');
    return {
      text:
        yearlyRate === 0
          ? 'Sulle rate non si pagano interessi.'
          : `Sulle rate si paga un interesse del ${percent} % l’anno: lo vedi nel piano, prima di inviare.`,
    };
  },
  gets: 'Un piano di rate, ognuna con il suo avviso da pagare online, se l’ente accetta la richiesta.',
  how: [
    'Scegli i documenti da pagare a rate.',
    'Scegli quante rate e il giorno della prima: vedi subito il piano.',
    'Spiega il motivo, allega i documenti e invia.',
  ],
};

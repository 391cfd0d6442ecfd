/** What the start page of the payment in instalments says. */
import type { ServiceSheet } from '../../../context.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { sistemaFields } from '../../cases/ente/sistemi.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { joinWords } from './causale.ts';
import { DEFAULT_OFFERTA, rateOffertaSchema } from './offerta.ts';
import type { DecorrenzaInteressi } from './piano.ts';

/** From when, as citizens read it. */
const DECORRENZA_WORDS: Readonly<Record<DecorrenzaInteressi, string>> = {
  scadenza_o_richiesta: 'solo su ciò che è già scaduto e dal giorno in cui lo chiedi',
  scadenza: 'dalla scadenza di ogni documento',
  richiesta: 'dal giorno in cui lo chiedi',
  prima_rata: 'dalla prima rata, solo su ciò che è già scaduto',
};

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
    const {
      tasso_centesimi: yearlyRate,
      decorrenza_interessi,
      sistemi_con_interessi: onSystems,
    } = (await readOfferta(house, rateOffertaSchema, { ente, codice: 'SF200' })) ?? DEFAULT_OFFERTA;
    const percent = String(yearlyRate / 100).replace('.', ',');
    if (yearlyRate === 0 || onSystems?.length === 0) return { text: 'Sulle rate non si pagano interessi.' };
    const named = onSystems && (await findEnte(house, ente));
    const names = onSystems?.map((codice) => sistemaFields(named, codice).nome_sistema);
    const subjects = names && ` (${joinWords([...new Set(names)])})`;
    return {
      text: `Sulle rate${subjects ?? ''} si paga un interesse del ${percent} % l’anno, ${DECORRENZA_WORDS[decorrenza_interessi]}: lo vedi nel piano, prima di inviare.`,
    };
  },
  gets: 'Un piano di rate, ognuna con il suo avviso da pagare online, se l’ente accetta la richiesta.',
  how: [
    'Scegli i documenti da pagare a rate.',
    'Scegli quante rate e il giorno della prima: vedi subito il piano.',
    'Spiega il motivo, allega i documenti e invia.',
  ],
};

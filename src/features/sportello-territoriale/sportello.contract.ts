/** Anyone looks up the desks (sportelli) of a body, and writes to one of them. */
import * as z from 'zod/mini';
import { codiceFiscale } from '../../platform/atoms/codice-fiscale.ts';
import { email } from '../../platform/atoms/email.ts';
import { telefono } from '../../platform/atoms/telefono.ts';
import { casella, facoltativo, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.contract.ts';
import { PRIVACY } from '../modulo/modulo.ts';
import { praticaAperta } from '../pratica/pratica.contract.ts';

export const MAX_OGGETTO = 80;
export const MAX_TESTO = 2000;

/** The bodies that have a desk, as they stand on the wire: id, and the name that asks for its services. */
export const enti = z.array(z.object({ Ente__c: z.string(), idDescrizioneEntePortale__c: z.string() }));

const servizio = z.object({
  codice: z.string(),
  nome: z.string(),
  descrizione: z.string(),
  /** Path of the screen on which it can be done online, '' when there is none */
  percorso: z.string(),
  indirizzo: z.string(),
  orari: z.string(),
  telefono: z.string(),
  email: z.string(),
  prenotazione_url: z.optional(z.string()),
  /** Forms to download */
  moduli: z.array(z.object({ nome: z.string(), url: z.string() })),
});
export type ServizioSportello = z.infer<typeof servizio>;

const campi = {
  ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  servizio: testo({ max: 60, required: 'Scegli lo sportello a cui scrivere.' }),
  oggetto: testo({ max: MAX_OGGETTO, required: 'Scrivi in poche parole di che cosa si tratta.' }),
  testo: testoLungo({ max: MAX_TESTO, required: 'Scrivi la tua domanda.' }),
  filesAllegati,
  nome: testo({ max: 60, required: 'Scrivi il tuo nome.' }),
  cognome: testo({ max: 60, required: 'Scrivi il tuo cognome.' }),
  codice_fiscale: facoltativo(codiceFiscale()),
  email: email(),
  telefono: facoltativo(telefono()),
};

/** One step of the form: the data, before the privacy text is part of the send. */
export const dati = z.object(campi);

export const operations = {
  entiSportello: operation({
    summary: 'Anyone lists the bodies that have a territorial desk.',
    method: 'GET',
    path: '/api/v1/generic/sportello/enti/list',
    access: 'anyone',
    input: z.object({}),
    output: enti,
  }),
  serviziSportello: operation({
    summary: 'Anyone lists the desks of a body, by the name it goes by in the list of bodies.',
    method: 'GET',
    path: '/api/v1/generic/sportello/servizi/list',
    access: 'anyone',
    input: z.object({ comune: testo({ max: 200, required: 'Indica l’ente.' }) }),
    output: z.array(servizio),
  }),
  scriviSportello: operation({
    summary: 'Anyone writes to a desk, once their e-mail is confirmed.',
    method: 'POST',
    path: '/api/v1/portale/sportello',
    access: 'anyone',
    input: z.object({ ...campi, privacy: casella(PRIVACY) }),
    output: praticaAperta,
    status: 201,
    creates: true,
    bot: true,
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  }),
};

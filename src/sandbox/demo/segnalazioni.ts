/** What somebody of the sandbox sent as a guest before they ever logged in: with their tax code they can take it into their area. */
import { CITTADINI } from '../persone.ts';

const DI = CITTADINI.find(({ id }) => id === 'paolo');

export const SEGNALAZIONI = [
  {
    codice: 'SF310',
    oggetto: 'Buca davanti alla scuola',
    descrizione: 'In via dei Tigli, davanti al cancello della scuola, c’è una buca larga mezzo metro.',
    indirizzo: 'Via dei Tigli 8',
  },
  {
    codice: 'SF410',
    oggetto: 'Cassonetto rotto',
    descrizione: 'Il coperchio del cassonetto della carta non si chiude più.',
    indirizzo: 'Largo della Fonte 2',
  },
].map((segnalazione) => ({
  ...segnalazione,
  ente: 'borgosereno',
  nome: DI?.nome ?? '',
  cognome: DI?.cognome ?? '',
  codice_fiscale: DI?.codice_fiscale,
  email: DI?.email ?? '',
  filesAllegati: [],
  privacy: true,
}));

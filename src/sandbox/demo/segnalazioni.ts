/**
 * Reports that a person of the sandbox sent as a guest before their first login: with their tax code they can take them into
 * their area.
 */
import { CITTADINI } from '../persone.ts';
import { houseAt, INVENTED_TOWNS } from '../town/town.ts';

const DEMO_SENDER = CITTADINI.find(({ id }) => id === 'paolo');

export const SEGNALAZIONI = [
  {
    codice: 'SF310',
    oggetto: 'Buca davanti alla scuola',
    descrizione: 'In via dei Tigli, davanti al cancello della scuola, c’è una buca larga mezzo metro.',
    ...housePoint('Via dei Tigli', 8),
  },
  {
    codice: 'SF410',
    oggetto: 'Cassonetto rotto',
    descrizione: 'Il coperchio del cassonetto della carta non si chiude più.',
    ...housePoint('Largo della Fonte', 2),
  },
].map((segnalazione) => ({
  ...segnalazione,
  ente: 'borgosereno',
  nome: DEMO_SENDER?.nome ?? '',
  cognome: DEMO_SENDER?.cognome ?? '',
  codice_fiscale: DEMO_SENDER?.codice_fiscale,
  email: DEMO_SENDER?.email ?? '',
  filesAllegati: [],
  privacy: true,
}));

/** Where a house of the invented town stands. */
function housePoint(name: string, number: number) {
  const street = INVENTED_TOWNS[0]?.streets.find((street) => street.name === name);
  const [lat, lon] = (street && houseAt(street, number)) ?? [];
  return { indirizzo: `${name} ${number}`, lat, lon };
}

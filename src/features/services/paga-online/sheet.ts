/** What the start page of the payments says. */
import type { ServiceSheet } from '../../../context.ts';

export const pagaOnlineSheet: ServiceSheet = {
  who: 'A chi ha ricevuto un avviso di pagamento dell’ente, o paga un servizio senza avviso. Puoi pagare anche per un’altra persona.',
  access: 'Non serve accedere. Se accedi, trovi quello che devi pagare nella tua area riservata.',
  needed: [
    'il codice dell’avviso, di 18 cifre, oppure il suo QR',
    'il codice fiscale dell’ente, scritto sull’avviso',
    'un indirizzo e-mail a cui mandare la ricevuta',
    'una carta, un conto o un’app per pagare',
  ],
  minutes: 2,
  answer: 'La ricevuta arriva per e-mail appena il pagamento è confermato.',
  cost: 'Paghi l’importo dell’avviso. La commissione, se c’è, dipende da come paghi: la vedi prima di confermare.',
  gets: 'La ricevuta del pagamento, da scaricare e per e-mail.',
  how: [
    'Scrivi il codice dell’avviso, o inquadra il suo QR: puoi aggiungerne fino a cinque.',
    'Controlla che cosa paghi e quanto.',
    'Paga sulla pagina del servizio di pagamento, poi torni qui e vedi l’esito.',
  ],
};

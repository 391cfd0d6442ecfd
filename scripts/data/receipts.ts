/** `receipts`: has the receipts of an ente read again at pagoPA from a day on. */
import { rereadRicevute } from '../../src/features/services/paga-online/ricevute-pull.server.ts';
import { dateInWords } from '../../src/platform/atoms/date.ts';
import { type DataCommand, onTheStore } from './command.ts';

export const receiptsCommand: DataCommand = {
  usage: 'receipts ENTE AAAA-MM-GG',
  help: `fa rileggere al portale, entro un minuto e dal giorno indicato, le ricevute di pagoPA di un ente: di tutti i suoi avvisi,
ovunque siano stati pagati. Le legge il portale acceso, non questo comando; quelle che ha già restano come sono.`,
  words: [2, 2],
  nothing: 'Non ho chiesto nulla',
  run: ({ words: [ente = '', day = ''] }) =>
    onTheStore(async ({ db }) => {
      await rereadRicevute(db, { ente, day, now: Date.now() });
      console.log(`Il portale rilegge le ricevute di ${ente} dal ${dateInWords(day)}.`);
      return 0;
    }),
};

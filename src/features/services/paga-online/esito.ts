/** Words of the outcome page. Pure. */
import type { Fornitore } from '../../../platform/payments.ts';
import { COSA_VEDE, type Parole, type Ritorno } from './esiti.ts';
import type { Esito } from './paga-online.contract.ts';

type Altre = Partial<Pick<Parole, 'titolo' | 'testo'>>;

/** While the outcome is not known: what the browser saw on its way back. It proves nothing, so that it promises nothing. */
const INTERROTTO: Altre = {
  titolo: 'Pagamento non concluso',
  testo:
    'Sei uscito dalla pagina di pagamento prima della fine. Finora non risulta nessun addebito e continuiamo a controllare. Se invece hai pagato, non pagare di nuovo: aspetta la nostra e-mail.',
};
const GUASTO: Altre = {
  testo:
    'Il gestore ha incontrato un problema. Finora non risulta nessun addebito e continuiamo a controllare. Se hai confermato il pagamento, non pagare di nuovo: aspetta la nostra e-mail.',
};
const ALTRIMENTI: Record<Fornitore, Partial<Record<Ritorno, Altre>>> = {
  pagopa: {
    annullato: INTERROTTO,
    errore: GUASTO,
    attesa: {
      testo:
        'Il gestore sta ancora elaborando il pagamento. Controlliamo da soli e ti scriviamo quando c’è una risposta: puoi chiudere questa pagina. Non pagare di nuovo.',
    },
  },
  mooney: {
    annullato: INTERROTTO,
    errore: GUASTO,
    attesa: {
      titolo: 'Pagamento in attesa',
      testo:
        'Mooney aspetta il tuo pagamento: completalo in un punto vendita con il codice che ti ha dato. Quando ci arriva la conferma ti scriviamo: puoi chiudere questa pagina.',
    },
  },
};

/**
 * What it was for is paid, as far as we know not by this attempt (product rule: an outcome of its own). pagoPA does not say by
 * which, so that nobody is told that this one took no money.
 */
const GIA_PAGATO: Parole = {
  titolo: 'Avviso già pagato',
  testo:
    'Risulta già pagato, forse con un altro pagamento: non pagarlo di nuovo. Se l’hai pagato tu, la conferma è nell’e-mail del gestore. Se non sai chi l’ha pagato, o vedi due addebiti, contatta l’ente.',
  tono: 'info',
};

/** Several people had opened a payment of it, and pagoPA does not say which of them paid. */
const PAGATO_DA_QUALCUNO: Parole = {
  titolo: 'Avviso pagato',
  testo:
    'Risulta pagato: non pagarlo di nuovo. Più persone avevano aperto un pagamento per questo avviso e il gestore non dice chi ha pagato, perciò la ricevuta non è qui. Se hai pagato tu, la conferma è nell’e-mail del gestore. Chi deve l’importo trova la ricevuta nella sua area riservata, alla voce Pagamenti. Se vedi due addebiti, contatta l’ente.',
  tono: 'success',
};

/** Left by who opened it; pagoPA ends no cart, and its receipt would still count. */
const LASCIATO: Parole = {
  titolo: 'Pagamento annullato',
  testo:
    'Annullato da te: nessun addebito finora. Puoi riprovare quando vuoi. Per un giorno continuiamo a controllare: se invece hai pagato non pagare di nuovo, aspetta la nostra e-mail.',
  tono: 'warning',
};

type Quale = Pick<Esito, 'stato' | 'fornitore' | 'avvisi' | 'senza_ricevuta'>;

/** What the citizen reads. */
export function parole({ stato, fornitore, avvisi, senza_ricevuta }: Quale, ritorno: Ritorno | undefined): Parole {
  if (senza_ricevuta) return PAGATO_DA_QUALCUNO;
  if (stato === 'annullato' && fornitore === 'pagopa' && !avvisi.every(({ pagato }) => pagato)) return LASCIATO;
  const finito = stato !== 'pagato' && stato !== 'in_verifica';
  if (finito && avvisi.every(({ pagato }) => pagato)) return GIA_PAGATO;
  const altre = stato === 'in_verifica' && ritorno ? ALTRIMENTI[fornitore][ritorno] : undefined;
  return { ...COSA_VEDE[stato], ...altre };
}

/**
 * Is there something to pay again? After an end without money; and while an open pagoPA cart is still being looked after, if the
 * browser came back without paying: such a cart blocks nothing (product rule).
 */
export function siRiprova({ stato, fornitore, avvisi }: Esito, ritorno: Ritorno | undefined): boolean {
  const lasciato = fornitore === 'pagopa' && (ritorno === 'annullato' || ritorno === 'errore');
  return (stato !== 'in_verifica' || lasciato) && avvisi.some(({ pagato }) => !pagato);
}

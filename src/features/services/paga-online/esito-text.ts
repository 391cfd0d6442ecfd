/** The words of the outcome page. Pure. */
import type { Fornitore } from '../../../platform/payments.ts';
import { ESITO_TEXTS, type EsitoText, type ReturnKind } from './esiti.ts';
import type { Esito } from './shown.ts';

type OtherText = Partial<Pick<EsitoText, 'title' | 'text'>>;

/** While the outcome is not known: by how the browser came back. That proves nothing, so these words promise nothing. */
const INTERRUPTED_TEXT: OtherText = {
  title: 'Pagamento non concluso',
  text: 'Sei uscito dalla pagina di pagamento prima della fine. Finora non risulta nessun addebito e continuiamo a controllare. Se invece hai pagato, non pagare di nuovo: aspetta la nostra e-mail.',
};
const FAULT_TEXT: OtherText = {
  text: 'Il gestore ha incontrato un problema. Finora non risulta nessun addebito e continuiamo a controllare. Se hai confermato il pagamento, non pagare di nuovo: aspetta la nostra e-mail.',
};
const RETURN_TEXTS: Record<Fornitore, Partial<Record<ReturnKind, OtherText>>> = {
  pagopa: {
    annullato: INTERRUPTED_TEXT,
    errore: FAULT_TEXT,
    attesa: {
      text: 'Il gestore sta ancora elaborando il pagamento. Controlliamo da soli e ti scriviamo quando c’è una risposta: puoi chiudere questa pagina. Non pagare di nuovo.',
    },
  },
  mooney: {
    annullato: INTERRUPTED_TEXT,
    errore: FAULT_TEXT,
    attesa: {
      title: 'Pagamento in attesa',
      text: 'Mooney aspetta il tuo pagamento: completalo in un punto vendita con il codice che ti ha dato. Quando ci arriva la conferma ti scriviamo: puoi chiudere questa pagina.',
    },
  },
};

/**
 * The notice is paid, as far as the portal can tell not by this attempt (product rule: an outcome of its own). pagoPA does not say by which
 * attempt, so the words never say that this one took no money.
 */
const ALREADY_PAID_TEXT: EsitoText = {
  title: 'Avviso già pagato',
  text: 'Risulta già pagato, forse con un altro pagamento: non pagarlo di nuovo. Se l’hai pagato tu, la conferma è nell’e-mail del gestore. Se non sai chi l’ha pagato, o vedi due addebiti, contatta l’ente.',
  tone: 'info',
};

/** pagoPA does not say by which cart a notice was paid, and anybody can open one. */
const PAID_BY_SOMEBODY_TEXT: EsitoText = {
  title: 'Avviso pagato',
  text: 'Risulta pagato: non pagarlo di nuovo. Il gestore non ci dice chi l’ha pagato, perciò qui la ricevuta si apre solo a chi deve l’importo: se sei tu, accedi con SPID o CIE e la trovi nell’area riservata, alla voce Pagamenti. Se hai pagato per un’altra persona, la conferma è nell’e-mail del gestore. Se vedi due addebiti, contatta l’ente.',
  tone: 'success',
};

/** The citizen left the cart. pagoPA cannot end a cart, so a receipt would still count. */
const ABANDONED_TEXT: EsitoText = {
  title: 'Pagamento annullato',
  text: 'Annullato da te: nessun addebito finora. Puoi riprovare quando vuoi. Per un giorno continuiamo a controllare: se invece hai pagato non pagare di nuovo, aspetta la nostra e-mail.',
  tone: 'warning',
};

/** By when money that was paid twice comes back: of taxes the law says it (L. 296/2006, art. 1 c. 164). */
export const REFUND_TEXT =
  'Se è un tributo puoi chiederlo entro cinque anni, e l’ente ha 180 giorni dalla richiesta per restituirlo; per gli altri importi chiedi all’ente quando lo restituisce.';

/** A notice was paid twice: what happens, what to do, and by when. */
export const doppioText = ({ senza_ricevuta }: Pick<Esito, 'senza_ricevuta'>): string =>
  senza_ricevuta
    ? `Per questo avviso risultano due pagamenti. Lo abbiamo detto all’ente, che deve restituire quello in più: se hai pagato anche tu, contatta l’ente e chiedi il rimborso. ${REFUND_TEXT}`
    : `Per questo avviso abbiamo due ricevute. Lo abbiamo detto all’ente, che deve restituire l’importo in più a chi l’ha pagato: contatta l’ente, mostra la ricevuta e chiedi il rimborso. ${REFUND_TEXT}`;

type EsitoFacts = Pick<Esito, 'stato' | 'fornitore' | 'avvisi' | 'senza_ricevuta' | 'negozio'>;

/** What the citizen reads. */
export function esitoText(
  { stato, fornitore, avvisi, senza_ricevuta, negozio }: EsitoFacts,
  returnKind: ReturnKind | undefined,
): EsitoText {
  if (senza_ricevuta) return PAID_BY_SOMEBODY_TEXT;
  if (stato === 'annullato' && fornitore === 'pagopa' && !avvisi.every(({ pagato }) => pagato)) return ABANDONED_TEXT;
  const hasEnded = stato !== 'pagato' && stato !== 'in_verifica';
  if (hasEnded && avvisi.every(({ pagato }) => pagato)) return ALREADY_PAID_TEXT;
  // What the provider says counts for more than the address by which the browser came back.
  const kind = negozio ? 'attesa' : returnKind;
  const other = stato === 'in_verifica' && kind ? RETURN_TEXTS[fornitore][kind] : undefined;
  return { ...ESITO_TEXTS[stato], ...other };
}

/**
 * Tells whether paying again makes sense: after an end without money, and while a pagoPA cart is open and the browser came back without
 * paying. Such a cart blocks nothing (product rule).
 */
export function canRetry({ stato, fornitore, avvisi }: Esito, returnKind: ReturnKind | undefined): boolean {
  const wasAbandoned = fornitore === 'pagopa' && (returnKind === 'annullato' || returnKind === 'errore');
  return (stato !== 'in_verifica' || wasAbandoned) && avvisi.some(({ pagato }) => !pagato);
}

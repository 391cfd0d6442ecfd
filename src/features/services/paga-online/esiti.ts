/**
 * The outcome of an attempt to pay: which state follows which, and what the citizen sees in each. Pure; server and browser.
 * A return address proves nothing: `pagato` comes only from the provider's receipt or status (product rule).
 */
import { oggi } from '../../../platform/atoms/date.ts';
import type { EsitoFornitore, RicevutaFornitore } from '../../../platform/payments.ts';

export const statiPagamento = ['aperto', 'in_verifica', 'pagato', 'non_completato', 'annullato', 'scaduto'] as const;
export type StatoPagamento = (typeof statiPagamento)[number];

/** On the wire an attempt that nobody came back from is being verified as well. */
export const statiEsito = ['pagato', 'in_verifica', 'non_completato', 'annullato', 'scaduto'] as const;
export type StatoEsito = (typeof statiEsito)[number];

/**
 * What may follow. A receipt wins over everything said before it, late as it may come; after it nothing changes.
 * An attempt that ended without money does not begin again: the citizen opens another.
 */
export const TRANSIZIONI: Readonly<Record<StatoPagamento, readonly StatoPagamento[]>> = {
  aperto: ['in_verifica', 'pagato', 'non_completato', 'annullato', 'scaduto'],
  in_verifica: ['pagato', 'non_completato', 'annullato', 'scaduto'],
  non_completato: ['pagato'],
  annullato: ['pagato'],
  scaduto: ['pagato'],
  pagato: [],
};

export const puoDiventare = (da: StatoPagamento, a: StatoPagamento): boolean => TRANSIZIONI[da].includes(a);

/** What a provider's word makes of an attempt; undefined: nothing new. */
export const DAL_FORNITORE: Readonly<Record<EsitoFornitore['stato'], StatoPagamento | undefined>> = {
  aperto: undefined,
  in_attesa: 'in_verifica',
  pagato: 'pagato',
  annullato: 'annullato',
  scaduto: 'scaduto',
  fallito: 'non_completato',
};

/** States in which the provider is still to be asked. */
export const VIVI: readonly StatoPagamento[] = ['aperto', 'in_verifica'];

const MINUTO = 60_000;
/** Who had the cart open in its last moment has this long to finish, and the receipt to arrive. In ms. */
export const MARGINE = 30 * MINUTO;
/** Receipts may come late; the outbox asks this long, housekeeping after it. In ms. */
export const ATTESA = 24 * 60 * MINUTO;
/** The clocks of the portal and of who takes the money differ by no more. In ms. */
const OROLOGI = 5 * MINUTO;

/** Can the money of this receipt have gone through this attempt? Not before it was opened, nor after its time. */
export function puoAverPagato(
  { creato, scade }: { creato: number; scade: number },
  { pagato_il, soloGiorno }: Pick<RicevutaFornitore, 'pagato_il' | 'soloGiorno'>,
): boolean {
  const [da, a] = [creato - OROLOGI, scade + MARGINE];
  if (soloGiorno) return oggi(da) <= oggi(pagato_il) && oggi(pagato_il) <= oggi(a);
  return da <= pagato_il && pagato_il <= a;
}

/** How a browser came back. It changes what is said while the outcome is not known, and nothing else. */
export const ritorni = ['ok', 'annullato', 'errore', 'attesa'] as const;
export type Ritorno = (typeof ritorni)[number];

export type Parole = { titolo: string; testo: string; tono: 'success' | 'warning' | 'danger' | 'info' };

/** State → what the citizen reads. */
export const COSA_VEDE: Readonly<Record<StatoEsito, Parole>> = {
  pagato: {
    titolo: 'Pagamento effettuato',
    testo: 'Abbiamo la conferma del pagamento. Ti mandiamo la ricevuta per e-mail.',
    tono: 'success',
  },
  in_verifica: {
    titolo: 'Pagamento in verifica',
    testo:
      'Non abbiamo ancora la conferma. Controlliamo da soli e ti scriviamo quando c’è una risposta: puoi chiudere questa pagina. Se hai appena pagato, non pagare di nuovo.',
    tono: 'info',
  },
  non_completato: {
    titolo: 'Pagamento non completato',
    testo: 'Il pagamento non è andato a buon fine: nessun importo addebitato. Puoi riprovare quando vuoi.',
    tono: 'danger',
  },
  annullato: {
    titolo: 'Pagamento annullato',
    testo: 'Hai annullato il pagamento: nessun importo addebitato. Puoi riprovare quando vuoi.',
    tono: 'warning',
  },
  scaduto: {
    titolo: 'Tempo scaduto',
    // Nobody told that it was not paid: it is only that no confirmation came.
    testo:
      'Il tempo per pagare è passato e non abbiamo ricevuto nessuna conferma. Se vedi un addebito non pagare di nuovo: contatta l’ente. Altrimenti puoi ricominciare quando vuoi.',
    tono: 'warning',
  },
};

export const esitoMostrato = (stato: StatoPagamento): StatoEsito => (stato === 'aperto' ? 'in_verifica' : stato);

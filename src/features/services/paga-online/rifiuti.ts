/** Why a notice cannot be paid now: each reason in its own words, with what to do next. Server and browser. */
import { withArticle } from '../../../platform/atoms/date.ts';
import { type ErrorCode, type ErrorDetail, PortalError } from '../../../platform/errors.ts';

type Rifiuto = { code: ErrorCode; message: string };

/** `codice` in calls → status and words. The first seven come from the specification of the calls, the others are the portal's own. */
export const RIFIUTI = {
  PAGAMENTO_SCONOSCIUTO: {
    code: 'not_found',
    message:
      'Non troviamo un avviso con questi dati. Controlla il codice avviso (18 cifre) e il codice fiscale dell’ente: sono entrambi sull’avviso. Se sono giusti, contatta l’ente.',
  },
  PAGAMENTO_DUPLICATO: {
    code: 'conflict',
    message: 'Questo avviso risulta già pagato: non pagarlo di nuovo. Se non sai chi l’ha pagato, contatta l’ente.',
  },
  PAGAMENTO_SCADUTO: {
    code: 'conflict',
    message: 'Questo avviso è scaduto e non si può più pagare. Chiedi all’ente un nuovo avviso.',
  },
  PAGAMENTO_ANNULLATO: {
    code: 'conflict',
    message: 'L’ente ha annullato questo avviso: non devi pagarlo. Se hai un dubbio, contatta l’ente.',
  },
  PAGAMENTO_IN_CORSO: {
    code: 'conflict',
    message:
      'Per questo avviso c’è già un pagamento in corso con Mooney. Portalo a termine; oppure apri «Paga online» nel browser con cui l’hai iniziato: lo trovi in cima, e lì puoi rinunciare e riprovare. Se non l’hai aperto tu, paga con pagoPA.',
  },
  SERVIZIO_NON_DISPONIBILE: {
    code: 'unavailable',
    message: 'In questo momento non è possibile pagare online: nessun importo addebitato. Riprova tra qualche minuto.',
  },
  IMPORTO_NON_AMMESSO: {
    code: 'invalid',
    message: 'Con Mooney si pagano importi da 1,00 a 999,99 €. Paga questo avviso con pagoPA.',
  },
  AVVISO_RIPETUTO: {
    code: 'invalid',
    message: 'Hai inserito due volte lo stesso avviso. Toglilo dall’elenco e riprova.',
  },
  TROPPI_AVVISI: {
    code: 'invalid',
    message: 'Questi avvisi non si possono pagare insieme. Pagali in più volte.',
  },
  PAGAMENTO_FINITO: {
    code: 'conflict',
    message: 'Questo pagamento non si può più annullare. Ricarica la pagina per vedere com’è andato.',
  },
} as const satisfies Record<string, Rifiuto>;

export type RifiutoCodice = keyof typeof RIFIUTI;

/** Other words for the same refusals, for particular reasons. */
export const RIFIUTO_TEXTS = {
  rateizzato:
    'Questo importo è stato diviso in rate: paga gli avvisi delle singole rate. Se non li hai, chiedili all’ente.',
  in_pagamento:
    'Per questo avviso risulta già un pagamento in corso. Attendi qualche minuto e riprova: se risulta pagato, non pagarlo di nuovo.',
  abandoned:
    'Questo pagamento è stato lasciato a metà e non è più valido: nessun importo addebitato. Ricomincia dal servizio che vuoi pagare.',
  elsewhere:
    'In questo momento l’avviso non è accettato: può essere già pagato, o in pagamento altrove. Se l’hai appena pagato, non pagarlo di nuovo; altrimenti riprova tra qualche minuto.',
  notCancellableNow:
    'In questo momento non riusciamo ad annullare il pagamento: è ancora aperto. Riprova tra qualche minuto.',
  confirmPending: 'Spunta la casella se vuoi pagare con pagoPA anche se un altro pagamento è in attesa con Mooney.',
  openedTodayAlready:
    'Oggi questo avviso è già stato aperto due volte con Mooney senza essere pagato: pagalo con pagoPA. Se l’avviso è tuo, accedi con SPID o CIE per usare Mooney.',
  notRegistered: 'L’avviso non è ancora registrato per il pagamento online. Riprova domani, oppure contatta l’ente.',
} as const;

/**
 * A payment that waits at the second provider.
 * @param dal instant in words
 * @param fino_a the same
 */
export const pendingText = (dal: string, fino_a: string): string =>
  `Per questo avviso c’è un pagamento in attesa con Mooney, aperto ${withArticle('il', dal)}: si può completare fino ${withArticle('al', fino_a)}. Se l’hai aperto tu, completalo oppure rinuncia. Altrimenti puoi pagare lo stesso con pagoPA: se vengono pagati tutti e due, l’ente ti rimborsa il secondo.`;

/** A payment of the same person at pagoPA whose outcome is not known. @param dal instant in words */
export const openAtPagopaText = (dal: string): string =>
  `Per questo avviso hai aperto un pagamento con pagoPA ${withArticle('il', dal)} e non sappiamo ancora com’è andato. Se l’hai completato non pagare di nuovo: aspetta la nostra e-mail. Se non l’hai completato puoi pagare con Mooney.`;

/** @param detail other words for the same refusal, fields, cause */
export function rifiuto(codice: RifiutoCodice, detail: Omit<ErrorDetail, 'reason'> = {}): PortalError {
  const { code, message } = RIFIUTI[codice];
  return new PortalError(code, { message, ...detail, reason: codice });
}

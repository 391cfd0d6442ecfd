/** What the browser needs to know of the calls in paga-online.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';

export const pagaOnlineCalls: CallsOf<typeof pagaOnlineOperations> = {
  entiPagamento: { method: 'GET', path: '/api/v1/payments/pagopa/elenco-enti/{elenco}' },
  serviziPagamento: { method: 'GET', path: '/api/v1/payments/pagopa/elenco-servizi/{elenco}/{ente}' },
  controllaAvviso: { method: 'POST', path: '/api/v1/payments/pagopa/check', bot: 'spent' },
  pagaConPagopa: { method: 'POST', path: '/api/v1/payments/pagopa/richiesta', bot: 'spent' },
  pagaSpontaneo: { method: 'POST', path: '/api/v1/payments/pagopa/pagamento-non-predeterminato', bot: 'spent' },
  pagaConMooney: { method: 'POST', path: '/api/v1/payments/mooney/richiesta', bot: 'spent' },
  esitoPagamento: { method: 'POST', path: '/api/v1/payments/pagopa/ricevuta', bot: 'checked' },
  pagamentiAperti: { method: 'GET', path: '/api/v1/portale/pagamenti/aperti' },
  ricevutaRedirect: { method: 'GET', path: '/api/v1/payments/pagopa/ricevuta-redirect/{id}' },
  ricevutaPagamento: { method: 'GET', path: '/api/v1/portale/pagamenti/{id}/ricevuta' },
  annullaPagamento: { method: 'POST', path: '/api/v1/portale/pagamenti/{id}/annulla' },
  valutaPagamento: { method: 'POST', path: '/api/v1/portale/pagamenti/{id}/valutazione' },
  mieiPagamenti: { method: 'GET', path: '/api/v1/portale/pagamenti' },
  notificaMooney: { method: 'POST', path: '/api/v1/portale/pagamenti/notifiche/mooney' },
};

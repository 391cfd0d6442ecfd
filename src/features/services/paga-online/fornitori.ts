/** Where a payment and its receipt are found, and how the providers are called. Pure; server and browser. */
import type { Fornitore } from '../../../platform/payments.ts';

/** As they stand in a receipt or a list, also once a provider is set no longer. */
export const FORNITORE_NAMES: Readonly<Record<Fornitore, string>> = { pagopa: 'pagoPA', mooney: 'Mooney' };

/** The page that pays one notice. @param dominioEC tax code of the body */
export function payAddress(numero_avviso: string, dominioEC: string): string {
  return `/servizio/paga-online?numero_avviso=${encodeURIComponent(numero_avviso)}&dominioEC=${encodeURIComponent(dominioEC)}`;
}

/** What became of an attempt. */
export const esitoAddress = (riferimento: string): string =>
  `/servizio/paga-online/pago-pa/esito?r=${encodeURIComponent(riferimento)}`;

/** The receipt PDF. @param id of an attempt, or of one receipt */
export const ricevutaAddress = (id: string): string => `/api/v1/portale/pagamenti/${encodeURIComponent(id)}/ricevuta`;

/** Addresses of payments and receipts, and the names of the providers. Pure; server and browser. */
import type { Fornitore } from '../../../platform/payments.ts';

/** Names in receipts and lists, also of a provider that is no longer configured. */
export const FORNITORE_NAMES: Readonly<Record<Fornitore, string>> = { pagopa: 'pagoPA', mooney: 'Mooney' };

/** The summary of one notice, from which one press leads to the provider. @param dominioEC tax code of the ente */
export const payAddress = (numero_avviso: string, dominioEC: string): string =>
  payTogetherAddress([linkedAvvisoOf(numero_avviso, dominioEC)]);

/** The summary of several notices in one cart. @param linked at least one, as {@link linkedAvvisoOf} names it */
export const payTogetherAddress = (linked: readonly string[]): string =>
  `/servizio/paga-online?${linked.map((key) => `avviso=${key}`).join('&')}`;

/** A notice as the parameter `avviso` of the page names it: a link has one, a form with boxes one for each ticked. */
export const linkedAvvisoOf = (numero_avviso: string, dominioEC: string): string =>
  `${encodeURIComponent(numero_avviso)}-${encodeURIComponent(dominioEC)}`;

/** The outcome page of an attempt. */
export const esitoAddress = (riferimento: string): string =>
  `/servizio/paga-online/pago-pa/esito?r=${encodeURIComponent(riferimento)}`;

/** The receipt PDF. @param id of an attempt, or of one receipt */
export const ricevutaAddress = (id: string): string => `/api/v1/portale/pagamenti/${encodeURIComponent(id)}/ricevuta`;

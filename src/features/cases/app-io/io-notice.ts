/** What a person is told in App IO. */
import type { IoWords } from '../../../platform/app-io.ts';
import type { Ente } from '../ente/ente.ts';

/** A notice of pagoPA that the app offers to pay. @property scadenza day @property endsThen it cannot be paid after that day */
export type IoPayment = { numero_avviso: string; importo_cent: number; scadenza: string | null; endsThen: boolean };

/**
 * No more about the person than the mail says, and nothing about them in the subject (Linee guida AgID sul punto di accesso telematico).
 * @property utente the account of the one person who is told @property servizio code of the case, or {@link OTHER_SERVICES}
 * @property due instant that the app offers to remind of
 */
export type IoNotice = {
  utente: string;
  ente: Ente;
  servizio: string;
  words: IoWords;
  due?: number | undefined;
  payment?: IoPayment | undefined;
};

/** The key of an ente for what has none of its own. */
export const OTHER_SERVICES = '*';

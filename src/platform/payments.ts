/** The port to payment providers: pagoPA (Checkout) and a second provider with a redirect of its own. */
import type { StoreDb } from '../store/tables.ts';

export type Fornitore = 'pagopa' | 'mooney';

/** One notice of a cart. Amounts are whole euro cents and come from the portal, never from the browser. */
export type AvvisoToPay = {
  /** Id of the ente in this portal, for its keys */
  ente: string;
  /** Tax code of the ente, 11 digits */
  dominioEC: string;
  enteName: string;
  numero_avviso: string;
  iuv: string;
  causale: string;
  importo_cent: number;
};

/** @property riferimento our own id of the attempt: comes back in every address and notification */
export type Carrello = {
  riferimento: string;
  avvisi: readonly AvvisoToPay[];
  email: string;
  /** Where the provider sends the browser back to. They tell what the browser saw, never that the money was paid */
  returnUrls: { ok: string; annullato: string; errore: string; attesa: string };
  /** Where the provider's server sends its notifications, if it does */
  notifyUrl: string;
};

/** @property scade when the provider forgets the cart, ms since the epoch @property rif the provider's own id of it */
export type FornitoreCarrello = { redirect: string; rif: string | null; scade: number };

/**
 * @property rif the provider's own id of the receipt: what counts it once @property pagato_il ms since the epoch
 * @property dayOnly true: the provider told the day only, and `pagato_il` is some instant of it
 * @property payerEmail address of the person who paid, if the receipt names it
 */
export type FornitoreRicevuta = {
  dominioEC: string;
  numero_avviso: string;
  rif: string;
  importo_cent: number;
  pagato_il: number;
  dayOnly?: boolean;
  payerEmail?: string | undefined;
  intermediario: string | null;
  /** What was paid, in the words of the ente that asked for it */
  causale?: string | undefined;
};

/** A page of a provider's list of payments. @property from, to days in Rome, both included, as `YYYY-MM-DD` @property page from 0 */
export type PaidQuery = { dominioEC: string; from: string; to: string; page: number };
/** @property paid IUVs */
export type PaidPage = { paid: readonly string[]; isLast: boolean };

/** One revision of a settlement flow: the payments that one provider transfers to an ente together. @property psp that provider's id */
export type FlussoKey = { psp: string; nome: string; revisione: number };
/** @property since flows that were published after this instant, epoch ms @property page from 1 */
export type FlussiQuery = { dominioEC: string; since: number; page: number };
/** @property data instant of the flow @property regolamento the provider's words for the transfer @property pagamenti, importo_cent of the whole flow */
export type FornitoreFlusso = FlussoKey & {
  nome_psp: string;
  data: number;
  regolamento: string;
  pagamenti: number;
  importo_cent: number;
  pubblicato: number;
};
/** @property n its place in the flow, from 1 @property iur the provider's id of its receipt @property trasferimento which part of a notice, 1 to 5 */
export type FlowPayment = {
  n: number;
  iuv: string;
  iur: string;
  trasferimento: number;
  importo_cent: number;
  esito: 'EXECUTED' | 'REVOKED' | 'STAND_IN' | 'STAND_IN_NO_RPT' | 'NO_RPT';
  pagato_il: number;
};

/** What a provider has transferred to the enti. Each call throws PaymentError. */
export type FlussiPort = {
  /** A page of the flows of an ente */
  list(query: FlussiQuery): Promise<{ flussi: readonly FlussoKey[]; isLast: boolean }>;
  read(dominioEC: string, key: FlussoKey): Promise<FornitoreFlusso>;
  /** @param page from 1, of `FLUSSO_PAGE` payments */
  readPayments(
    dominioEC: string,
    key: FlussoKey,
    page: number,
  ): Promise<{ payments: readonly FlowPayment[]; isLast: boolean }>;
};
/** Payments on a page of a flow. */
export const FLUSSO_PAGE = 500;

/**
 * What an ente has with the provider. @property segregazione two digits in the notice numbers made for it
 * @property iban where its money goes @property hasKey there is a key to ask the provider with
 */
type ServedEnte = { segregazione: string; iban: string; hasKey: boolean };

/**
 * The state of an attempt at the provider. `aperto`: nothing yet · `in_attesa`: the citizen has done their part and the money is
 * on its way (to be paid at a shop, for example) · the others are final.
 */
export type FornitoreEsito = {
  /** With `in_attesa`: what the citizen shows at the shop where they pay */
  shopCode?: ShopCode | undefined;
  stato: 'aperto' | 'in_attesa' | 'pagato' | 'annullato' | 'scaduto' | 'fallito';
  ricevute: readonly FornitoreRicevuta[];
};

/** @property code digits and capital letters, to be read out @property qr the text of a QR code that says the same to the shop's reader */
type ShopCode = { code: string; qr?: string | undefined };

/** @property evento id of the event, by which it is handled once */
export type FornitoreNotification = FornitoreEsito & { evento: string; riferimento: string };

/**
 * A debt position that the platform needs before it can be paid. @property iupd our id of it there
 * @property taxonomy code of the debt in pagoPA's taxonomy: without it no position is made
 * @property scadenza due date, `YYYY-MM-DD`
 * @property stamp part of the amount that buys a digital stamp; the rest is the ente's
 */
export type DebtPosition = {
  iupd: string;
  taxonomy: string;
  avviso: AvvisoToPay;
  scadenza: string;
  pagatore: { nome: string; cognome: string; codice_fiscale: string };
  stamp?: DigitalStamp | undefined;
};

/**
 * A stamp that the payer buys from the provider for a document. @property hashDocument SHA-256 of the document, in base64
 * @property provincia two letters of where the payer lives @property taxonomy code of the stamp duty
 */
type DigitalStamp = { importo_cent: number; hashDocument: string; provincia: string; taxonomy: string };

/**
 * Why a provider did not do it. `away`: not reachable, too slow, answering garbage or over its limit; the work may or may not
 * have been done · `refused`: it refuses these notices (paid or being paid elsewhere) · `unknown`: it does not find them.
 */
export type PaymentFailure = 'away' | 'refused' | 'unknown';

export class PaymentError extends Error {
  readonly why: PaymentFailure;
  constructor(why: PaymentFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaymentError';
    this.why = why;
  }
}

/**
 * A temporary `away`: down, too slow, over its limit. Any other `away` is an answer against the contract, or our own set-up (a
 * wrong key, a missing origin), which an operator of the portal must look at.
 */
export class ProviderDown extends PaymentError {
  constructor(message: string, cause?: unknown) {
    super('away', message, cause);
  }
}

export type PaymentsPort = {
  fornitore: Fornitore;
  /** As shown on the button and in the receipt */
  name: string;
  /** The limits of one cart; amounts in cents */
  limits: { avvisi: number; min_cent: number; max_cent: number };
  /** Origins that a redirect may lead to: for the policy of the pages and against open redirects */
  origins: readonly string[];
  /** @throws PaymentError */
  open(carrello: Carrello): Promise<FornitoreCarrello>;
  /** The state of an attempt. @throws PaymentError */
  readEsito(tentativo: {
    riferimento: string;
    rif: string | null;
    avvisi: readonly AvvisoToPay[];
  }): Promise<FornitoreEsito>;
  /**
   * Reads a notification of the provider's server, after checking its signature.
   * @returns null when it is forged, too old or not of this provider
   */
  readNotification?(body: string, signature: string, now: number): FornitoreNotification | null;
  /** @param db of the transaction, inside one @returns undefined for an ente that the provider does not serve */
  enteOf?(dominioEC: string, db?: StoreDb): Promise<ServedEnte | undefined>;
  /**
   * Asks the provider with a key that does not count yet, or without one with that which does.
   * @returns false when the provider does not take it for this ente @throws PaymentError when it cannot be asked
   */
  checkAccess?(access: { dominioEC: string; key?: string | undefined }): Promise<boolean>;
  /** Makes a debt position that can be paid at once; a repetition with the same `iupd` changes nothing. @throws PaymentError */
  createDebtPosition?(posizione: DebtPosition): Promise<void>;
  /** What was paid to an ente within these days, at a bank or an app, too. @throws PaymentError */
  listPaid?(query: PaidQuery): Promise<PaidPage>;
  /** @returns the receipts of one IUV of that list; none while the provider does not have them yet @throws PaymentError */
  readPaid?(paid: Pick<AvvisoToPay, 'dominioEC' | 'iuv'>): Promise<readonly FornitoreRicevuta[]>;
  /** Settlement flows, if the provider tells them */
  flussi?: FlussiPort;
  /** Ends an attempt that is not paid yet. @returns false when it is too late @throws PaymentError */
  cancel?(tentativo: { riferimento: string; rif: string | null }): Promise<boolean>;
};

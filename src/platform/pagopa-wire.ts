/**
 * The data that the portal exchanges with pagoPA. Facts from pagoPA's public contracts: "Checkout - EC API" 2.0.0, "PagoPA API
 * Debt Position" v1, "PagoPA API Payments" (receipts), "FDR - Flussi di Rendicontazione (ORGs)" 1.1.54 and the types `ctReceipt`, `ctReceiptV2` of paForNode.xsd. The adapter and
 * the test pages both check against it.
 */
import * as z from 'zod/mini';

/** Header with the subscription key. */
export const KEY_HEADER = 'Ocp-Apim-Subscription-Key';
/** Checkout forgets a cart after so long, in ms. */
export const CART_MS = 10 * 60_000;
/** Notices of one cart; more are a 422. */
export const MAX_NOTICES = 5;
/** Texts for the names of the enti and for what is paid. */
const MAX_TEXT = 140;

const wireText = z.string().check(z.minLength(1), z.maxLength(MAX_TEXT));
const wireCents = z.int().check(z.gte(1));
const taxCode = z.string().check(z.regex(/^\d{11}$/));
const wireNotice = z.string().check(z.regex(/^\d{18}$/));

/** Cuts a text to the length that the contracts allow. */
export const cutText = (s: string): string => s.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');

/** One notice of a cart. Amounts in euro cents. */
export const CartNotice = z.object({
  noticeNumber: wireNotice,
  fiscalCode: taxCode,
  amount: wireCents,
  companyName: wireText,
  description: wireText,
});
export type CartNotice = z.infer<typeof CartNotice>;

/** Body of `POST /carts`. */
export const CartRequest = z.object({
  emailNotice: z.optional(z.email()),
  paymentNotices: z.array(CartNotice).check(z.minLength(1), z.maxLength(MAX_NOTICES)),
  returnUrls: z.object({
    returnOkUrl: z.url(),
    returnCancelUrl: z.url(),
    returnErrorUrl: z.url(),
    returnWaitingUrl: z.url(),
  }),
  idCart: z.optional(z.string()),
  allCCP: z.optional(z.boolean()),
});
export type CartRequest = z.infer<typeof CartRequest>;

/** The reasons of Checkout's 422: too many notices, the same twice, one that is paid or being paid. */
export const CART_REFUSALS = {
  tooMany: { title: 'Multiple payment notices not processable', detail: 'Too many payment notices' },
  twice: { title: 'Invalid payment info', detail: 'Duplicate payment notice values found.' },
  notPayable: { title: 'Invalid payment info', detail: 'Invalid payment notice data' },
} as const;

export const PagopaProblem = z.object({
  title: z.optional(z.string()),
  status: z.optional(z.int()),
  detail: z.optional(z.string()),
});

const positionStates = [
  'DRAFT',
  'PUBLISHED',
  'VALID',
  'INVALID',
  'EXPIRED',
  'PARTIALLY_PAID',
  'PAID',
  'REPORTED',
] as const;

/** The digital stamp that a transfer buys. `hashDocument`: base64 */
const wireStamp = z.object({
  hashDocument: z.string().check(z.minLength(1), z.maxLength(72)),
  stampType: z.string().check(z.length(2)),
  provincialResidence: z.string().check(z.regex(/^[A-Z]{2}$/)),
});

const wireTransfer = z
  .object({
    idTransfer: z.enum(['1', '2', '3', '4', '5']),
    amount: wireCents,
    organizationFiscalCode: z.optional(taxCode),
    remittanceInformation: wireText,
    category: z.string().check(z.minLength(1)),
    iban: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/))),
    stamp: z.optional(wireStamp),
  })
  .check(z.refine(({ iban, stamp }) => (iban === undefined) !== (stamp === undefined), { path: ['iban'] }));

const sumOf = (transfers: readonly z.infer<typeof wireTransfer>[]): number =>
  transfers.reduce((sum, { amount }) => sum + amount, 0);

/** Body of `POST …/debtpositions`: one debtor, one option, as for a payment without a notice. Amounts in cents. */
export const PositionRequest = z.object({
  iupd: z.string().check(z.minLength(1)),
  type: z.enum(['F', 'G']),
  fiscalCode: z.string().check(z.minLength(1)),
  fullName: z.string().check(z.minLength(1)),
  companyName: wireText,
  switchToExpired: z.boolean(),
  paymentOption: z
    .array(
      z
        .object({
          nav: z.optional(wireNotice),
          iuv: z.string().check(z.regex(/^\d{15}(\d{2})?$/)),
          amount: wireCents,
          description: wireText,
          isPartialPayment: z.boolean(),
          dueDate: z.iso.datetime(),
          transfer: z.array(wireTransfer).check(z.minLength(1), z.maxLength(5)),
        })
        .check(
          z.refine(({ amount, transfer }) => sumOf(transfer) === amount, { path: ['amount'] }),
          z.refine(({ transfer }) => new Set(transfer.map((t) => t.idTransfer)).size === transfer.length, {
            path: ['transfer'],
          }),
        ),
    )
    .check(z.minLength(1)),
});
export type PositionRequest = z.infer<typeof PositionRequest>;

/** The part of GPD's answers about a debt position that the portal reads. */
export const PagopaPosition = z.object({
  iupd: z.string(),
  status: z.optional(z.enum(positionStates)),
  paymentOption: z.optional(
    z.array(z.object({ iuv: z.string(), nav: z.optional(z.nullable(z.string())), amount: z.int() })),
  ),
});
export type PagopaPosition = z.infer<typeof PagopaPosition>;

const wireDay = z.string().check(z.regex(/^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/));

/** Elements of a `receipt` (ctReceipt, ctReceiptV2). Amounts in euros with two decimals, times in Rome unless they say so. */
export const PagopaReceipt = z.object({
  receiptId: z.string().check(z.minLength(1), z.maxLength(255)),
  noticeNumber: wireNotice,
  fiscalCode: taxCode,
  outcome: z.enum(['OK', 'KO']),
  creditorReferenceId: z.string().check(z.minLength(1), z.maxLength(35)),
  paymentAmount: z.string().check(z.regex(/^\d{1,9}\.\d{2}$/)),
  description: z.optional(z.string()),
  /** The person who paid, if the provider that took the money says so (ctSubject) */
  payer: z.optional(z.object({ 'e-mail': z.optional(z.string()) })),
  PSPCompanyName: z.optional(z.string()),
  paymentDateTime: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/))),
  applicationDate: z.optional(wireDay),
  transferDate: z.optional(wireDay),
});
export type PagopaReceipt = z.infer<typeof PagopaReceipt>;

/** Most receipts on a page of the list. */
export const MAX_RECEIPTS = 100;

/** The part of a page of receipts that the portal reads. The contract leaves a row open; its fields are those of gpd-payments' sources. */
export const PagopaReceiptPage = z.object({
  currentPageNumber: z.int().check(z.gte(0)),
  totalPages: z.int().check(z.gte(0)),
  results: z
    .array(z.object({ organizationFiscalCode: taxCode, iuv: z.string().check(z.regex(/^\w{1,35}$/)) }))
    .check(z.maxLength(MAX_RECEIPTS)),
});
export type PagopaReceiptPage = z.infer<typeof PagopaReceiptPage>;

/** Most flows, and most payments of a flow, on a page. */
export const MAX_FLOWS = 1000;

const wireId = z.string().check(z.minLength(1), z.maxLength(35));
const wireInstant = z.iso.datetime({ offset: true });
/** Euros with two decimals at most, as a JSON number. */
const wireEuro = z.number().check(
  z.gte(0),
  z.refine((euro) => Math.abs(euro * 100 - Math.round(euro * 100)) < 1e-4),
);
const pageMetadata = z.object({ pageNumber: z.int(), totPage: z.int().check(z.gte(0)) });
const flowName = z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,35}$/));
const flowRevision = z.int().check(z.gte(1));

/** The part of a page of flows that the portal reads. */
export const PagopaFlowPage = z.object({
  metadata: pageMetadata,
  data: z.array(z.object({ fdr: flowName, pspId: wireId, revision: flowRevision })).check(z.maxLength(MAX_FLOWS)),
});

/** The part of a flow that the portal reads. */
export const PagopaFlow = z.object({
  fdr: flowName,
  revision: flowRevision,
  fdrDate: wireInstant,
  regulation: wireId,
  published: wireInstant,
  sender: z.object({ pspId: wireId, pspName: z.string().check(z.maxLength(70)) }),
  receiver: z.object({ organizationId: taxCode }),
  totPayments: z.int().check(z.gte(0)),
  sumPayments: wireEuro,
});

export const PagopaFlowPayment = z.object({
  index: z.int().check(z.gte(1)),
  iuv: wireId,
  iur: wireId,
  idTransfer: z.int().check(z.gte(1), z.lte(5)),
  pay: wireEuro,
  payStatus: z.enum(['EXECUTED', 'REVOKED', 'STAND_IN', 'STAND_IN_NO_RPT', 'NO_RPT']),
  payDate: wireInstant,
});
export const PagopaFlowPaymentPage = z.object({
  metadata: pageMetadata,
  data: z.array(PagopaFlowPayment).check(z.maxLength(MAX_FLOWS)),
});

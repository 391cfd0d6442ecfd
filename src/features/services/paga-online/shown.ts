/** Payment services, notices and outcomes as calls answer with them, those of a back end too. */
import * as z from 'zod/mini';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { orEmpty, orNull, replacedBy } from '../../../platform/back-end/answer.ts';
import type { AnswerFacts } from '../../../platform/contract.ts';
import { hasValidCheckDigits } from './avviso.ts';
import { esitoStati } from './esiti.ts';
import { avviso } from './paga-online.checks.ts';
import { fieldTipi } from './servizio-fields.ts';

const servizioField = z.object({
  nome: z.string(),
  etichetta: z.string(),
  tipo: z.enum(fieldTipi),
  obbligatorio: z.boolean(),
  aiuto: z.optional(z.string()),
});

export const servizio = z.object({
  codice: z.string(),
  nome: z.string(),
  descrizione: z.optional(z.string()),
  campi: z.array(servizioField),
  /** Fixed amount; without it the amount is free between the two others */
  importo_cent: z.optional(z.number()),
  min_cent: z.optional(z.number()),
  max_cent: z.optional(z.number()),
  /** With LINK: fields that stay editable when the address fills them */
  modificabili: z.optional(z.array(z.string())),
});
export type Servizio = z.infer<typeof servizio>;

/** As a back end answers: what it asks for in a way that the portal does not have is typed as text. */
export const answeredServizio = z.extend(servizio, {
  campi: orEmpty(
    z.extend(servizioField, {
      tipo: z.catch(servizioField.shape.tipo, 'testo'),
      obbligatorio: z._default(z.boolean(), false),
    }),
  ),
});

/** As a back end answers. */
export const answeredAvviso = z.pipe(
  z.extend(avviso, {
    scadenza: orNull(z.string()),
    cifre_tornano: z.optional(z.boolean()),
    fornitori: z._default(avviso.shape.fornitori, ['pagopa', 'mooney']),
  }),
  z.transform((one) => ({ ...one, cifre_tornano: one.cifre_tornano ?? hasValidCheckDigits(one.numero_avviso) })),
);

export const esito = z
  .object({
    stato: z.enum(esitoStati),
    /** Number of the payment that people read out; the reference opens its outcome */
    numero: z.string(),
    /** Of the first notice; all of them in `avvisi` */
    IUV: z.string(),
    ente: z.string(),
    causale: z.string(),
    importo_cent: z.number(),
    pagato_il: z.optional(z.string()),
    /** Address of the receipt PDF, for a caller who may have it */
    ricevuta: z.optional(z.string()),
    /** True: paid, and the provider does not say by which of several attempts. The debtor finds the receipt after the login */
    senza_ricevuta: z.optional(z.boolean()),
    /** Address that the receipt is mailed to; for anybody but the person who opened the payment with asterisks */
    ricevuta_a: z.optional(z.string()),
    fornitore: z.enum(['pagopa', 'mooney']),
    /** While it waits to be paid at a shop: the code to show there (empty when the provider gave none), the text of its QR code, until when */
    negozio: z.optional(z.object({ codice: z.string(), qr: z.optional(z.string()), entro: z.string() })),
    /** True, for the person who opened it: a notice had been paid before, and this money is to be given back */
    doppio: z.optional(z.boolean()),
    /** True: it can be given up, so that the notice can be paid another way */
    annullabile: z.boolean(),
    /** When the provider last answered about it */
    controllato_il: z.string(),
    /** Address that the person who opened it gave, for them alone */
    email: z.optional(z.string()),
    /** Paid: the cases that it was for, for the person who sent them */
    pratiche: z.optional(
      z.array(
        z.object({
          id: z.string(),
          tipo: z.enum(['segnalazione', 'richiesta']),
          codice: z.string(),
          email: z.string(),
          protocollo: z.string(),
        }),
      ),
    ),
    avvisi: z.array(
      z.object({
        IUV: z.string(),
        numero_avviso: z.string(),
        dominioEC: z.string(),
        ente: z.string(),
        causale: z.string(),
        importo_cent: z.number(),
        pagato: z.boolean(),
        /** Name of the person for whom a delegate pays it, for the delegate alone */
        per_conto: z.optional(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'EsitoPagamento' });
export type Esito = z.infer<typeof esito>;

/** As a back end answers: a payment of one notice, unless it lists them. */
export const answeredEsito = ({ fields, now }: AnswerFacts) =>
  z.pipe(
    z.extend(esito, {
      numero: z._default(z.string(), String(fields.riferimento)),
      fornitore: z._default(esito.shape.fornitore, 'pagopa'),
      annullabile: replacedBy(false),
      controllato_il: z._default(z.string(), isoInstant(now)),
      avvisi: z.optional(esito.shape.avvisi),
    }),
    z.transform((one) => {
      const { IUV, ente, causale, importo_cent, stato } = one;
      const only = { IUV, numero_avviso: '', dominioEC: '', ente, causale, importo_cent, pagato: stato === 'pagato' };
      return { ...one, avvisi: one.avvisi ?? [only] };
    }),
  );

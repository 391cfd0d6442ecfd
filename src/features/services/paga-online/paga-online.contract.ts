/** The calls to pay: anybody pays a notice of an ente, or pays without one, through pagoPA or a second provider, and reads the outcome. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { isNumeroAvviso, iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput, PDF_BRAKES } from '../../../platform/contract.ts';
import { valutazioneInput } from '../../cases/pratica/pratica.contract.ts';
import { esitoStati, returnKinds } from './esiti.ts';
import { avviso, dominioEC, MAX_AVVISI, pagatore, typedNumeroAvviso } from './paga-online.checks.ts';
import { answeredAvviso, answeredEsito, answeredServizio, esito, servizio } from './shown.ts';

/** Letters print the number of the notice, which holds the IUV and is often written in its place. */
const cleanIuv = (typed: string): string => {
  const s = typed.replace(/\s/g, '');
  return isNumeroAvviso(s) ? iuvOf(s) : s;
};

const iuv = () =>
  atomSchema(
    { clean: cleanIuv, valid: (s) => /^\d{15}(\d{2})?$/.test(s) },
    { missing: 'Scrivi lo IUV.', wrong: 'Controlla lo IUV: sono 15 o 17 cifre, oppure le 18 del codice avviso.' },
  );

/** Short code of an ente or of one of its payment services, as the data give it. */
const codice = (missing: string) => atomSchema({ valid: (s) => /^[\w.-]{1,60}$/.test(s) }, { missing, wrong: missing });

/** True: the caller is aware that a payment waits at the second provider, and wants to pay with pagoPA all the same. */
const confirmInput = () => z.optional(z.boolean('Scrivi se confermi: vero o falso.'));

const avvisoInput = { IUV: iuv(), dominioEC: dominioEC() };

/** In the examples. */
const PAGAMENTO_ID = 'Jc8yM2nQv5Xr1Zt7Lk3w0B';

const openedPagamento = z.object({ riferimento: z.string(), redirect: z.string() });

const listKind = z.enum(['PPA', 'LINK'], 'L’elenco è PPA o LINK.');

export const pagaOnlineOperations = {
  entiPagamento: defineOperation({
    summary:
      'Anyone lists the enti that accept payments without a notice: by the empty form (PPA) or by ready-made links (LINK).',
    method: 'GET',
    path: '/api/v1/payments/pagopa/elenco-enti/{elenco}',
    access: 'anyone',
    input: z.object({ elenco: listKind }),
    output: z.array(z.object({ codice: z.string(), nome: z.string(), codice_fiscale: z.string() })),
    flagged: true,
  }),
  serviziPagamento: defineOperation({
    summary: 'Anyone lists the payment services of an ente, with the fields that each asks for.',
    method: 'GET',
    path: '/api/v1/payments/pagopa/elenco-servizi/{elenco}/{ente}',
    access: 'anyone',
    input: z.object({ elenco: listKind, ente: codice('Scegli l’ente.') }),
    output: z.array(servizio),
    answer: () => z.array(answeredServizio),
    flagged: true,
  }),
  controllaAvviso: defineOperation({
    summary:
      'Anyone asks what a notice is about and whether it can be paid, by its number or IUV and the tax code of the ente; by the number alone when one ente of the portal has it.',
    method: 'POST',
    path: '/api/v1/payments/pagopa/check',
    access: 'anyone',
    input: z
      .object({
        numero_avviso: z.optional(typedNumeroAvviso()),
        IUV: z.optional(iuv()),
        dominioEC: z.optional(dominioEC()),
        conferma: confirmInput(),
      })
      .check(
        z.refine((f) => f.dominioEC !== undefined || f.numero_avviso !== undefined, {
          path: ['dominioEC'],
          error: 'Scrivi il codice fiscale dell’ente: 11 cifre, accanto al nome dell’ente creditore.',
          when: () => true,
        }),
        z.refine((f) => f.numero_avviso !== undefined || f.IUV !== undefined, {
          path: ['numero_avviso'],
          error: 'Scrivi il codice avviso: 18 cifre, accanto al codice QR.',
          when: () => true,
        }),
      ),
    output: avviso,
    answer: () => answeredAvviso,
    example: {
      input: { numero_avviso: '301000010010100129', dominioEC: '80000015554' },
      output: {
        IUV: '01000010010100129',
        numero_avviso: '301000010010100129',
        dominioEC: '80000015554',
        ente: 'Città di Portolieve',
        causale: 'TARI 2026, prima rata',
        importo_cent: 11_250,
        scadenza: '2026-12-16',
        stato: 'da_pagare',
        cifre_tornano: true,
        fornitori: ['pagopa', 'mooney'],
      },
    },
    flagged: true,
    bot: 'spent',
  }),
  pagaConPagopa: defineOperation({
    summary: 'Anyone opens a pagoPA cart of one to five notices; the amounts are those the portal knows.',
    method: 'POST',
    path: '/api/v1/payments/pagopa/richiesta',
    access: 'anyone',
    input: z.object({
      ...avvisoInput,
      emailDebitore: emailAddressSchema(),
      conferma: confirmInput(),
      altri: z.optional(
        z.array(z.object(avvisoInput)).check(z.maxLength(MAX_AVVISI - 1, `Al massimo ${MAX_AVVISI} avvisi insieme.`)),
      ),
    }),
    output: openedPagamento,
    example: {
      input: { IUV: '01000010010100129', dominioEC: '80000015554', emailDebitore: 'anna.bianchi@esempio.it' },
      output: { riferimento: PAGAMENTO_ID, redirect: 'https://checkout.esempio.it/c/5f1e2d' },
    },
    flagged: true,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 30, minutes: 15 },
      { by: 'address', times: 150, minutes: 15 },
    ],
    fails: ['forbidden'],
  }),
  pagaSpontaneo: defineOperation({
    summary: 'Anyone pays without a notice: the portal makes one, with a number of its own, and opens the pagoPA cart.',
    method: 'POST',
    path: '/api/v1/payments/pagopa/pagamento-non-predeterminato',
    access: 'anyone',
    input: z.object({
      ente: codice('Scegli l’ente.'),
      servizio: codice('Scegli il servizio.'),
      campi: z._default(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200))), {}),
      importo_cent: z.optional(z.number('Scrivi l’importo in euro, ad esempio 25,50.')),
      causale: z.optional(textSchema({ max: 140 })),
      pagatore,
      emailDebitore: emailAddressSchema(),
    }),
    output: z.extend(openedPagamento, { IUV: z.string(), numero_avviso: z.string() }),
    flagged: true,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 10, minutes: 15 },
      { by: 'address', times: 60, minutes: 15 },
    ],
  }),
  pagaConMooney: defineOperation({
    summary:
      'Anyone opens a payment of one notice at the second provider; while it is open, paying otherwise needs `conferma`.',
    method: 'POST',
    path: '/api/v1/payments/mooney/richiesta',
    access: 'anyone',
    input: z.object({ ...avvisoInput, emailDebitore: emailAddressSchema(), conferma: confirmInput() }),
    output: openedPagamento,
    flagged: true,
    creates: true,
    bot: 'spent',
    brakes: [
      { by: 'visitor', times: 30, minutes: 15 },
      { by: 'address', times: 150, minutes: 15 },
    ],
    fails: ['forbidden'],
  }),
  esitoPagamento: defineOperation({
    summary: 'Anyone with the reference of a payment reads its outcome; while it is open, the provider is asked.',
    method: 'POST',
    path: '/api/v1/payments/pagopa/ricevuta',
    access: 'anyone',
    input: z.object({
      riferimento: lookupIdSchema(),
      /** How the browser came back */
      ritorno: z.optional(z.enum(returnKinds, 'Valore non ammesso.')),
    }),
    output: esito,
    answer: answeredEsito,
    example: {
      input: { riferimento: PAGAMENTO_ID },
      output: {
        stato: 'pagato',
        numero: 'P-2026-000456',
        IUV: '01000010010100129',
        ente: 'Città di Portolieve',
        causale: 'TARI 2026, prima rata',
        importo_cent: 11_250,
        pagato_il: '2026-11-20T09:12:00.000Z',
        ricevuta: `/api/v1/portale/pagamenti/${PAGAMENTO_ID}/ricevuta`,
        fornitore: 'pagopa',
        annullabile: false,
        controllato_il: '2026-11-20T09:12:04.000Z',
        avvisi: [
          {
            IUV: '01000010010100129',
            numero_avviso: '301000010010100129',
            dominioEC: '80000015554',
            ente: 'Città di Portolieve',
            causale: 'TARI 2026, prima rata',
            importo_cent: 11_250,
            pagato: true,
          },
        ],
      },
    },
    flagged: true,
    bot: 'checked',
  }),
  pagamentiAperti: defineOperation({
    summary:
      'A visitor or citizen lists their payments that wait at the second provider, to finish them or give them up.',
    method: 'GET',
    path: '/api/v1/portale/pagamenti/aperti',
    access: 'anyone',
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), scade: z.string(), causale: z.string(), importo_cent: z.number() })),
  }),
  ricevutaRedirect: defineOperation({
    summary: 'The payer, or the citizen who owed it, is redirected to the receipt PDF of a payment by its reference.',
    method: 'GET',
    path: '/api/v1/payments/pagopa/ricevuta-redirect/{id}',
    access: 'anyone',
    input: z.object({ id: lookupIdSchema(), firma: z.optional(z.string().check(z.maxLength(400))) }),
    output: z.object({ location: z.string() }),
    status: 302,
    flagged: true,
  }),
  ricevutaPagamento: defineOperation({
    summary:
      'The receipt PDF of a payment: for the browser that paid, who owed it, or the holder of the mailed link (30 days).',
    method: 'GET',
    path: '/api/v1/portale/pagamenti/{id}/ricevuta',
    access: 'anyone',
    input: z.object({ id: lookupIdSchema(), firma: z.optional(z.string().check(z.maxLength(400))) }),
    output: fileOutput,
    brakes: PDF_BRAKES,
  }),
  annullaPagamento: defineOperation({
    summary:
      'The person who opened a payment at the second provider, or the logged-in debtor, cancels it, so that it can be paid another way.',
    method: 'POST',
    path: '/api/v1/portale/pagamenti/{id}/annulla',
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: esito,
  }),
  valutaPagamento: defineOperation({
    summary: 'The person who paid rates how easy it was, once for each payment.',
    method: 'POST',
    path: '/api/v1/portale/pagamenti/{id}/valutazione',
    access: 'anyone',
    input: z.object({ id: lookupIdSchema(), ...valutazioneInput }),
    output: z.object({ registrata: z.boolean() }),
  }),
  mieiPagamenti: defineOperation({
    summary: 'A citizen lists their payments: what they paid here, and what was paid of theirs elsewhere.',
    method: 'GET',
    path: '/api/v1/portale/pagamenti',
    access: 'citizen',
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        /** Number of the payment that people read out, also on its receipt */
        numero: z.string(),
        stato: z.enum(esitoStati),
        ente: z.string(),
        nome_ente: z.string(),
        /** Subject and number of the first notice */
        causale: z.string(),
        numero_avviso: z.string(),
        /** Numbers of the other notices in the cart */
        altri: z.array(z.string()),
        /** All its notices, each with its own subject, ente and amount */
        avvisi: z.array(
          z.object({
            numero_avviso: z.string(),
            causale: z.string(),
            nome_ente: z.string(),
            importo_cent: z.number(),
          }),
        ),
        /** Of all notices */
        importo_cent: z.number(),
        fornitore: z.enum(['pagopa', 'mooney']),
        aperto_il: z.string(),
        /** When the provider last answered about it */
        controllato_il: z.string(),
        pagato_il: z.nullable(z.string()),
        ricevuta: z.nullable(z.string()),
        /** True: one of its notices was paid more than once, and money is to be given back */
        doppio: z.optional(z.boolean()),
      }),
    ),
  }),
  notificaMooney: defineOperation({
    summary: 'The second provider tells what became of a payment; signed, handled once, forged ones change nothing.',
    method: 'POST',
    path: '/api/v1/portale/pagamenti/notifiche/mooney',
    access: 'anyone',
    input: z.object({ corpo: z.string(), firma: z.string() }),
    output: z.object({ esito: z.enum(['applicata', 'ripetuta', 'ignorata', 'discordante']) }),
    signedBy: 'x-mooney-signature',
    fails: ['forbidden'],
  }),
};

/** Checks of what is typed to pay: a notice, the payer. Also the shape of a checked notice. */

import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { parseAvviso } from './avviso.ts';

/** Notices in one cart (limit of pagoPA's Checkout). */
export const MAX_AVVISI = 5;

/** Eleven digits. Whether an ente has them is checked by the handler. */
export const dominioEC = () =>
  atomSchema(
    { clean: (s) => s.replace(/\s/g, ''), valid: (s) => /^\d{11}$/.test(s), json: { examples: ['80000015554'] } },
    {
      missing: 'Scrivi il codice fiscale dell’ente: 11 cifre, sull’avviso accanto al nome dell’ente.',
      wrong: 'Controlla il codice fiscale dell’ente: sono 11 cifre.',
    },
  );

/** In any grouping, or as the text of a QR code; becomes the 18 digits. */
export const typedNumeroAvviso = () =>
  atomSchema(
    {
      clean: (s) => parseAvviso(s)?.numero_avviso ?? s,
      valid: (s) => parseAvviso(s) !== null,
      json: { examples: ['301011100007347557'] },
    },
    {
      missing: 'Scrivi il codice avviso: 18 cifre, accanto al codice QR.',
      wrong: 'Controlla il codice avviso: sono 18 cifre e la prima è 0, 1, 2 o 3.',
    },
  );

export const pagatore = z
  .object({
    nome: nomeSchema('Scrivi il nome di chi paga.'),
    cognome: cognomeSchema('Scrivi il cognome di chi paga.'),
    codice_fiscale: codiceFiscaleSchema(),
  })
  .register(z.globalRegistry, { id: 'Persona' });

/** A checked notice, as the call answers it and as the browser's history keeps it. */
export const avviso = z
  .object({
    IUV: z.string(),
    numero_avviso: z.string(),
    dominioEC: z.string(),
    /** Name of the ente */
    ente: z.string(),
    causale: z.string(),
    importo_cent: z.number(),
    scadenza: z.nullable(z.string()),
    /** Only payable avvisi are answered; the rest are errors with their `codice` */
    stato: z.enum(['da_pagare', 'scaduto']),
    /** False: the check digits do not match, as on some real avvisi */
    cifre_tornano: z.boolean(),
    /** Name of the person for whom a logged-in delegate pays it */
    per_conto: z.optional(z.string()),
    /** Providers that take it */
    fornitori: z.array(z.enum(['pagopa', 'mooney'])),
    /** A payment of it that waits at the second provider since `dal` and can be completed there until `fino_a`. Only with `conferma` */
    in_attesa: z.optional(
      z.object({
        dal: z.string(),
        fino_a: z.string(),
        /** Reference of that payment, for a caller who may give it up: the one who opened it, or the logged-in debtor */
        riferimento: z.optional(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'Avviso' });
export type ShownAvviso = z.infer<typeof avviso>;

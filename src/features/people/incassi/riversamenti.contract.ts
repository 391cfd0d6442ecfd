/** An operator who keeps the books of an ente reads what its providers have transferred, and brings in the cash book of the bank. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

/** Largest cash book, in bytes: a year of a large town. It is read in the host, which answers nobody else meanwhile. */
const MAX_GIORNALE = 2 * 1024 * 1024;

/**
 * What a flow and the bank do not agree on. `somma`: its payments are not what it says · `importo`: the bank booked another amount ·
 * `senza_ricevuta`: it has payments without a receipt here · `revoche`: it takes payments back.
 */
const FLUSSO_QUESTIONI = ['somma', 'importo', 'senza_ricevuta', 'revoche'] as const;
export type FlussoQuestione = (typeof FLUSSO_QUESTIONI)[number];

const flusso = z
  .object({
    id: z.string(),
    nome: z.string(),
    revisione: z.int(),
    /** The provider that transfers */
    da: z.string(),
    /** Its day, `YYYY-MM-DD` */
    data: z.string(),
    /** The provider's words for the transfer */
    regolamento: z.string(),
    pagamenti: z.int(),
    importo_cent: z.int(),
    /** Sum of its payments that were read */
    letti_cent: z.int(),
    /** What the bank booked under its name; null: nothing yet */
    accreditato_cent: z.nullable(z.int()),
    questioni: z.array(z.enum(FLUSSO_QUESTIONI)),
  })
  .register(z.globalRegistry, { id: 'Flusso' });
export type FlussoView = z.infer<typeof flusso>;

const movimento = z.object({
  id: z.string(),
  data: z.string(),
  importo_cent: z.int(),
  causale: z.string(),
  numero: z.string(),
});

const riversamenti = z.object({
  ente: z.string(),
  dal: z.string(),
  al: z.string(),
  totale: z.object({ quanti: z.int(), importo_cent: z.int(), accreditato_cent: z.int() }),
  /** The latest first, of each flow its last revision */
  flussi: z.array(flusso),
  dopo: z.optional(z.string()),
  /** Movements that name a flow which the portal does not have, the latest first */
  senza_flusso: z.array(movimento),
});
export type Riversamenti = z.infer<typeof riversamenti>;

const flussoPayment = z.object({
  n: z.int(),
  IUV: z.string(),
  iur: z.string(),
  importo_cent: z.int(),
  esito: z.enum(['EXECUTED', 'REVOKED', 'STAND_IN', 'STAND_IN_NO_RPT', 'NO_RPT']),
  /** Id of its receipt; null: the portal has none */
  incasso: z.nullable(z.string()),
  causale: z.nullable(z.string()),
});

const riversamento = z.object({
  ente: z.string(),
  flusso,
  righe: z.array(flussoPayment),
  /** Number of the last line of this page; none on the last */
  dopo: z.optional(z.int()),
});
export type Riversamento = z.infer<typeof riversamento>;

const enteOfCall = optionalSchema(z.string().check(z.maxLength(100, 'Questo ente non esiste.')));

export const riversamentiOperations = {
  riversamenti: defineOperation({
    summary:
      'An operator who keeps the books of an ente reads the settlement flows of a time, whether the bank has booked each, and movements without a flow.',
    method: 'GET',
    path: '/api/v1/portale/operatore/riversamenti',
    access: 'operator',
    scope: 'pagamenti:leggi',
    input: z.object({
      ente: enteOfCall,
      dal: optionalSchema(dateSchema('Scrivi il primo giorno, ad esempio 01/11/2026.')),
      al: optionalSchema(dateSchema('Scrivi l’ultimo giorno, ad esempio 30/11/2026.')),
      dopo: optionalSchema(z.string().check(z.maxLength(200))),
    }),
    output: riversamenti,
    brakes: [{ by: 'visitor', times: 240, minutes: 60 }],
  }),
  riversamento: defineOperation({
    summary:
      'An operator who keeps the books of an ente reads the payments of one settlement flow, with their receipts.',
    method: 'GET',
    path: '/api/v1/portale/operatore/riversamento',
    access: 'operator',
    scope: 'pagamenti:leggi',
    input: z.object({
      flusso: z.string().check(z.maxLength(200)),
      dopo: optionalSchema(z.coerce.number().check(z.int(), z.gte(0))),
    }),
    output: riversamento,
    brakes: [{ by: 'visitor', times: 600, minutes: 60 }],
  }),
  caricaGiornale: defineOperation({
    summary:
      'An operator who keeps the books of an ente brings in the cash book of its bank (CSV, or OPI XML): movements that are known count once.',
    method: 'POST',
    path: '/api/v1/portale/operatore/giornale',
    access: 'operator',
    scope: 'pagamenti:scrivi',
    input: z.object({ ente: enteOfCall, file: z.instanceof(File, { error: 'Scegli il file del giornale di cassa.' }) }),
    output: z.object({
      ente: z.string(),
      /** Movements that were not known */
      nuovi: z.int(),
      gia_presenti: z.int(),
      /** Rows of money that goes out, and of nothing */
      lasciati: z.int(),
      /** Of the new ones, those that name a flow which the portal has */
      abbinati: z.int(),
    }),
    creates: true,
    upload: MAX_GIORNALE,
    brakes: [{ by: 'visitor', times: 60, minutes: 60 }],
  }),
};

/** An operator reads which cases of their bodies wait for what. */
import * as z from 'zod/mini';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { STATI, type Stato } from '../../cases/pratica/stati.ts';

export const PER_PAGINA = 25;
/** Who has to leaf further searches, or takes another state. */
export const MAX_PAGINE = 100;

const stati = Object.keys(STATI) as [Stato, ...Stato[]];

const praticaInElenco = z.object({
  /** The one of the body's side: it opens nothing of the citizen's */
  id: z.string(),
  protocollo: z.string(),
  tipo: z.enum(['segnalazione', 'richiesta']),
  codice: z.string(),
  /** Name of the service */
  servizio: z.string(),
  oggetto: z.string(),
  richiedente: z.string(),
  /** Id of the body */
  ente: z.string(),
  stato: z.enum(stati),
  inviata_il: z.string(),
  /** Day, `YYYY-MM-DD` */
  termine_il: z.string(),
  /** The day has passed, and it is the body's turn */
  in_ritardo: z.boolean(),
  /** What came since an operator read or wrote last; the sending itself counts */
  non_letti: z.int(),
  /** Path of the operator's chat */
  chat: z.string(),
});
export type PraticaInElenco = z.infer<typeof praticaInElenco>;

const elenco = z.object({
  pratiche: z.array(praticaInElenco),
  totale: z.int(),
  pagine: z.int(),
  /** How many in each state, whatever state was asked for; the other filters count */
  conteggi: z.record(z.enum(stati), z.int()),
  /** How many of the states asked for have something unread */
  da_leggere: z.int(),
});
export type Elenco = z.infer<typeof elenco>;

const si = z.pipe(
  z.transform((v: unknown) => v === true || v === '1' || v === 'true' || v === 'on'),
  z.boolean(),
);
const NUMERO = `Le pagine vanno da 1 a ${MAX_PAGINE}.`;

export const operations = {
  praticheOperatore: operation({
    summary:
      'An operator lists the cases of their bodies by state, due date or arrival, unread, or by what they search.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche',
    access: 'operator',
    input: z.object({
      stato: facoltativo(z.enum(['aperte', ...stati], 'Questo stato non esiste.')),
      ordine: facoltativo(z.enum(['termine', 'arrivo'], 'L’ordine è per termine o per arrivo.')),
      non_lette: si,
      ente: facoltativo(z.string().check(z.maxLength(100, 'Questo ente non esiste.'))),
      q: facoltativo(
        testo({
          min: 2,
          max: 80,
          tooShort: 'Scrivi almeno 2 caratteri: una parte del numero, del nome o dell’oggetto.',
        }),
      ),
      pagina: facoltativo(
        z.pipe(
          z.transform((v: unknown) => (typeof v === 'string' && /^\d{1,4}$/.test(v) ? Number(v) : v)),
          z.int(NUMERO).check(z.gte(1, NUMERO), z.lte(MAX_PAGINE, NUMERO)),
        ),
      ),
    }),
    output: elenco,
  }),
};

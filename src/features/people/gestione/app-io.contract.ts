/** An administrator writes the keys by which their ente writes to people in App IO, each checked before it counts; nobody reads one again. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { CHANGE_ROW, GESTIONE_PATH, keySchema, ofEnte, ofSeen, storedKey } from './gestione.contract.ts';

const APP_IO_PATH: `/${string}` = `${GESTIONE_PATH}/app-io`;

/** Code of the cases, or `*` for all that has no key of its own. */
const servizio = z.string('Scegli il servizio.').check(z.regex(/^(\*|\w{1,20})$/, 'Scegli il servizio.'));

const chiaveIo = z
  .object({
    servizio: z.string(),
    chiave: storedKey,
    /** Why IO did not take it when it was last used */
    errore: z.nullable(z.string()),
    /** The mark of what is there, to be sent with a change */
    visti: z.string(),
  })
  .register(z.globalRegistry, { id: 'ChiaveAppIo' });

const appIoView = z.object({
  /** False: this portal does not write to App IO */
  attiva: z.boolean(),
  chiavi: z.array(chiaveIo),
  /** How many messages of the last 30 days there are in each state */
  messaggi: z.array(z.object({ stato: z.string(), quanti: z.int() })),
});
export type AppIoView = z.infer<typeof appIoView>;

export const appIoOperations = {
  appIoEnte: defineOperation({
    summary:
      'An administrator reads which keys of App IO their ente has, and what became of its messages. Of a key only the last characters are told.',
    method: 'GET',
    path: APP_IO_PATH,
    access: 'administrator',
    input: z.object(ofEnte),
    output: appIoView,
  }),
  salvaChiaveIo: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator writes the key of App IO for a service, or for all others, when IO takes it.',
    path: APP_IO_PATH,
    // Each asks IO.
    brakes: [{ by: 'visitor', times: 30, minutes: 60 }],
    input: z.object({ ...ofEnte, ...ofSeen, servizio, chiave: keySchema() }),
  }),
  togliChiaveIo: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator takes a key of App IO away: what it was for is told by mail alone.',
    path: `${APP_IO_PATH}/togli`,
    input: z.object({ ...ofEnte, servizio }),
  }),
};

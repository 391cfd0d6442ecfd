/** When a row of the outbox is tried again: after a growing wait, or in turn with all others while the mail server is away. */
import type { PortalHouse } from '../context.ts';
import { PortalError } from './errors.ts';
import { MAIL_AWAY, type MailPort } from './mail/message.ts';
import { oneAtATime } from './one-at-a-time.server.ts';
import { type OutboxRow, wakeOutbox } from './outbox.server.ts';
import { OUTBOX_LANES } from './outbox-kind.ts';

/** Growing waits, in ms; after the last one the row is given up and reported. */
const RETRY_WAITS = [10_000, 30_000, 120_000, 600_000, 1_800_000, ...Array<number>(46).fill(3_600_000)];
/**
 * While the mail server is away the rows that wait for it are tried one after the other, this many ms apart: not each at its own
 * time, however many they are. The first mail that leaves brings all of them forward, each at most once in `AGAIN_MS`.
 */
const ONE_EVERY_MS = 30_000;
const AGAIN_MS = 10_000;
/** A mail that still finds no server after it was brought forward this often is itself at fault, and is tried like any other. */
const TIMES_FORWARD = 20;
/** When a mail that was given up is due. */
export const NEVER_AGAIN = Number.MAX_SAFE_INTEGER;

/** Thrown by a delivery that has not ended: no failure, however often. @property waitMs after which it is tried again */
export class NotYet extends Error {
  readonly waitMs: number;
  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** What this process knows of the mail server. It may have been away before the process began. */
let mailServer: 'away' | 'back' | 'well' = 'away';

/** The mail port by whose use, for codes too, the outbox learns that the mail server is away or back. */
export function outboxMail(mail: MailPort): MailPort {
  return {
    ...mail,
    send: async (message) => {
      try {
        await mail.send(message);
      } catch (error) {
        if (isMailAway(error)) mailServer = 'away';
        throw error;
      }
      if (mailServer !== 'away') return;
      mailServer = 'back';
      wakeOutbox(OUTBOX_LANES);
    },
  };
}

const isMailAway = (error: unknown): boolean => error instanceof PortalError && error.reason === MAIL_AWAY;

/** A row is tried that waits for the mail server: if it leaves, the server is back, whichever host saw it go. */
export function noteAwaited({ errore }: OutboxRow): void {
  if (errore === MAIL_AWAY) mailServer = 'away';
}

/** Once the mail server is back, whatever waits for it is due, but for what was tried a moment ago. The time is read inside, as in `retryLater`. */
export async function bringForward({ db, now }: PortalHouse): Promise<void> {
  if (mailServer !== 'back') return;
  mailServer = 'well';
  try {
    await db.transaction().execute((tx) => {
      const at = now();
      return tx
        .updateTable('posta_in_uscita')
        .set((row) => ({
          tentativi: row('tentativi', '+', 1),
          da_inviare: row
            .case()
            .when('presa_fino', '>', at - AGAIN_MS)
            .then(row('presa_fino', '+', AGAIN_MS))
            .else(at)
            .end(),
        }))
        .where('inviata', 'is', null)
        .where('errore', '=', MAIL_AWAY)
        .where('da_inviare', '>', at + AGAIN_MS)
        .execute();
    });
  } catch (error) {
    mailServer = 'back';
    throw error;
  }
}

/** The row is tried after all others that wait for the mail server. When it was tried stays in `presa_fino`. */
async function awaitMailServer(house: PortalHouse, { id, tipo }: OutboxRow): Promise<void> {
  house.metrics.delivery(tipo, 'retry');
  await house.db.transaction().execute(async (tx) => {
    await oneAtATime(tx, house.dialect, 'posta_in_uscita');
    const { last } = await tx
      .selectFrom('posta_in_uscita')
      .select(({ fn }) => fn.max<number | string | null>('da_inviare').as('last'))
      .where('inviata', 'is', null)
      .where('errore', '=', MAIL_AWAY)
      .where('id', '!=', id)
      .executeTakeFirstOrThrow();
    const now = house.now();
    await tx
      .updateTable('posta_in_uscita')
      .set({ presa_fino: now, da_inviare: Math.max(now, Number(last ?? 0)) + ONE_EVERY_MS, errore: MAIL_AWAY })
      .where('id', '=', id)
      .execute();
  });
}

/** The time is read inside, as in `retryLater`. */
async function waitFor(house: PortalHouse, { id, tipo }: OutboxRow, ms: number): Promise<void> {
  house.metrics.delivery(tipo, 'retry');
  await house.db.transaction().execute((tx) =>
    tx
      .updateTable('posta_in_uscita')
      .set({ presa_fino: 0, da_inviare: house.now() + ms })
      .where('id', '=', id)
      .execute(),
  );
}

export async function retryLater(house: PortalHouse, row: OutboxRow, error: unknown): Promise<void> {
  if (isMailAway(error) && row.tentativi < TIMES_FORWARD) return awaitMailServer(house, row);
  if (error instanceof NotYet) return waitFor(house, row, error.waitMs);
  const wait = error instanceof PortalError && error.code === 'invalid' ? undefined : RETRY_WAITS[row.tentativi];
  house.metrics.delivery(row.tipo, wait === undefined ? 'given_up' : 'retry');
  if (wait === undefined)
    house.monitoring.report(new Error(`Posta non recapitata: ${row.tipo}`, { cause: error }), { route: 'outbox' });
  else if (!(error instanceof PortalError)) house.monitoring.report(error, { route: 'outbox' });
  // The time is read inside: while it waits for the store, the clock may be set back.
  await house.db.transaction().execute((tx) =>
    tx
      .updateTable('posta_in_uscita')
      .set({
        tentativi: row.tentativi + 1,
        presa_fino: 0,
        da_inviare: wait === undefined ? NEVER_AGAIN : house.now() + wait,
        errore: isMailAway(error) ? 'send_failed' : error instanceof PortalError ? error.code : 'failed',
      })
      .where('id', '=', row.id)
      .execute(),
  );
}

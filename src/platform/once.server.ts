/** Makes a repeated send harmless: its key finds the stored answer, so that nothing is created twice. */
import { createHash } from 'node:crypto';
import { type CallContext, ownerOf } from '../context.ts';
import type { StoreDb, StoreTx } from '../store/tables.ts';
import { PortalError } from './errors.ts';

/** How long a finished answer is kept (product rule). */
export const KEPT_DAYS = 7;

export type KeyedSend = { operation: string; key: string; fingerprint: string };

/**
 * Compares bodies without their tokens, which differ at each attempt; a file is compared by its content.
 * @returns SHA-256 of the input with its keys in order
 */
export async function fingerprintOf(input: unknown): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await sortKeys(input)))
    .digest('base64url');
}

const TOKEN_FIELDS = new Set(['g-recaptcha-response', '_token', '_chiave', '_azione']);

async function sortKeys(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(sortKeys));
  if (value instanceof File) {
    const bytes = Buffer.from(await value.arrayBuffer());
    return [value.name, createHash('sha256').update(bytes).digest('base64url')];
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([name, v]) => v !== undefined && !TOKEN_FIELDS.has(name));
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(entries.map(async ([name, v]) => [name, await sortKeys(v)]));
}

/** Kind of the row that says whose a key is no longer. */
const HANDED_ON = 'ceduta';

/** Reason of the error when the key has gone over to another owner, who alone may send with it. */
const KEY_HANDED_ON = 'CEDUTA';

const ownedKey = ({ owner, key }: { owner: string; key: string }) => ({
  proprietario: owner,
  operazione: HANDED_ON,
  chiave: key,
});

/** Gives the key of a send to another owner, so that both together make one case. In the transaction that gives them what is sent. */
export async function handOnKey(
  tx: StoreDb,
  { key, from, to, now }: { key: string; from: string; to: string; now: number },
): Promise<void> {
  await tx
    .insertInto('invii')
    .values({ ...ownedKey({ owner: from, key }), impronta: '', risposta_json: null, creato: now })
    .onConflict((c) => c.columns(['proprietario', 'operazione', 'chiave']).doUpdateSet({ creato: now }))
    .execute();
  await takeBackKeys(tx, to, [key]);
}

/** The keys are the owner's again, whoever had them meanwhile. */
export async function takeBackKeys(tx: StoreDb, owner: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .deleteFrom('invii')
    .where('proprietario', '=', owner)
    .where('operazione', '=', HANDED_ON)
    .where('chiave', 'in', keys)
    .execute();
}

/** What has become of a key. @property sent by whomever @property handedOn when the caller gave it to another owner, epoch ms */
export type KeyFate = { sent: boolean; handedOn: number | null };

export async function findKeyFate(ctx: CallContext, key: string): Promise<KeyFate> {
  const rows = await ctx.db
    .selectFrom('invii')
    .select(['proprietario', 'operazione', 'creato'])
    .where('chiave', '=', key)
    .execute();
  const handedOn = rows.find((r) => r.operazione === HANDED_ON && r.proprietario === ownerOf(ctx))?.creato ?? null;
  return { sent: rows.some((r) => r.operazione !== HANDED_ON), handedOn };
}

/** @throws PortalError `conflict` when the caller has given the key to another owner */
export async function requireOwnKey(ctx: CallContext, key: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('invii')
    .select('creato')
    .where((e) => e.and(ownedKey({ owner: ownerOf(ctx), key })))
    .executeTakeFirst();
  if (row) throw handedOn();
}

const handedOn = () =>
  new PortalError('conflict', {
    message: 'Questa richiesta è stata ripresa su un altro dispositivo: da qui non è stata inviata.',
    reason: KEY_HANDED_ON,
  });

/**
 * Finds the answer that was given to this key before.
 * @throws PortalError `invalid` when the key came with another body, `conflict` when it is another owner's now
 */
export async function findFinished(ctx: CallContext, send: KeyedSend): Promise<{ answer: unknown } | undefined> {
  const rows = await ctx.db
    .selectFrom('invii')
    .select(['operazione', 'impronta', 'risposta_json'])
    .where('proprietario', '=', ownerOf(ctx))
    .where('operazione', 'in', [send.operation, HANDED_ON])
    .where('chiave', '=', send.key)
    .execute();
  const row = rows.find(({ operazione }) => operazione === send.operation);
  if (!row && rows.length > 0) throw handedOn();
  if (!row) return undefined;
  if (!ctx.house.signer.verify('invio', send.fingerprint, row.impronta)) {
    throw new PortalError('invalid', {
      message: 'Questa richiesta è già stata inviata con altri dati. Ricarica la pagina.',
    });
  }
  return row.risposta_json === null ? undefined : { answer: JSON.parse(row.risposta_json) };
}

/**
 * PostgreSQL: the first call with this key still runs after lock_timeout, or this call and an import waited for each other.
 * Nothing is written.
 */
const WAIT_CODES: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs `work` and stores its answer under the key in the same transaction: after a crash there are both or neither. A call with
 * the same key at the same time waits for the first and gets its answer.
 */
export async function runOnce<T>(
  ctx: CallContext,
  send: KeyedSend | undefined,
  work: (inside: CallContext) => Promise<T>,
): Promise<T> {
  const inTransaction = async (tx: StoreTx): Promise<T> => {
    const inside = { ...ctx, db: tx, sendKey: send?.key };
    if (!send) return work(inside);
    const taken = await tx
      .insertInto('invii')
      .values({
        proprietario: ownerOf(ctx),
        operazione: send.operation,
        chiave: send.key,
        // An HMAC with the portal's secret: the input may be as short as a control code, which a bare hash would not hide.
        impronta: ctx.house.signer.sign('invio', send.fingerprint),
        risposta_json: null,
        creato: ctx.now,
      })
      .onConflict((c) => c.doNothing())
      .returning('chiave')
      .executeTakeFirst();
    if (!taken) {
      const done = await findFinished(inside, send);
      if (done) return done.answer as T;
      throw new PortalError('conflict', {
        message: 'Stiamo già elaborando questa richiesta. Attendi qualche secondo.',
      });
    }
    const answer = await work(inside);
    // Last: whoever takes up the draft at this moment waits for it, or has it already.
    await requireOwnKey(inside, send.key);
    await tx
      .updateTable('invii')
      .set({ risposta_json: JSON.stringify(answer) })
      .where('proprietario', '=', ownerOf(ctx))
      .where('operazione', '=', send.operation)
      .where('chiave', '=', send.key)
      .execute();
    return answer;
  };
  try {
    return await ctx.house.db.transaction().execute(inTransaction);
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (WAIT_CODES.includes(cause?.code)) {
      throw new PortalError('conflict', {
        message: 'Stiamo già elaborando questa richiesta. Attendi qualche secondo.',
      });
    }
    throw error;
  }
}

/** Notes that a back end has taken what was sent with this key. */
export async function noteKeySent(ctx: CallContext, key: string): Promise<void> {
  const row = { proprietario: ownerOf(ctx), operazione: 'inviata', chiave: key, impronta: '', creato: ctx.now };
  await ctx.db
    .insertInto('invii')
    .values({ ...row, risposta_json: null })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Notes what a back end answered to a send, for the pages of its sender; once for each. @param id of what was sent */
export async function noteSent(
  ctx: CallContext,
  kind: string,
  { id, shown }: { id: string; shown: object },
): Promise<void> {
  const row = { proprietario: ownerOf(ctx), operazione: kind, chiave: id, impronta: '', creato: ctx.now };
  await ctx.db
    .insertInto('invii')
    .values({ ...row, risposta_json: JSON.stringify(shown) })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** @returns what was noted for this caller since then, the last first */
export async function listSent(ctx: CallContext, kind: string, since: number): Promise<unknown[]> {
  const rows = await ctx.db
    .selectFrom('invii')
    .select('risposta_json')
    .where('proprietario', '=', ownerOf(ctx))
    .where('operazione', '=', kind)
    .where('creato', '>=', since)
    .orderBy('creato', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ risposta_json }) => JSON.parse(risposta_json ?? 'null'));
}

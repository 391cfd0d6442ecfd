/**
 * Tells programs at their webhooks which cases have changed, after Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): at least once, and a case's changes in
 * their order. A call says which case it is and nothing of what is in it: the program reads that with its key.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallingProgram, PortalHouse } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { callOutside, OutsideError } from '../../../platform/outside.server.ts';
import { openText, resealText, type SealUse, sealText } from '../../../platform/seal.server.ts';
import { type PortalSigner, randomId } from '../../../platform/signer.server.ts';
import type { StoreDb, WebhookRow } from '../../../store/tables.ts';
import { numberChanges } from './cambiamenti.db.ts';
import { isServed, scopesOf, wordsOf } from './programma.server.ts';
import {
  changeWebhook,
  type DueWebhook,
  deleteLate,
  findLate,
  keepWebhook,
  listAllWebhooks,
  listDue,
  listUntold,
  renumberLate,
  type ToldChange,
  writeCall,
  writeLate,
} from './webhook.db.ts';

/** How soon changes are looked for again while some webhook is being called, in ms. */
const LOOK_AGAIN_MS = 2_000;
/** The longest that a receiver may take, and how much it may answer: nobody reads it. */
const CALL_MS = 10_000;
const ANSWER_BYTES = 64 * 1024;
/** How long a webhook is one host's, from its last call on. */
const LEASE_MS = 30_000;
/** Changes that are read at once. */
const READ_ROWS = 50;
/** Waits, in ms, before what failed is tried again; the last one goes on. */
const RETRY_WAITS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];
/** A receiver that refuses so many changes in a row is not well, and waits as one that does not answer. */
const MAX_REFUSALS = 5;
/** After so long nobody tries any more: the administrator is shown it. */
const GIVEN_UP_MS = 3 * 24 * 3600_000;
/** Gone: the receiver asks not to be called again. */
const GONE_STATUS = 410;

const WEBHOOK_EVENT = 'pratica.cambiata';

const sealOf = (id: string): SealUse => ({ purpose: 'segreto-webhook', about: id });

/** @returns a new secret in the spelling of Standard Webhooks, and as the store keeps it */
export function makeSecret(signer: PortalSigner, id: string): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  return { secret, sealed: sealText(signer, sealOf(id), secret) };
}

/** Seals secrets anew that an earlier secret of the portal has sealed, so that it can be removed from PORTAL_SECRET. */
export async function resealSecrets({ db, signer }: Pick<PortalHouse, 'db' | 'signer'>): Promise<void> {
  for (const { id, segreto } of await listAllWebhooks(db)) {
    const resealed = resealText(signer, sealOf(id), segreto);
    if (resealed) await changeWebhook(db, id, { segreto: resealed });
  }
}

/** The headers of a call. @param at in ms */
function signedHeaders(secret: string, { id, at, body }: { id: string; at: number; body: string }) {
  const seconds = Math.floor(at / 1000);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

/**
 * Tells all webhooks that are due of what has changed, each by itself: a slow receiver keeps no other waiting. While some are still
 * being called it looks for others that have become due.
 * @throws what the store throws, once the calls under way have ended
 */
export async function tellWebhooks(house: PortalHouse, stopping: AbortSignal): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  do {
    for (const webhook of await findWithNews(house)) {
      if (underWay.has(webhook.id)) continue;
      const told = tellOne(house, webhook, stopping)
        .catch((error) => failures.push(error))
        .then(() => void underWay.delete(webhook.id));
      underWay.set(webhook.id, told);
    }
    await Promise.race([Promise.all(underWay.values()), pause(LOOK_AGAIN_MS, undefined, { ref: false })]);
  } while (underWay.size > 0 && !stopping.aborted);
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];
}

/** The webhooks that may be called and have something to be told. */
async function findWithNews(house: PortalHouse): Promise<DueWebhook[]> {
  const { db, dialect } = house;
  const now = house.now();
  const due = (await listDue(db, { now, today: todayInRome(now) })).filter((webhook) =>
    scopesOf(webhook).includes('pratiche:leggi'),
  );
  const last = new Map<string, number>();
  for (const ente of new Set(due.map((webhook) => webhook.ente)))
    last.set(ente, (await numberChanges(db, { ente, dialect, now })).ultimo);
  const withNews: DueWebhook[] = [];
  for (const webhook of due)
    if (webhook.fino_a < (last.get(webhook.ente) ?? 0) || (await findLate(db, { id: webhook.id, now })))
      withNews.push(webhook);
  return withNews;
}

/** What a call to a webhook has come to. @property stato of the answer; null: there was none @property errore why it is a failure */
type ToldResult = { stato: number | null; errore: string | null; ms: number };

/** Tells one webhook of all that is new, until it has to wait. */
async function tellOne(house: PortalHouse, webhook: DueWebhook, stopping: AbortSignal): Promise<void> {
  let held = await keepWebhook(house.db, webhook, { presa_fino: house.now() + LEASE_MS });
  const programma = { id: webhook.programma, servizi: wordsOf(webhook.servizi) };
  while (held && held.fermo === null && held.prossima <= house.now() && !stopping.aborted)
    held = await tellNext(house, held, programma);
  if (held) await keepWebhook(house.db, held, { presa_fino: 0 });
}

/**
 * Tells one change: first what is late and due, then what is new. A case that is late waits for its turn, and is told once.
 * @param programma with the codes of the cases that it sees; none: all
 * @returns the webhook as it is then; undefined when there is nothing more, or it is no longer ours
 */
async function tellNext(
  house: PortalHouse,
  held: WebhookRow,
  programma: Pick<CallingProgram, 'id' | 'servizi'>,
): Promise<WebhookRow | undefined> {
  const { db } = house;
  const late = await findLate(db, { id: held.id, now: house.now() });
  if (late) return tellChange(house, held, late);
  const changes = await listUntold(db, { webhook: held, after: held.fino_a, limit: READ_ROWS });
  const at = changes.findIndex((change) => !change.isLate && isServed({ programma }, change));
  for (const { isLate, pratica, n } of at < 0 ? changes : changes.slice(0, at))
    if (isLate) await renumberLate(db, { webhook: held.id, pratica, n });
  const next = changes[at];
  if (next) return tellChange(house, held, next);
  const last = changes.at(-1);
  if (last) return keepWebhook(db, held, { fino_a: last.n });
  await keepWebhook(db, held, { presa_fino: 0 });
  return undefined;
}

async function tellChange(house: PortalHouse, held: WebhookRow, change: ToldChange): Promise<WebhookRow | undefined> {
  const told = await callWebhook(house, held, change);
  const at = house.now();
  return house.db.transaction().execute((tx) => noteTold(tx, { held, change, told, at }));
}

async function callWebhook(
  house: PortalHouse,
  webhook: WebhookRow,
  { n, ufficio, codice }: ToldChange,
): Promise<ToldResult> {
  const { id, ente, indirizzo } = webhook;
  const at = house.now();
  const secret = openText(house.signer, sealOf(id), webhook.segreto)?.text;
  if (secret === undefined)
    return { stato: null, errore: 'Il segreto non si legge più: togli il webhook e creane uno nuovo.', ms: 0 };
  const body = JSON.stringify({ type: WEBHOOK_EVENT, timestamp: isoInstant(at), data: { ente, id: ufficio, codice } });
  try {
    const { status } = await callOutside(
      {
        method: 'POST',
        url: indirizzo,
        headers: signedHeaders(secret, { id: `${id}.${n}`, at, body }),
        body,
        maxBytes: ANSWER_BYTES,
        maxMs: CALL_MS,
      },
      house.settings.reachableNetworks,
    );
    const isDone = status >= 200 && status < 300;
    return { stato: status, errore: isDone ? null : `Risposta ${status}.`, ms: house.now() - at };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { stato: null, errore: error.message, ms: house.now() - at };
  }
}

type TellingDone = { held: WebhookRow; change: ToldChange; told: ToldResult; at: number };

/** Writes down what a call has come to. @returns the webhook as it is then; undefined when it is no longer ours */
async function noteTold(tx: StoreDb, { held, change, told, at }: TellingDone): Promise<WebhookRow | undefined> {
  const { pratica, n, tentativi } = change;
  const { stato, errore, ms } = told;
  const kept = await keepWebhook(tx, held, {
    ...stateAfter(held, told, at),
    // What was late has been passed before.
    fino_a: change.dal === null ? n : held.fino_a,
    presa_fino: at + LEASE_MS,
  });
  if (!kept) return undefined;
  const webhook = held.id;
  await writeCall(tx, { id: randomId(), webhook, pratica, n, quando: at, stato, errore, ms });
  if (errore === null) await deleteLate(tx, { webhook, pratica });
  else {
    const dal = change.dal ?? at;
    const next = at - dal >= GIVEN_UP_MS ? null : at + waitAfter(tentativi);
    await writeLate(tx, { webhook, pratica, n, tentativi: tentativi + 1, dal, prossima: next });
  }
  return kept;
}

const waitAfter = (failures: number): number => RETRY_WAITS[Math.min(failures, RETRY_WAITS.length - 1)] as number;

/** How a webhook stands after a call: a receiver that is away waits longer each time, and is held in the end. */
function stateAfter(
  webhook: WebhookRow,
  { stato, errore }: ToldResult,
  at: number,
): Pick<WebhookRow, 'falliti' | 'fallisce_dal' | 'errore' | 'prossima' | 'fermo'> {
  if (errore === null) return { falliti: 0, fallisce_dal: null, errore: null, prossima: 0, fermo: null };
  const failures = webhook.falliti + 1;
  const since = webhook.fallisce_dal ?? at;
  const isOver = stato === GONE_STATUS || at - since >= GIVEN_UP_MS;
  const isAway = stato === null || failures >= MAX_REFUSALS;
  const wait = stato === null ? waitAfter(failures - 1) : waitAfter(failures - MAX_REFUSALS);
  return {
    falliti: failures,
    fallisce_dal: since,
    errore,
    prossima: isAway ? at + wait : 0,
    fermo: isOver ? at : null,
  };
}

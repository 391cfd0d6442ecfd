/**
 * Sends the notifications of the sandbox's Mooney like a provider: signed, over HTTP, repeated until the answer is 200.
 */

import type { Mooney } from './mooney.ts';
import { markNotification, type QueuedNotification, readNextNotification, takeNotification } from './orders.db.ts';
import { SIGNATURE_HEADER, signNotification } from './signature.server.ts';

/** Growing pauses between two attempts, in ms; after the last one nothing more is sent. */
const RETRY_WAITS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000];
/** How long the portal may take, and how long a taken notification is left alone, in ms. */
const ANSWER_MS = 10_000;
const TAKEN_MS = 15_000;

/** Sends the notifications that are due, one after the other. */
export async function deliverDue(mooney: Mooney): Promise<void> {
  for (;;) {
    const queued = await readNextNotification(mooney.db);
    if (!queued || queued.quando > mooney.now()) return;
    if (await takeNotification(mooney.db, queued, mooney.now() + TAKEN_MS)) await sendNotification(mooney, queued);
  }
}

async function sendNotification({ db, now, ...mooney }: Mooney, queued: QueuedNotification): Promise<void> {
  const { url, corpo: body, tentativi } = queued.dati;
  const status = await mooney
    .fetch(url, {
      method: 'POST',
      // Signed anew at each attempt: the message must be fresh, not the event.
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signNotification(mooney.settings.secret, now(), body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    .then(async (response) => {
      await response.body?.cancel();
      return response.status;
    })
    // A portal that is down is tried again.
    .catch(() => 0);
  const wait = RETRY_WAITS[tentativi];
  const isLast = status === 200 || wait === undefined;
  await markNotification(db, isLast ? 'spedita' : 'notifica', {
    chiave: queued.chiave,
    quando: now() + (isLast ? 0 : wait),
    dati: { url, corpo: body, tentativi: tentativi + 1, stato: status },
  });
}

const deliveryTimers = new Map<unknown, NodeJS.Timeout>();

/** Keeps sending as long as there are notifications; one round per store at a time is enough. */
export async function keepDelivering(mooney: Mooney): Promise<void> {
  await deliverDue(mooney);
  const queued = await readNextNotification(mooney.db);
  clearTimeout(deliveryTimers.get(mooney.db));
  deliveryTimers.delete(mooney.db);
  if (!queued) return;
  const timer = setTimeout(
    () => void keepDelivering(mooney).catch(mooney.report),
    Math.max(queued.quando - mooney.now(), 50),
  );
  // A waiting notification does not keep the process alive: it is sent at the provider's next request.
  deliveryTimers.set(mooney.db, timer.unref());
}

/** Makes the signed notifications of payment that the bench sends. */
import { createHmac } from 'node:crypto';
import { cifreControlloOf, iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import { createSigner, randomId } from '../../src/platform/signer.server.ts';
import { mooneySecret } from '../../src/sandbox/mooney/settings.ts';
import { openStore } from '../../src/store/open.server.ts';
import type { StoreDb } from '../../src/store/tables.ts';
import type { LoadShot } from './measure.ts';
import { LOAD_SECRET, type LoadPlace } from './servers.ts';

/** Share of distinct notifications; the others repeat one of them once. */
const DISTINCT_SHARE = 7 / 10;
const AMOUNT_CENT = 4550;
const HOUR_MS = 3_600_000;

/**
 * Writes open attempts at the second provider, one notice each, and signs the notifications that pay them, 30 % of them repeated, in
 * random order. A signature is valid for five minutes, so they have to be sent at once.
 * @returns the notifications, and the number of payments that the store must then hold
 */
export async function makeNotifications(place: LoadPlace, howMany: number) {
  const pagamenti = Math.floor(howMany * DISTINCT_SHARE);
  const { db, close } = await openStore(place);
  const ente = await db.selectFrom('enti').selectAll().where('id', '!=', 'portale').executeTakeFirstOrThrow();
  const { codice_fiscale } = JSON.parse(ente.dati_json) as { codice_fiscale: string };
  const all = Array.from({ length: pagamenti }, (_, n) => ({
    id: randomId(),
    numero_avviso: numeroAvvisoOf(n),
    email: 'anna@esempio.it',
  }));
  for (let start = 0; start < pagamenti; start += 500)
    await db.transaction().execute((tx) => writeOpenAttempts(tx, ente.id, all.slice(start, start + 500)));
  await close();
  const signingSecret = mooneySecret(createSigner([LOAD_SECRET]));
  const shots = all.map((pagamento) => signedNotification(signingSecret, codice_fiscale, pagamento));
  const repeated = shots.slice(0, howMany - pagamenti);
  return { requests: shuffle([...shots, ...repeated]), pagamenti };
}

/** An attempt to pay one notice. @property email of the payer */
type OpenAttempt = { id: string; numero_avviso: string; email: string };

/** @returns the number of the nth notice that no data file has */
export function numeroAvvisoOf(n: number): string {
  const digits = `301${String(9_000_000_000_000 + n)}`;
  return digits + cifreControlloOf(digits);
}

/** Writes attempts at the second provider that wait for its answer, with their notices. */
export async function writeOpenAttempts(db: StoreDb, ente: string, attempts: readonly OpenAttempt[]): Promise<void> {
  const created = Date.now();
  const empty = { scadenza: null, pagabile_fino: null, debitore: null, pratica: null, servizio: null, scade: null };
  const shared = { ente, causale: 'Prova di carico', importo_cent: AMOUNT_CENT };
  const avvisi = attempts.map(({ numero_avviso }) => ({
    ...empty,
    ...shared,
    numero_avviso,
    iuv: iuvOf(numero_avviso),
    creato: created,
    proprietario: null,
    stato: 'da_pagare',
    stato_da: 'import' as const,
    dati_json: '{}',
  }));
  await db.insertInto('avvisi').values(avvisi).execute();
  const tentativi = attempts.map(({ id, email }) => ({
    id,
    fornitore: 'mooney' as const,
    stato: 'aperto',
    proprietario: 'v',
    utente: null,
    rif_fornitore: id,
    email,
    importo_cent: AMOUNT_CENT,
    controllato: 0,
    scade: created + HOUR_MS,
    creato: created,
    aggiornato: created,
    host: null,
    codice_negozio: null,
    qr_negozio: null,
  }));
  await db.insertInto('pagamenti').values(tentativi).execute();
  const rows = attempts.map(({ id, numero_avviso }) => ({ ...shared, numero_avviso, pagamento: id, n: 0 }));
  await db.insertInto('pagamenti_avvisi').values(rows).execute();
}

/**
 * What the provider's server sends when a notice was paid, signed now.
 * @param creditor tax code of the ente
 */
export function signedNotification(
  signingSecret: string,
  creditor: string,
  { id, numero_avviso }: Pick<OpenAttempt, 'id' | 'numero_avviso'>,
): LoadShot {
  const now = new Date();
  const t = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify({
    eventId: `evt-${id}`,
    order: {
      orderId: id,
      reference: id,
      status: 'PAID',
      currency: 'EUR',
      notice: { creditor, number: numero_avviso },
      payments: [{ id: `pay-${id}`, amount: AMOUNT_CENT, paidAt: now.toISOString() }],
    },
  });
  const v1 = createHmac('sha256', signingSecret).update(`${t}.${body}`).digest('hex');
  return {
    path: '/api/v1/portale/pagamenti/notifiche/mooney',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-mooney-signature': `t=${t},v1=${v1}` },
    body,
  };
}

/** The same order in each run. */
function shuffle<T>(things: T[]): T[] {
  const placeOf = (n: number) => (n * 7919 + 104_729) % 1_000_003;
  return things
    .map((thing, n) => ({ thing, place: placeOf(n) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

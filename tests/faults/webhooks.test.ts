/**
 * No change of a case is lost on its way to a program, however often hosts are killed: at the end each case was told to the webhook
 * by its last change, and came to a program that asks by a cursor. Three hosts on PostgreSQL, one on SQLite; the receiver fails often.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEVER_CALLED } from '../../src/features/cases/programma/webhook.db.ts';
import { makeSecret } from '../../src/features/cases/programma/webhook.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Balancer, balancer } from '../doubles/balancer.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { makeProgramma } from '../programmi.ts';
import { receiver, type WebhookReceiver } from '../receiver.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const ENTE = 'borgosereno';
const WEBHOOK = 'avvisi-del-gestionale';
const REPORT = {
  jurisdiction_id: ENTE,
  service_code: 'SF310',
  address_string: 'Via Garibaldi 4',
  description: 'Il lampione è spento.',
  email: 'anna@esempio.it',
  first_name: 'Anna',
  last_name: 'Bianchi',
};

describe.each(engineInTurn('webhooks'))('a portal whose hosts are killed while programs work, on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'portale-avvisi-'));
  const houses: Portal[] = [];
  let server: PostgresServer | undefined;
  let proxy: Balancer;
  let there: WebhookReceiver;
  let store: PortalStore;
  let key: string;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('avvisi');
    proxy = await balancer(() => houses.map(({ local }) => local));
    there = await receiver();
    const env = {
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '1',
      REACHABLE_NETWORKS: '127.0.0.0/8',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl, DATABASE_TIMEOUT: '2' } : { DATA_DIR: join(folder, 'dati') }),
    };
    for (let n = 0; n < (server ? 3 : 1); n++) houses.push(await portal(env));
    store = await openStore({ dataDir: join(folder, 'dati'), databaseUrl });
    key = await writeProgram();
  }, 120_000);

  afterAll(async () => {
    for (const house of houses) await house.end();
    await store?.close();
    await proxy?.close();
    await there?.close();
    await server?.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  /** A program that sends, reads and works on cases, and is told of them. @returns its key */
  async function writeProgram(): Promise<string> {
    const permessi = 'segnalazioni:invia pratiche:leggi pratiche:scrivi';
    const made = await makeProgramma(
      { db: store.db, now: Date.now },
      { ente: ENTE, permessi, all_ora: 1e6, al_giorno: 1e6 },
    );
    const { secret, sealed } = makeSecret(createSigner([FAULTS_SECRET]), WEBHOOK);
    there.secret = secret;
    await store.db
      .insertInto('webhook')
      .values({
        id: WEBHOOK,
        ente: ENTE,
        programma: `programma-${made}`,
        indirizzo: there.url,
        segreto: sealed,
        fino_a: 0,
        ...NEVER_CALLED,
        creato: Date.now(),
      })
      .execute();
    return made;
  }

  /** @returns what the call answered; undefined for an answer that was lost or is none */
  async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: never } | undefined> {
    try {
      const headers = { authorization: `Bearer ${key}`, ...init.headers };
      const answer = await fetch(proxy.url + path, { ...init, headers, signal: AbortSignal.timeout(10_000) });
      return { status: answer.status, body: (await answer.json()) as never };
    } catch {
      // The host died with the answer.
      return undefined;
    }
  }

  /** The office's ids of the cases that the feed has told of. */
  const read = new Set<string>();
  let cursor: string | undefined;
  async function readChanges(): Promise<void> {
    const query = new URLSearchParams({ ente: ENTE, ...(cursor && { cursore: cursor }) });
    const answer = await ask(`/api/v1/portale/operatore/pratiche/cambiamenti?${query}`);
    if (answer?.status !== 200) return;
    const { pratiche, cursore } = (answer.body as { data: { pratiche: { id: string }[]; cursore: string } }).data;
    for (const { id } of pratiche) read.add(id);
    cursor = cursore;
  }

  let sent = 0;
  async function send(): Promise<void> {
    const answer = await ask('/open311/v2/requests.json', {
      method: 'POST',
      body: new URLSearchParams({ ...REPORT, api_key: key }),
    });
    if (answer?.status === 201) sent++;
  }
  async function comment(): Promise<void> {
    const id = [...read][randomInt(read.size + 1)];
    const body = JSON.stringify({ id, email: '', testo: 'La squadra passa lunedì.' });
    const headers = { 'content-type': 'application/json' };
    if (id) await ask('/api/v1/generic/segnalazione/commento', { method: 'POST', body, headers });
  }

  /** A host that was killed keeps nothing, and what has failed is due. */
  async function passMinutes(): Promise<void> {
    const { db } = store;
    await db
      .updateTable('webhook')
      .set({ presa_fino: 0 })
      .where('presa_fino', '<', Date.now() + 20_000)
      .execute();
    await db
      .updateTable('webhook')
      .set({ prossima: 0, fallisce_dal: null, falliti: 0 })
      .where('falliti', '>', 0)
      .execute();
    await db.updateTable('webhook_in_ritardo').set({ prossima: 0 }).execute();
  }

  /** Cases whose last change was not told, and those that the feed has left out. */
  async function missing(): Promise<string[]> {
    await readChanges();
    await passMinutes();
    const accepted = new Set(there.accepted.map((call) => call.id));
    const cases = await store.db
      .selectFrom('pratiche as p')
      .innerJoin('cambiamenti as c', 'c.pratica', 'p.id')
      .select(['p.ufficio', 'c.n'])
      .where('p.ente', '=', ENTE)
      .execute();
    return [
      ...cases.filter(({ n }) => !accepted.has(`${WEBHOOK}.${n}`)).map(({ ufficio }) => `not told: ${ufficio}`),
      ...cases.filter(({ ufficio }) => !read.has(ufficio)).map(({ ufficio }) => `not in the feed: ${ufficio}`),
    ];
  }

  test(
    'tells a webhook and a cursor of every case by its last change',
    async () => {
      // Once in a while it does not answer at all, for which ten seconds are waited.
      there.answer = () => (randomInt(50) === 0 ? undefined : ([500, 422, 503][randomInt(8)] ?? 204));
      let over = false;
      const doing = async (work: () => Promise<void>) => {
        for (; !over; await pause(randomInt(100))) await work(); // people and programs take their time
      };
      const working = [send, send, comment, comment, readChanges, passMinutes].map(doing);
      for (let kill = 0; kill < KILLS; kill++) {
        const heard = there.calls.length;
        await expect.poll(() => there.calls.length, { timeout: 60_000 }).toBeGreaterThan(heard + randomInt(6));
        const house = houses[randomInt(houses.length)] as Portal;
        await house.kill();
        await house.start();
      }
      over = true;
      await Promise.all(working);
      there.answer = () => 204;
      await expect.poll(missing, { timeout: 120_000, interval: 1_000 }).toEqual([]);
      const ids = there.accepted.map((call) => call.id);
      const again = ids.length - new Set(ids).size;
      console.log(
        `${engine}, ${KILLS} kills: ${sent} reports, ${read.size} cases read, ${there.calls.length} calls, ${ids.length} accepted, ${again} of them again`,
      );
      expect([sent > 0, there.forged]).toEqual([true, 0]);
      expect(read.size).toBeGreaterThanOrEqual(sent);
    },
    300_000 + KILLS * 15_000,
  );
});

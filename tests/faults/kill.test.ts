/**
 * Nothing acknowledged is ever lost, nothing is there twice: the portal is killed in the middle of sends, again and again.
 * KILLS=50 for the long run.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signer } from '../../src/platform/signer.server.ts';
import { csrfToken, newVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { openStore, type Store } from '../../src/store/open.server.ts';
import { segnalazione } from '../citizen.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';

const KILLS = Number(process.env.KILLS ?? 4);
const CLIENTS = 32;
const SECRET = 'segreto-delle-prove-di-guasto-di-32-caratteri';

type Sent = {
  email: string;
  oggetto: string;
  key: string;
  headers: Record<string, string>;
  answer?: { id: string; protocollo: string };
  comments: string[];
  draft?: string;
};

describe.each(['sqlite', 'postgres'] as const)('killed with -9 in the middle of sends, on %s', (engine) => {
  let server: PostgresServer | undefined;
  let house: Portal;
  let store: Store;
  const sent: Sent[] = [];

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('faults');
    house = await portal({
      PORTAL_SECRET: SECRET,
      LIMITS_FACTOR: '100000',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    store = await openStore({ dataDir: house.dataDir, databaseUrl });
  }, 60_000);

  afterAll(async () => {
    await store.close();
    await house.end();
    await server?.stop();
  });

  test(
    'no acknowledged report, message or draft is lost, none is there twice, every mail leaves',
    async () => {
      const ente = await firstBody(house.base);
      let over = false;
      const clients = Array.from({ length: CLIENTS }, () => client(() => over, ente));
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(300 + randomInt(700));
        await house.kill();
        await house.start();
      }
      await pause(500);
      over = true;
      await Promise.all(clients);

      const acknowledged = sent.filter((s) => s.answer);
      expect(acknowledged.length).toBeGreaterThan(CLIENTS);
      await everythingIsThere(acknowledged);
    },
    120_000 + KILLS * 10_000,
  );

  /** Sends one report after the other; after a lost answer the same again under the same key, as the screen does. */
  async function client(over: () => boolean, ente: string): Promise<void> {
    while (!over()) {
      const mine = await newcomer();
      sent.push(mine);
      mine.draft = `${mine.oggetto} bozza`;
      const draft = { percorso: '/prova', passo: 'dati', valori: { oggetto: mine.draft } };
      if (!(await insist(() => write(mine, '/api/v1/portale/bozze', draft)))) delete mine.draft;
      const report = segnalazione(ente, mine.email, mine.oggetto);
      const answer = await insist(() => write(mine, '/api/v1/generic/segnalazione/new', report, mine.key));
      mine.answer = answer as Sent['answer'] & object;
      const testo = `messaggio ${randomUUID()}`;
      const comment = { email: mine.email, id: mine.answer.id, testo };
      const key = randomUUID();
      await insist(() => write(mine, '/api/v1/generic/segnalazione/commento', comment, key));
      mine.comments.push(testo);
    }
  }

  async function newcomer(): Promise<Sent> {
    const signing = signer([SECRET]);
    const visitor = newVisitor();
    const email = `${randomUUID()}@esempio.it`;
    const now = Date.now();
    await store.db
      .insertInto('prove_email')
      .values({ proprietario: visitor.hash, email, verificata: now, scade: now + 3600_000, usata: null })
      .execute();
    const headers = {
      cookie: `visitatore=${visitorCookie(signing, visitor)}`,
      'x-xsrf-token': csrfToken(signing, visitor),
    };
    return { email, oggetto: `Prova ${randomUUID()}`, key: randomUUID(), headers, comments: [] };
  }

  async function write(mine: Sent, path: string, body: unknown, key = ''): Promise<unknown> {
    const headers = { ...mine.headers, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
    const response = await fetch(house.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const json = (await response.json()) as { data?: unknown; message?: string };
    // A refusal is an answer: only a lost answer and a fault of ours are worth insisting.
    if (response.status < 500 && !response.ok) throw new Refused(`${path}: ${response.status} ${JSON.stringify(json)}`);
    if (!response.ok) throw new Error(String(response.status));
    return json.data;
  }

  async function everythingIsThere(acknowledged: Sent[]): Promise<void> {
    const cases = await store.db.selectFrom('pratiche').select(['id', 'oggetto', 'anno', 'numero']).execute();
    const events = await store.db.selectFrom('eventi').select('testo').where('tipo', '=', 'messaggio').execute();
    const drafts = await store.db.selectFrom('bozze').select('valori_json').execute();
    const said = new Map<string | null, number>();
    for (const { testo } of events) said.set(testo, (said.get(testo) ?? 0) + 1);
    const kept = drafts.map((d) => d.valori_json).join('\n');
    for (const mine of acknowledged) {
      expect(cases.filter((c) => c.oggetto === mine.oggetto).map((c) => c.id)).toEqual([mine.answer?.id]);
      for (const testo of mine.comments) expect(said.get(testo)).toBe(1);
      if (mine.draft) expect(kept).toContain(mine.draft);
    }
    const numbers = cases.map((c) => c.numero).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    await expect.poll(() => mailed(acknowledged), { timeout: 60_000, interval: 200 }).toBe(0);
  }

  /** @returns how many acknowledged cases still lack the mail to the citizen or the one to the body */
  async function mailed(acknowledged: Sent[]): Promise<number> {
    const rows = await store.db
      .selectFrom('posta_in_uscita')
      .select(['tipo', 'dati_json'])
      .where('inviata', 'is not', null)
      .execute();
    const left = new Set(
      rows.map((row) => `${row.tipo} ${(JSON.parse(row.dati_json) as { pratica: string }).pratica}`),
    );
    return acknowledged.filter(
      (s) => !left.has(`cittadino.ricevuta ${s.answer?.id}`) || !left.has(`ente.nuova ${s.answer?.id}`),
    ).length;
  }
});

class Refused extends Error {}

async function insist(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) throw error;
      await pause(50);
    }
  }
}

async function firstBody(base: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/generic/ente/list/SF310`);
  const { data } = (await response.json()) as { data: { Id: string }[] };
  return (data[0] as { Id: string }).Id;
}

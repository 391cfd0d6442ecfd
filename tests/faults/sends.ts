/** Citizens who send one report after the other to a portal that is in trouble, and what must be there of it in the end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { createSigner } from '../../src/platform/signer.server.ts';
import { csrfToken, newVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { segnalazione } from '../citizen.ts';

type Sent = {
  email: string;
  oggetto: string;
  key: string;
  headers: Record<string, string>;
  answer?: { id: string; protocollo: string };
  comments: string[];
  draft?: string;
};

/** An answer that was no success. @property message the words in it */
export type SendRefusal = { status: number; message: string; retryAfter: string | null };

/**
 * @property refusals answers that were neither a success nor one of the caller's own faults
 * @property send sends until told that it is over; after a lost answer the same again under the same key, as the screen does
 * @property acknowledged how many reports were
 * @property everythingIsThere what was acknowledged, once, with its number and its mails, a minute later
 */
export type ReportSenders = {
  refusals: SendRefusal[];
  send(over: () => boolean, ente: string): Promise<void>;
  acknowledged(): number;
  everythingIsThere(): Promise<void>;
};

/** @param store where the truth is @param secret of the portal @param base of the host that the next call goes to */
export function reportSenders(store: PortalStore, secret: string, base: () => string): ReportSenders {
  const sent: Sent[] = [];
  const refusals: SendRefusal[] = [];

  async function newcomer(): Promise<Sent> {
    const email = `${randomUUID()}@esempio.it`;
    const { visitor, headers } = browserCookies(secret);
    const now = Date.now();
    await store.db
      .insertInto('prove_email')
      .values({ proprietario: visitor, email, verificata: now, scade: now + 3600_000, usata: null })
      .execute();
    return { email, oggetto: `Prova ${randomUUID()}`, key: randomUUID(), headers, comments: [] };
  }

  async function write(mine: Sent, path: string, body: unknown, key = ''): Promise<unknown> {
    const headers = { ...mine.headers, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
    const response = await fetch(base() + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const json = (await response.json()) as { data?: unknown; message?: string };
    if (response.ok) return json.data;
    // A refusal is an answer: only a lost answer, one that is still being worked on and a fault of ours are worth insisting.
    if (response.status < 500 && response.status !== 409)
      throw new Refused(`${path}: ${response.status} ${JSON.stringify(json)}`);
    const { status } = response;
    refusals.push({ status, message: json.message ?? '', retryAfter: response.headers.get('retry-after') });
    throw new Error(String(status));
  }

  const acknowledged = () => sent.filter((s) => s.answer);

  /** @returns how many acknowledged cases still lack the mail to the citizen or the one to the municipality */
  async function mailed(): Promise<number> {
    const rows = await store.db
      .selectFrom('posta_in_uscita')
      .select(['tipo', 'dati_json'])
      .where('inviata', 'is not', null)
      .execute();
    const left = new Set(
      rows.map((row) => `${row.tipo} ${(JSON.parse(row.dati_json) as { pratica: string }).pratica}`),
    );
    return acknowledged().filter(
      (s) => !left.has(`cittadino.ricevuta ${s.answer?.id}`) || !left.has(`ente.nuova ${s.answer?.id}`),
    ).length;
  }

  /** What a minute does to the outbox: leases of broken hosts and connections end, and the next attempts are due. */
  async function passMinute(): Promise<void> {
    const now = Date.now();
    await store.db
      .updateTable('posta_in_uscita')
      .set({ presa_fino: 0, da_inviare: now })
      .where('inviata', 'is', null)
      .where('da_inviare', '<', now + 60_000)
      .execute();
  }

  return {
    refusals,
    acknowledged: () => acknowledged().length,
    send: async (over, ente) => {
      while (!over()) {
        const mine = await newcomer();
        sent.push(mine);
        mine.draft = `${mine.oggetto} bozza`;
        const draft = { percorso: '/sportello-territoriale', passo: 'dati', valori: { oggetto: mine.draft } };
        if (!(await insist(() => write(mine, '/api/v1/portale/bozze', draft)))) delete mine.draft;
        const report = segnalazione(ente, mine.email, mine.oggetto);
        const answer = await insist(() => write(mine, '/api/v1/generic/segnalazione/new', report, mine.key));
        mine.answer = answer as Sent['answer'] & object;
        const text = `messaggio ${randomUUID()}`;
        const comment = { email: mine.email, id: mine.answer.id, testo: text };
        const key = randomUUID();
        await insist(() => write(mine, '/api/v1/generic/segnalazione/commento', comment, key));
        mine.comments.push(text);
      }
    },
    everythingIsThere: async () => {
      const cases = await store.db.selectFrom('pratiche').select(['id', 'oggetto', 'anno', 'numero']).execute();
      const events = await store.db.selectFrom('eventi').select('testo').where('tipo', '=', 'messaggio').execute();
      const drafts = await store.db.selectFrom('bozze').select('valori_json').execute();
      const said = new Map<string | null, number>();
      for (const { testo: text } of events) said.set(text, (said.get(text) ?? 0) + 1);
      const kept = drafts.map((d) => d.valori_json).join('\n');
      for (const mine of acknowledged()) {
        expect(cases.filter((c) => c.oggetto === mine.oggetto).map((c) => c.id)).toEqual([mine.answer?.id]);
        for (const text of mine.comments) expect(said.get(text)).toBe(1);
        if (mine.draft) expect(kept).toContain(mine.draft);
      }
      const numbers = cases.map((c) => c.numero).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
      await passMinute();
      await expect.poll(mailed, { timeout: 60_000, interval: 200 }).toBe(0);
    },
  };
}

/** A browser that the portal knows. @returns its visitor as the store knows them, and what it sends with every call */
export function browserCookies(secret: string): { visitor: string; headers: Record<string, string>; token: string } {
  const signing = createSigner([secret]);
  const visitor = newVisitor();
  const token = csrfToken(signing, visitor);
  const headers = { cookie: `visitatore=${visitorCookie(signing, visitor)}`, 'x-xsrf-token': token };
  return { visitor: visitor.hash, headers, token };
}

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

/** Id of a municipality that takes reports about lamps. */
export async function firstEnte(base: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/generic/ente/list/SF310`);
  const { data } = (await response.json()) as { data: { Id: string }[] };
  return (data[0] as { Id: string }).Id;
}

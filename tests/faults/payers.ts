/** People who pay notices at a bank, by a cart or at Mooney, one after the other, while hosts of the portal are killed. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pagaOnlineOperations } from '../../src/features/services/paga-online/paga-online.contract.ts';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { ANSWER_MS, isHanging } from '../hanging.ts';
import { numeroAvvisoOf } from '../load/notifications.ts';
import type { AskedAvviso } from './books-checker.ts';
import type { PaidAvviso, Providers } from './providers.ts';
import { browserCookies } from './sends.ts';

/** Within the days that are read each time, in ms. */
const FAR_BACK_MS = 20 * 3_600_000;
/** The longest that a receipt of pagoPA is late, in ms. */
const LATE_MS = 3_000;

/** @property creditor tax code of the ente */
export type PaidEnte = { ente: string; creditor: string };
/** @property secret of the portal @property base of the host that the next call goes to */
type PayersWorld = {
  store: PortalStore;
  secret: string;
  base: () => string;
  providers: Providers;
  enti: readonly PaidEnte[];
};

/**
 * @property avvisi notices that the portal knows @property payers addresses to which a receipt must be mailed
 * @property pay one after the other until it is over @property payAtBanks so many notices at once, as long before as the list of a day reaches
 */
export type Payers = {
  avvisi: readonly AskedAvviso[];
  payers: readonly string[];
  pay(over: () => boolean): Promise<void>;
  payAtBanks(howMany: number): Promise<void>;
};

export function payersOf({ store, secret, base, providers, enti }: PayersWorld): Payers {
  const avvisi: AskedAvviso[] = [];
  const payers: string[] = [];
  let count = randomInt(1_000_000) + 2_000_000;

  function nextAvviso(): PaidAvviso {
    const of = enti[randomInt(enti.length)] as PaidEnte;
    return { ...of, numero_avviso: numeroAvvisoOf(count++), importo_cent: randomInt(1_00, 999_99) };
  }

  /** In the store of the portal, as an import would write it. */
  async function knownAvviso(): Promise<PaidAvviso> {
    const avviso = nextAvviso();
    const { ente, numero_avviso, importo_cent } = avviso;
    const nothing = { scadenza: null, pagabile_fino: null, debitore: null, pratica: null, servizio: null, scade: null };
    const state = { stato: 'da_pagare', stato_da: 'import' as const, dati_json: '{}', creato: Date.now() };
    const iuv = iuvOf(numero_avviso);
    const row = { ente, numero_avviso, importo_cent, iuv, causale: 'Mensa', proprietario: null, posizione: null };
    await steadily(() =>
      store.db
        .insertInto('avvisi')
        .values({ ...row, ...nothing, ...state })
        .onConflict((on) => on.doNothing())
        .execute(),
    );
    avvisi.push({ ente, numero_avviso, importo_cent });
    return avviso;
  }

  /** Sends under one key until there is an answer. */
  function send(path: string, fields: object): Promise<{ riferimento: string }> {
    const { headers } = browserCookies(secret);
    const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return steadily(async () => {
      const answer = await post(path, sent, JSON.stringify(fields));
      const { data } = (await answer.json()) as { data: { riferimento: string } };
      return data;
    });
  }

  async function post(path: string, headers: Record<string, string>, body: string): Promise<Response> {
    const answer = await fetch(base() + path, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.ok) return answer;
    const words = `${path}: ${answer.status} ${await answer.text()}`;
    throw answer.status < 500 && answer.status !== 409 && answer.status !== 429 ? new Refused(words) : new Error(words);
  }

  const open = ({ creditor, numero_avviso }: PaidAvviso, at: 'pagaConPagopa' | 'pagaConMooney', email: string) =>
    send(pagaOnlineOperations[at].path, { IUV: iuvOf(numero_avviso), dominioEC: creditor, emailDebitore: email });
  const comeBack = (riferimento: string) =>
    send(pagaOnlineOperations.esitoPagamento.path, { riferimento, ritorno: 'ok' });
  const newEmail = () => `${randomUUID()}@esempio.it`;
  const late = () => ({ delay: randomInt(LATE_MS), ago: 0 });
  /** The list is in the order of the payments: these come into pages that were read, and move the others on. */
  const atBank = () => ({ delay: randomInt(LATE_MS), ago: randomInt(FAR_BACK_MS) });

  /** Of three orders one is not notified; of the others twice, and once as it was before. */
  async function payOrder(avviso: PaidAvviso, riferimento: string, email: string): Promise<void> {
    if (providers.payOrder(avviso, riferimento)) payers.push(email);
    if (randomInt(3) === 0) return;
    const told = randomInt(2) === 0 ? (['paid', 'open', 'paid'] as const) : (['open', 'paid', 'paid'] as const);
    for (const what of told)
      await steadily(async () => {
        // Signed anew each time: a signature is good for five minutes.
        const { headers, body } = providers.notification(riferimento, what);
        await post(pagaOnlineOperations.notificaMooney.path, headers, body);
      });
  }

  const WAYS: readonly (() => Promise<void>)[] = [
    async () => providers.payAtPagopa(await knownAvviso(), atBank()),
    async () => providers.payAtPagopa(nextAvviso(), atBank()),
    // A late notice costs more, and some pay less than they should.
    async () => {
      const avviso = await knownAvviso();
      const importo_cent = avviso.importo_cent + (randomInt(2) === 0 ? 2_00 : -50);
      await providers.payAtPagopa({ ...avviso, importo_cent }, atBank());
    },
    async () => {
      const [avviso, email] = [await knownAvviso(), newEmail()];
      const { riferimento } = await open(avviso, 'pagaConPagopa', email);
      await providers.payAtPagopa(avviso, { ...late(), email });
      payers.push(email);
      await comeBack(riferimento);
    },
    async () => {
      const { riferimento } = await open(await knownAvviso(), 'pagaConPagopa', newEmail());
      await comeBack(riferimento);
    },
    async () => {
      const [avviso, email] = [await knownAvviso(), newEmail()];
      const { riferimento } = await open(avviso, 'pagaConMooney', email);
      await payOrder(avviso, riferimento, email);
      await comeBack(riferimento);
    },
    // Twice.
    async () => {
      const [avviso, email] = [await knownAvviso(), newEmail()];
      const { riferimento } = await open(avviso, 'pagaConMooney', email);
      await Promise.all([providers.payAtPagopa(avviso, late()), payOrder(avviso, riferimento, email)]);
    },
  ];
  let turn = 0;

  return {
    avvisi,
    payers,
    pay: async (over) => {
      while (!over()) await WAYS[turn++ % WAYS.length]?.();
    },
    payAtBanks: async (howMany) => {
      for (let n = 0; n < howMany; n++)
        await providers.payAtPagopa(n % 2 === 0 ? await knownAvviso() : nextAvviso(), {
          delay: 0,
          ago: randomInt(FAR_BACK_MS),
        });
    },
  };
}

/** An answer that will be the same next time. */
class Refused extends Error {}

/** Tries again while the portal is away. A request that gets no answer at all ends the test. */
async function steadily<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof Refused || isHanging(error)) throw error;
      await pause(50); // as a browser does before it tries again
    }
  }
}

/** People who log in, send a report, talk with the office about it and pay a notice, over and over, while the portal is in trouble. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { Citizen, type CitizenReply, segnalazione } from '../citizen.ts';
import type { OidcServer } from '../doubles/oidc-server.ts';
import { isHanging } from '../hanging.ts';
import { numeroAvvisoOf } from '../load/notifications.ts';
import { followBack, hiddenValue, onwardAddress, openPage, sendForm } from '../login.ts';
import type { SmtpMailboxes } from '../smtp.ts';

export const WALKING_PERSON = {
  given_name: 'Anna',
  family_name: 'Bianchi',
  fiscal_number: 'BNCNNA85M41Z999R',
  email: 'anna.bianchi@esempio.it',
};
const ENTE = 'borgosereno';
const AMOUNT_CENT = 4550;
/** How often a step is tried again, and the pause before, in ms: together longer than any trouble of these tests. */
const TRIES = 200;
const PAUSE = 250;

/** What a person was told on their walk. @property words of report, message and answer, which nothing else contains */
export type PersonWalk = { words: string; id: string; protocollo: string; avviso: string; riferimento: string };

/** What the answers to sends hold, each some of it. */
type Sent = { id: string; protocollo: string; riferimento: string; redirect: string };
type World = { base: string; idp: OidcServer; mailboxes: SmtpMailboxes; store: PortalStore };

export type Walks = { done: readonly PersonWalk[]; walk(over: () => boolean): Promise<void> };

export async function walksOf({ base, idp, mailboxes, store }: World): Promise<Walks> {
  const done: PersonWalk[] = [];
  const { dati_json } = await store.db
    .selectFrom('enti')
    .select('dati_json')
    .where('id', '=', ENTE)
    .executeTakeFirstOrThrow();
  const { codice_fiscale: creditor } = JSON.parse(dati_json) as { codice_fiscale: string };
  let avvisi = randomInt(1_000_000) + 1_000_000;

  async function walkOnce(): Promise<void> {
    const words = `cammino ${randomUUID()}`;
    const citizen = await logIn();
    const report = segnalazione(ENTE, WALKING_PERSON.email, `${words} inizio`);
    const { id, protocollo } = await write(citizen, '/api/v1/generic/segnalazione/new', report);
    await write(citizen, COMMENTO, { id, email: WALKING_PERSON.email, testo: `${words} domanda`, filesAllegati: [] });
    await answerAsOffice(protocollo, `${words} risposta`);
    const chat = `/segnalazione/chat/${WALKING_PERSON.email}/${id}`;
    await steadily(async () => {
      const { status, html } = await openPage(citizen, chat);
      for (const part of ['domanda', 'risposta']) {
        const bubbles = html.split(`>${words} ${part}<`).length - 1;
        if (status !== 200 || bubbles !== 1) throw new Error(`${status}: ${part} is there ${bubbles} times`);
      }
    });
    const avviso = await writeAvviso();
    done.push({ words, id, protocollo, avviso, riferimento: await pay(citizen, avviso) });
  }

  /** A login whose answer was lost begins anew. */
  const logIn = () =>
    steadily(async () => {
      const citizen = new Citizen(base);
      const page = await openPage(citizen, '/login');
      const fields = { _token: hiddenValue(page.html, '_token'), _azione: 'spid' };
      const answer = await sendForm(citizen, '/login', fields);
      const back = await followBack(citizen, (await idp.visit(onwardAddress(answer.html))).href);
      if (back.headers.get('location') !== '/area-riservata') throw new Error(`the login ends with ${back.status}`);
      expectStatus(await citizen.get('/api/v1/user'), 200);
      return citizen.arrive();
    });

  async function answerAsOffice(protocollo: string, words: string): Promise<void> {
    const link = await steadily(async () => {
      for (const { subject, text } of mailboxes.all()) {
        const found = /https?:\S*(\/segnalazione\/chat\/operatore\/([^/]+)\/([^?\s]+)\?chiave=\S+)/.exec(text);
        if (found && subject.includes(protocollo)) return found;
      }
      throw new Error(`no mail to the office about ${protocollo}`);
    });
    const [, path = '', email = '', id = ''] = link;
    const office = await steadily(async () => {
      const program = await new Citizen(base).arrive();
      expectStatus(await program.get(path), 303);
      return program;
    });
    const fields = { id, email: decodeURIComponent(email), vista: 'operatore', testo: words, filesAllegati: [] };
    await write(office, COMMENTO, fields);
  }

  async function writeAvviso(): Promise<string> {
    const numero_avviso = numeroAvvisoOf(avvisi++);
    const values = {
      ente: ENTE,
      numero_avviso,
      iuv: iuvOf(numero_avviso),
      causale: 'Mensa',
      importo_cent: AMOUNT_CENT,
      scadenza: null,
      pagabile_fino: null,
      debitore: null,
      pratica: null,
      servizio: null,
      scade: null,
      stato: 'da_pagare',
      stato_da: 'import' as const,
      dati_json: '{}',
      creato: Date.now(),
      proprietario: null,
      posizione: null,
    };
    await steadily(() =>
      store.db
        .insertInto('avvisi')
        .values(values)
        .onConflict((on) => on.doNothing())
        .execute(),
    );
    return numero_avviso;
  }

  async function pay(citizen: Citizen, avviso: string): Promise<string> {
    const fields = { IUV: iuvOf(avviso), dominioEC: creditor, emailDebitore: WALKING_PERSON.email };
    const { riferimento, redirect } = await write(citizen, '/api/v1/payments/pagopa/richiesta', fields, 200);
    const back = await steadily(async () => {
      const { status, headers } = await sendForm(citizen, redirect, { scelta: 'paga' });
      if (status !== 303) throw new Error(`the test pagoPA answers ${status}`);
      return headers.get('location') as string;
    });
    await steadily(async () => {
      const { status, html } = await openPage(citizen, back);
      if (status !== 200 || !html.includes('Pagamento effettuato')) throw new Error(`${status}: not paid yet`);
    });
    return riferimento;
  }

  return {
    done,
    walk: async (over) => {
      while (!over()) await walkOnce();
    },
  };
}

const COMMENTO = '/api/v1/generic/segnalazione/commento';

/** Sends under one key until there is an answer. */
async function write(citizen: Citizen, path: string, fields: object, status = 201): Promise<Sent> {
  const headers = { 'idempotency-key': randomUUID() };
  const { data } = await steadily(async () => expectStatus(await citizen.post(path, fields, headers), status));
  return data as Sent;
}

function expectStatus(reply: CitizenReply, status: number): CitizenReply {
  if (reply.status === status) return reply;
  const error = new Error(`${reply.status} instead of ${status}: ${reply.message} ${JSON.stringify(reply.data)}`);
  throw reply.status < 500 && ![409, 429].includes(reply.status) ? new Refused(error.message) : error;
}

/** An answer that will be the same next time. */
class Refused extends Error {}

/** Tries a step again while the portal is away. A request that gets no answer at all ends the test. */
async function steadily<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (isHanging(error) || error instanceof Refused || tries === TRIES) throw error;
      await pause(PAUSE); // as a person who reads that it did not work
    }
  }
}

/** Each walk is in the store as it was told: one case, one message each way, one receipt. */
export async function expectWalked({ db }: PortalStore, done: readonly PersonWalk[]): Promise<void> {
  const cases = await db
    .selectFrom('pratiche')
    .select(['id', 'oggetto'])
    .where('email', '=', WALKING_PERSON.email)
    .execute();
  const said = await db.selectFrom('eventi').select(['pratica', 'testo']).where('tipo', '=', 'messaggio').execute();
  const receipts = await db.selectFrom('ricevute').select(['numero_avviso', 'pagamento', 'doppia']).execute();
  const found = done.map(({ words, avviso }) => ({
    words,
    cases: cases.filter(({ oggetto }) => oggetto.startsWith(words)).map(({ id }) => id),
    said: said.filter(({ testo }) => testo?.startsWith(words)).map(({ testo }) => testo?.slice(words.length + 1)),
    paid: receipts.filter((r) => r.numero_avviso === avviso).map((r) => [r.pagamento, r.doppia]),
  }));
  expect(found).toEqual(
    done.map(({ words, id, riferimento }) => ({
      words,
      cases: [id],
      paid: [[riferimento, 0]],
      said: expect.toSatisfy((all: string[]) => all.toSorted().join() === 'domanda,risposta'),
    })),
  );
}

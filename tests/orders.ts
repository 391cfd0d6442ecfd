/** Plays events around one notice in a given order: people open payments of it, come back, ask and pay, and its receipt comes. */
import { expect } from 'vitest';
import { pagaOnlineOperations } from '../src/features/services/paga-online/paga-online.contract.ts';
import { pullRicevute } from '../src/features/services/paga-online/ricevute-pull.server.ts';
import { expireAbandoned } from '../src/features/services/paga-online/verifica.server.ts';
import { iuvOf } from '../src/platform/atoms/numero-avviso.ts';
import type { Fornitore, FornitoreNotification, FornitoreRicevuta } from '../src/platform/payments.ts';
import { ANNA, BRUNO_CODICE, LETTERA, writeDocumento, writePosizione } from './posizioni.ts';
import { callerOf, createAccount, ENTI, HOUR, MINUTE, type Rig, type RigCaller } from './rig.ts';

/**
 * D owes the notice by login, and E does, too · G has the two codes of its letter · S knows its number. D2 is D in another tab, with another
 * address.
 */
const PERSONE = ['D', 'D2', 'E', 'G', 'S'] as const;
type Persona = (typeof PERSONE)[number];

/** What happens. Time passes with all that the portal does by itself. */
export type OrderStep = `${Persona} ${PersonStep}` | WorldStep;
type PersonStep =
  | `opens ${Fornitore}`
  | 'comes back'
  | 'gives up'
  | 'looks'
  | 'is the payer'
  | `pays mooney${'' | ' 49.99'}`
  | `told ${'paid' | 'paid again' | 'cancelled'}`
  | 'order ends';
type WorldStep =
  | `pagopa takes ${'50' | '52' | '48' | '50 twice' | '50 of valle'}`
  | 'its receipt comes'
  | 'the list is read'
  | 'the office annuls it'
  | 'an hour passes'
  | 'a day passes';

const NUMERO = '301000000000000017';
const CENT = 50_00;
const emailOf = (persona: Persona): string => `${persona.toLowerCase()}@esempio.it`;

/**
 * @property read what each person reads: the state of each payment they opened, then their area, then how many PDFs of receipts they open
 * @property mails addressees and what they are told, in the order of the names @property receipts in the store
 * @property alarms how many were reported to people
 */
export type EventOrder = {
  steps: readonly OrderStep[];
  read: Partial<Record<Persona, string>>;
  mails: readonly string[];
  notice?: 'pagato' | 'da_pagare';
  receipts: readonly string[];
  alarms?: number;
};

/** Plays an order in an empty rig, and compares what everybody reads afterwards. */
export async function expectOrder(rig: Rig, order: EventOrder): Promise<void> {
  const { steps, read, mails, notice = 'pagato', receipts, alarms = 0 } = order;
  const world = await orderWorld(rig);
  for (const step of steps) await play(world, step);
  const found: EventOrder['read'] = {};
  for (const persona of PERSONE.filter((one) => read[one] !== undefined)) found[persona] = await readAs(world, persona);
  expect({
    read: found,
    mails: mailsOf(rig),
    notice: await noticeOf(rig),
    receipts: await receiptsOf(rig),
    alarms: rig.reports.length,
  }).toEqual({ read, mails, notice, receipts, alarms });
}

type Side = { who: RigCaller; hasArea: boolean; attempts: { id: string; fornitore: Fornitore }[] };
/** @property onTheirWay money that was taken, and whose receipt pagoPA does not have yet @property payer whom receipts name */
type OrderWorld = {
  rig: Rig;
  sides: Record<Persona, Side>;
  onTheirWay: FornitoreRicevuta[];
  payer?: Persona;
  receiptCount: number;
  eventCount: number;
};

/** A notice of 50,00 € on a position of two people, and their browsers. */
async function orderWorld(rig: Rig): Promise<OrderWorld> {
  rig.payments.mooney.readNotification = (body) => JSON.parse(body) as FornitoreNotification;
  const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale, BRUNO_CODICE.codice_fiscale]);
  const notice = { numero_avviso: NUMERO, iuv: iuvOf(NUMERO), importo_cent: CENT };
  await writeDocumento(rig, posizione, notice);
  const debtor = callerOf(rig, { user: await createAccount(rig, { ...ANNA, email: emailOf('D') }) });
  const other = callerOf(rig, { user: await createAccount(rig, { ...BRUNO_CODICE, email: emailOf('E') }) });
  const world: OrderWorld = {
    rig,
    sides: {
      D: { who: debtor, hasArea: true, attempts: [] },
      D2: { who: debtor, hasArea: true, attempts: [] },
      E: { who: other, hasArea: true, attempts: [] },
      G: { who: callerOf(rig), hasArea: false, attempts: [] },
      S: { who: callerOf(rig), hasArea: false, attempts: [] },
    },
    onTheirWay: [],
    receiptCount: 0,
    eventCount: 0,
  };
  await typeCodici(world);
  return world;
}

async function typeCodici({ sides: { G } }: OrderWorld): Promise<void> {
  await G.who.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await G.who.human() });
}

const isPersona = (word: string): word is Persona => PERSONE.some((persona) => persona === word);

async function play(world: OrderWorld, step: OrderStep): Promise<void> {
  const [first = '', verb = '', ...words] = step.split(' ');
  world.rig.clock.pass(10_000);
  if (isPersona(first)) await personSteps[verb]?.(world, first, words.join(' '));
  else await worldSteps[step as WorldStep](world);
}

const attemptAt = ({ sides }: OrderWorld, persona: Persona, fornitore: Fornitore): string =>
  sides[persona].attempts.findLast((a) => a.fornitore === fornitore)?.id ?? '';

const personSteps: Record<string, (world: OrderWorld, persona: Persona, words: string) => unknown> = {
  opens: async ({ sides }, persona, fornitore) => {
    const call = fornitore === 'mooney' ? 'pagaConMooney' : 'pagaConPagopa';
    const asked = { IUV: iuvOf(NUMERO), dominioEC: ENTI.borgo.codice_fiscale, conferma: true };
    const { body } = await sides[persona].who.call(call, { ...asked, emailDebitore: emailOf(persona) });
    const id = body.data?.riferimento as string | undefined;
    if (id) sides[persona].attempts.push({ id, fornitore: fornitore as Fornitore });
  },
  comes: ({ sides }, persona) => {
    const { who, attempts } = sides[persona];
    return who.call('esitoPagamento', { riferimento: attempts.at(-1)?.id, ritorno: 'ok' });
  },
  looks: async ({ sides }, persona) => {
    const { who, attempts } = sides[persona];
    for (const { id } of attempts) await who.call('esitoPagamento', { riferimento: id });
  },
  gives: (world, persona) =>
    world.sides[persona].who.call('annullaPagamento', { id: attemptAt(world, persona, 'mooney') }),
  pays: (world, persona, words) => {
    const differs = words.endsWith('49.99') ? { importo_cent: 49_99 } : {};
    world.rig.payments.mooney.settle(attemptAt(world, persona, 'mooney'), 'pagato', differs);
  },
  order: (world, persona) => world.rig.payments.mooney.settle(attemptAt(world, persona, 'mooney'), 'scaduto'),
  is: (world, persona) => {
    world.payer = persona;
  },
  // As Mooney's server tells of the order.
  told: async (world, persona, words) => {
    const { rig } = world;
    const riferimento = attemptAt(world, persona, 'mooney');
    const { stato, ricevute } =
      words === 'cancelled' ? { stato: 'annullato', ricevute: [] } : rig.payments.mooney.settle(riferimento, 'pagato');
    if (words !== 'paid again') world.eventCount++;
    const raw = JSON.stringify({ evento: `evt-${world.eventCount}`, riferimento, stato, ricevute });
    const headers = { 'content-type': 'application/json', 'x-mooney-signature': 't=1,v1=prova' };
    await callerOf(rig, { token: null }).ask('POST', pagaOnlineOperations.notificaMooney.path, { raw, headers });
  },
};

const worldSteps: Record<WorldStep, (world: OrderWorld) => unknown> = {
  'pagopa takes 50': (world) => take(world, 50_00),
  'pagopa takes 52': (world) => take(world, 52_00),
  'pagopa takes 48': (world) => take(world, 48_00),
  'pagopa takes 50 of valle': (world) => take(world, 50_00, ENTI.valle),
  'pagopa takes 50 twice': (world) => {
    take(world, 50_00);
    take(world, 50_00);
  },
  'its receipt comes': ({ rig, onTheirWay }) => rig.payments.pagopa.paid.push(...onTheirWay.splice(0)),
  'the list is read': ({ rig }) => passTime(rig, 5 * MINUTE, 5 * MINUTE),
  'the office annuls it': ({ rig }) =>
    rig.house.db.updateTable('documenti').set({ stato: 'annullato', stato_da: 'decisione' }).execute(),
  'an hour passes': ({ rig }) => passTime(rig, HOUR, 10 * MINUTE),
  'a day passes': ({ rig }) => passTime(rig, 24 * HOUR, HOUR),
};

function take(world: OrderWorld, importo_cent: number, { codice_fiscale } = ENTI.borgo): void {
  world.onTheirWay.push({
    dominioEC: codice_fiscale,
    numero_avviso: NUMERO,
    rif: `iur-${++world.receiptCount}`,
    importo_cent,
    pagato_il: world.rig.house.now(),
    intermediario: 'Banca di prova',
    payerEmail: world.payer && emailOf(world.payer),
  });
}

/** With all that the portal does by itself. */
async function passTime(rig: Rig, ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    rig.clock.pass(stepMs);
    await pullRicevute(rig.house, new AbortController().signal);
    if (passed % HOUR === 0) await expireAbandoned(rig.house);
    while ((await rig.deliver()) > 0);
  }
}

async function readAs(world: OrderWorld, persona: Persona): Promise<string> {
  const { who, hasArea, attempts } = world.sides[persona];
  // A position is open for an hour.
  if (persona === 'G') await typeCodici(world);
  const pages: string[] = [];
  for (const { id } of attempts) {
    const { data } = (await who.call('esitoPagamento', { riferimento: id })).body;
    const { stato, senza_ricevuta, doppio, ricevuta_a } = data;
    const marks = [senza_ricevuta && 'senza ricevuta', ricevuta_a && 'per e-mail', doppio && 'doppio'];
    pages.push([stato, ...marks.filter(Boolean)].join(' '));
  }
  const inArea: { stato: string; doppio?: boolean }[] = hasArea ? (await who.call('mieiPagamenti')).body.data : [];
  const area = inArea.map(({ stato, doppio }) => stato + (doppio ? ' doppio' : '')).toSorted();
  let opened = 0;
  for (const { id } of await world.rig.house.db.selectFrom('ricevute').select('id').execute())
    if ((await who.call('ricevutaRedirect', { id })).status === 302) opened++;
  return [pages.join(' + '), hasArea && `area: ${area.join(', ')}`, `PDF ${opened}`].filter(Boolean).join('; ');
}

const MAIL_WORDS = [
  ['abbiamo la conferma', 'ricevuta'],
  ['due volte', 'due volte'],
  ['risulta pagato', 'risulta pagato'],
  ['non è stato completato', 'non completato'],
] as const;

function mailsOf({ mails }: Rig): string[] {
  const nameOf = (to: string) => PERSONE.find((persona) => emailOf(persona) === to) ?? 'ente';
  const wordsOf = (subject: string) => MAIL_WORDS.find(([part]) => subject.includes(part))?.[1] ?? subject;
  return mails.map(({ to, subject }) => `${nameOf(to)}: ${wordsOf(subject)}`).toSorted();
}

const noticeOf = async ({ house }: Rig): Promise<string> =>
  (await house.db.selectFrom('documenti').select('stato').executeTakeFirstOrThrow()).stato;

async function receiptsOf({ house }: Rig): Promise<string[]> {
  const all = await house.db.selectFrom('ricevute').selectAll().orderBy('doppia').orderBy('fornitore').execute();
  return all.map((r) => `${r.fornitore} ${r.importo_cent / 100}${r.doppia ? ' doppia' : ''}`);
}

/** A stranger with the number of somebody's letter: what they get, in whatever order the two people open, return, ask and pay. */
import { describe, expect, test } from 'vitest';
import { writeAvviso, writePagamento } from '../../../../tests/pagamenti.ts';
import {
  callerOf,
  createAccount,
  ENTI,
  MINUTE,
  onBoth,
  onSqlite,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import type { CallContext, LoggedInUser } from '../../../context.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { markReturned } from './esito.server.ts';
import { applyEsito } from './tentativi.server.ts';

const NUMERO = '301000000000000017';
const AVVISO = { IUV: NUMERO.slice(1), dominioEC: ENTI.borgo.codice_fiscale };
const DEBTOR_EMAIL = 'debitore@esempio.it';
const STRANGER_EMAIL = 'estraneo@esempio.it';

const OPENING_CALLS = { pagopa: 'pagaConPagopa', mooney: 'pagaConMooney' } as const;
type Step = 'S apre' | 'S torna' | 'S chiede' | 'D apre' | 'D paga' | 'D torna' | 'D chiede';

/** All interleavings of two sequences of events. */
function interleave(a: readonly Step[], b: readonly Step[]): Step[][] {
  const [first, ...others] = a;
  const [head, ...tail] = b;
  if (first === undefined || head === undefined) return [[...a, ...b]];
  return [...interleave(others, b).map((m) => [first, ...m]), ...interleave(a, tail).map((m) => [head, ...m])];
}

/** Both come back before they ask, or neither comes back. */
const ORDERS = [
  ...interleave(['S apre', 'S torna', 'S chiede'], ['D apre', 'D paga', 'D torna', 'D chiede']),
  ...interleave(['S apre', 'S chiede'], ['D apre', 'D paga', 'D chiede']),
];

type Side = { who: RigCaller; user: LoggedInUser | null; fornitore: Fornitore; email: string; id?: string };

/** Plays one order; then both look, and the outbox works. Steps of a person whose payment was refused are left out. */
async function playOrder(rig: Rig, order: readonly Step[], sides: { S: Side; D: Side }): Promise<void> {
  const { pagopa, mooney } = rig.payments;
  let isPaid = false;
  // pagoPA answers by notice: every question gets the same receipt, also for money that Mooney took.
  const tell = (side: Side) => {
    if (!isPaid || side.id === undefined) return;
    if (side.fornitore === 'pagopa') pagopa.settle(side.id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now() });
    else if (side === sides.D) mooney.settle(side.id, 'pagato', { rif: 'ord-unico' });
  };
  for (const step of order) {
    rig.clock.pass(10_000);
    const side = sides[step[0] as 'S' | 'D'];
    if (step.endsWith('apre')) {
      const { body } = await side.who.call(OPENING_CALLS[side.fornitore], {
        ...AVVISO,
        emailDebitore: side.email,
        conferma: true,
      });
      side.id = body.data?.riferimento;
    }
    if (step === 'D paga' && side.id !== undefined) {
      isPaid = true;
      for (const each of [sides.D, sides.S]) tell(each);
    }
    if (step === 'S apre') tell(side);
    if (side.id === undefined) continue;
    if (step.endsWith('torna')) {
      const { house } = rig;
      const ctx = { house, db: house.db, now: house.now(), visitor: side.who.visitor, user: side.user };
      await markReturned(ctx as unknown as CallContext, side.id, 'ok');
    }
    if (step.endsWith('chiede')) await side.who.call('esitoPagamento', { riferimento: side.id });
  }
  for (let round = 0; round < 3; round++) {
    rig.clock.pass(MINUTE);
    for (const { who, id } of [sides.S, sides.D]) if (id) await who.call('esitoPagamento', { riferimento: id });
    while ((await rig.deliver()) > 0);
  }
}

const ricevutaStatusFor = async ({ who, id }: Side) => {
  if (id === undefined) return 404;
  return (await who.call('ricevutaPagamento', { id })).status;
};
/** Decided as for the PDF, which takes most of the time of an order. */
const ricevutaRedirectStatusFor = async ({ who, id }: Side) => {
  if (id === undefined) return 404;
  return (await who.call('ricevutaRedirect', { id })).status;
};
const esitoFor = async ({ who, id }: Side) =>
  id === undefined ? undefined : (await who.call('esitoPagamento', { riferimento: id })).body.data;
const mailedRicevute = (rig: Rig) => rig.mails.filter(({ text }) => text.includes('firma=')).map(({ to }) => to);

onSqlite('every order in which a stranger and a debtor open, return and ask', (rig) => {
  test.each([
    ['pagopa', 'pagopa', 'guest'],
    ['pagopa', 'pagopa', 'logged in'],
    ['pagopa', 'mooney', 'guest'],
    ['pagopa', 'mooney', 'logged in'],
    ['mooney', 'pagopa', 'guest'],
    ['mooney', 'pagopa', 'logged in'],
    ['mooney', 'mooney', 'guest'],
  ] as const)(
    'a stranger at %s never gets the receipt of the debtor who pays at %s, %s, in whatever order they open, return and ask',
    async (stranger, debitore, login) => {
      for (const order of ORDERS) {
        await rig.reset();
        const user = login === 'guest' ? null : await createAccount(rig);
        await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user?.codice_fiscale ?? null });
        const S: Side = { who: callerOf(rig), user: null, fornitore: stranger, email: STRANGER_EMAIL };
        const D: Side = { who: callerOf(rig, user ? { user } : {}), user, fornitore: debitore, email: DEBTOR_EMAIL };
        await playOrder(rig, order, { S, D });
        const where = order.join(', ');

        expect([where, await ricevutaRedirectStatusFor(S), (await esitoFor(S))?.ricevuta]).toEqual([
          where,
          404,
          undefined,
        ]);
        expect([where, mailedRicevute(rig).filter((a) => a !== DEBTOR_EMAIL)]).toEqual([where, []]);
        if (D.id === undefined) continue;
        const theirs = await esitoFor(D);
        expect([where, theirs.stato]).toEqual([where, 'pagato']);
        // They get it if the debt is theirs by login, if the order names itself, or if nobody else was paying.
        const isCertain = user !== null || debitore === 'mooney' || S.id === undefined;
        expect([where, await ricevutaRedirectStatusFor(D), theirs.senza_ricevuta]).toEqual([
          where,
          ...(isCertain ? [302, undefined] : [404, true]),
        ]);
        expect([where, mailedRicevute(rig)]).toEqual([where, isCertain ? [DEBTOR_EMAIL] : []]);
      }
    },
    60_000,
  );
});

onBoth('the stranger who opens a payment of somebody else’s notice', (rig) => {
  test('payers who cannot be told apart are mailed fixed words without the receipt', async () => {
    await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV });
    const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: STRANGER_EMAIL };
    const D: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: DEBTOR_EMAIL };
    await playOrder(rig, ['S apre', 'D apre', 'S torna', 'D paga', 'D torna', 'D chiede'], { S, D });

    expect(rig.mails.map(({ to }) => to).toSorted()).toEqual([DEBTOR_EMAIL, STRANGER_EMAIL].toSorted());
    for (const { subject, text } of rig.mails) {
      expect(subject).toBe('Comune di Borgo: l’avviso risulta pagato');
      expect(text).toContain('non pagarlo di nuovo');
      expect(text).not.toContain('firma=');
    }
    const { avvisi, stato } = await esitoFor(D);
    expect([stato, avvisi[0].pagato]).toEqual(['pagato', true]);
  });

  test('a debtor who is logged in finds a receipt without an owner in their area', async () => {
    const user = await createAccount(rig);
    await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user.codice_fiscale });
    const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: STRANGER_EMAIL };
    const D: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: DEBTOR_EMAIL };
    await playOrder(rig, ['S apre', 'D apre', 'D paga', 'D torna', 'S torna', 'S chiede'], { S, D });
    const loggedIn = D.who.as({ user });
    const [own, ...altri] = (await loggedIn.call('mieiPagamenti')).body.data;
    expect([own.numero_avviso, own.stato, altri]).toEqual([NUMERO, 'pagato', []]);
    expect((await loggedIn.ask('GET', own.ricevuta)).status).toBe(200);
  });

  describe('alone, on a notice whose debtor is known', () => {
    const openByStranger = async () => {
      const user = await createAccount(rig);
      await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user.codice_fiscale });
      const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: STRANGER_EMAIL };
      const { body } = await S.who.call('pagaConPagopa', { ...AVVISO, emailDebitore: S.email });
      S.id = body.data.riferimento;
      return { S, user, id: body.data.riferimento as string };
    };
    const comeBack = ({ who, id = '' }: Side, mark: string | null) => {
      const { house } = rig;
      const ctx = { house, db: house.db, now: house.now(), visitor: who.visitor, user: null };
      return markReturned(ctx as unknown as CallContext, id, 'ok', mark);
    };
    /** The mark of the address for a success that pagoPA was given; its other addresses have none. */
    const givenMark = () => {
      const { returnUrls } = rig.payments.pagopa.carrelli.at(-1) ?? {};
      expect(new URL(returnUrls?.annullato ?? '').searchParams.has('p')).toBe(false);
      return new URL(returnUrls?.ok ?? '').searchParams.get('p');
    };
    const payAndAsk = async ({ S, id }: { S: Side; id: string }) => {
      rig.payments.pagopa.settle(id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now() });
      rig.clock.pass(MINUTE);
      await S.who.call('esitoPagamento', { riferimento: id });
      while ((await rig.deliver()) > 0);
    };

    test.each([
      ['and never comes back', undefined],
      ['and types the address for a success', null],
      ['and makes up its mark', 'inventato'],
    ])(
      'a lone stranger who opens a cart %s does not get the receipt of what was paid elsewhere, and the debtor does',
      async (_how, mark) => {
        const { S, user, id } = await openByStranger();
        if (mark !== undefined) await comeBack(S, mark);
        await payAndAsk({ S, id });
        if (mark !== undefined) await comeBack(S, mark);
        expect(await ricevutaStatusFor(S)).toBe(404);
        expect(await esitoFor(S)).toMatchObject({ stato: 'pagato', senza_ricevuta: true });
        expect(rig.mails.map(({ to, subject }) => [to, subject])).toEqual([
          [STRANGER_EMAIL, 'Comune di Borgo: l’avviso risulta pagato'],
        ]);
        const [own] = (await callerOf(rig, { user }).call('mieiPagamenti')).body.data;
        expect([own.numero_avviso, own.stato]).toEqual([NUMERO, 'pagato']);
      },
    );

    test('a lone stranger who pays for the debtor and comes back before the receipt arrives gets it', async () => {
      const { S, id } = await openByStranger();
      await comeBack(S, givenMark());
      await payAndAsk({ S, id });
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([200, [STRANGER_EMAIL]]);
    });

    test('a lone stranger who pays for the debtor and comes back after the receipt arrived gets it, once', async () => {
      const { S, id } = await openByStranger();
      await payAndAsk({ S, id });
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([404, []]);
      for (let round = 0; round < 2; round++) await comeBack(S, givenMark());
      while ((await rig.deliver()) > 0);
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([200, [STRANGER_EMAIL]]);
    });

    test('a receipt belongs to nobody when two strangers had a cart open and one paid, whichever of them comes back', async () => {
      const { S, id } = await openByStranger();
      const mark = givenMark();
      await callerOf(rig).call('pagaConPagopa', { ...AVVISO, emailDebitore: 'altro@esempio.it' });
      await comeBack(S, mark);
      await payAndAsk({ S, id });
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([404, []]);
    });
  });

  test('the author of a payment without a notice gets its receipt, whoever opens a cart on its number', async () => {
    const D: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: DEBTOR_EMAIL };
    const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: STRANGER_EMAIL };
    await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, proprietario: D.who.visitor });
    await playOrder(rig, ['D apre', 'S apre', 'S torna', 'S chiede', 'D paga', 'S chiede', 'D torna'], { S, D });
    expect([await ricevutaStatusFor(D), await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([
      200,
      404,
      [DEBTOR_EMAIL],
    ]);
  });

  test.each([
    ['an hour before the cart was opened', -60 * MINUTE, undefined],
    ['an hour after the cart had ended', 80 * MINUTE, undefined],
    ['on the day before, by a receipt that tells the day only', -24 * 60 * MINUTE, true],
  ])('a stranger gets no receipt of what was paid elsewhere %s', async (_when, later, dayOnly) => {
    const written = await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV });
    const S = callerOf(rig);
    const { id } = await writePagamento(rig, [written], {
      ...{ stato: 'in_verifica', proprietario: S.visitor, creato: RIG_NOW, scade: RIG_NOW + 10 * MINUTE },
    });
    const ricevuta = {
      ...{ dominioEC: AVVISO.dominioEC, numero_avviso: NUMERO, rif: 'in-banca', importo_cent: 50_00 },
      ...{ pagato_il: RIG_NOW + later, intermediario: 'Banca di prova', ...(dayOnly && { dayOnly }) },
    };
    await applyEsito({ house: rig.house, now: RIG_NOW }, id, { stato: 'pagato', ricevute: [ricevuta] });
    const { stato, ricevuta: theirs, avvisi } = (await S.call('esitoPagamento', { riferimento: id })).body.data;
    expect([stato, theirs, avvisi[0].pagato]).toEqual(['non_completato', undefined, true]);
    expect((await S.call('ricevutaPagamento', { id })).status).toBe(404);
  });
});

/** A stranger with the number of somebody's letter: what they get, in whatever order the two people open, return, ask and pay. */
import { describe, expect, test } from 'vitest';
import { writeAvviso, writePagamento } from '../../../../tests/pagamenti.ts';
import { LETTERA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  ENTI,
  MINUTE,
  onOneInTurn,
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
async function playOrder(
  rig: Rig,
  order: readonly Step[],
  sides: { S: Side; D: Side },
  payerEmail?: string,
): Promise<void> {
  const { pagopa, mooney } = rig.payments;
  let isPaid = false;
  // pagoPA answers by notice: every question gets the same receipt, also for money that Mooney took.
  const tell = (side: Side) => {
    if (!isPaid || side.id === undefined) return;
    if (side.fornitore === 'pagopa')
      pagopa.settle(side.id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now(), payerEmail });
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
    ['pagopa', 'pagopa', 'named by the receipt'],
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
        const user = login === 'logged in' ? await createAccount(rig) : null;
        await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user?.codice_fiscale ?? null });
        const S: Side = { who: callerOf(rig), user: null, fornitore: stranger, email: STRANGER_EMAIL };
        const D: Side = { who: callerOf(rig, user ? { user } : {}), user, fornitore: debitore, email: DEBTOR_EMAIL };
        await playOrder(rig, order, { S, D }, login === 'named by the receipt' ? DEBTOR_EMAIL : undefined);
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
        // In the browser if the debt is theirs by login or the order names itself; by mail also if the receipt names their address.
        const opens = user !== null || debitore === 'mooney';
        const isMailed = opens || login === 'named by the receipt';
        expect([where, await ricevutaRedirectStatusFor(D), theirs.senza_ricevuta]).toEqual([
          where,
          opens ? 302 : 404,
          isMailed ? undefined : true,
        ]);
        expect([where, mailedRicevute(rig)]).toEqual([where, isMailed ? [DEBTOR_EMAIL] : []]);
      }
    },
    60_000,
  );
});

const openByCodes = async (who: RigCaller) => {
  const opened = await who.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await who.human() });
  expect(opened.status).toBe(200);
};

onOneInTurn('the stranger who opens a payment of somebody else’s notice', (rig) => {
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

  describe.each([
    ['is known', true],
    ['is not known', false],
  ])('alone, on a notice whose debtor %s', (_how, isKnown) => {
    const openByStranger = async (email = STRANGER_EMAIL) => {
      const user = await createAccount(rig);
      const debitore = isKnown ? user.codice_fiscale : null;
      await writeAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore });
      const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email };
      const { body } = await S.who.call('pagaConPagopa', { ...AVVISO, emailDebitore: email });
      S.id = body.data.riferimento;
      return { S, user, id: body.data.riferimento as string };
    };
    /** Every address that pagoPA was given is known to the browser before anybody pays. */
    const comeBack = async ({ who }: Side) => {
      const { returnUrls } = rig.payments.pagopa.carrelli.at(-1) ?? {};
      const { searchParams } = new URL(returnUrls?.ok ?? '');
      expect([...searchParams.keys()]).toEqual(['r', 'e']);
      await who.call('esitoPagamento', { riferimento: searchParams.get('r'), ritorno: searchParams.get('e') });
    };
    const payAndAsk = async ({ S, id }: { S: Side; id: string }, payerEmail?: string) => {
      rig.payments.pagopa.settle(id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now(), payerEmail });
      rig.clock.pass(MINUTE);
      await S.who.call('esitoPagamento', { riferimento: id });
      while ((await rig.deliver()) > 0);
    };

    test.each([
      ['and never comes back', 'never'],
      ['and comes back as after a success before it is paid', 'before'],
      ['and comes back as after a success when it is paid', 'after'],
    ])(
      'a lone stranger who opens a cart %s does not get the receipt of what was paid elsewhere, and the debtor does',
      async (_when, when) => {
        const { S, user, id } = await openByStranger();
        if (when === 'before') await comeBack(S);
        await payAndAsk({ S, id });
        if (when === 'after') await comeBack(S);
        expect(await ricevutaStatusFor(S)).toBe(404);
        expect(await esitoFor(S)).toMatchObject({ stato: 'pagato', senza_ricevuta: true });
        expect(rig.mails.map(({ to, subject }) => [to, subject])).toEqual([
          [STRANGER_EMAIL, 'Comune di Borgo: l’avviso risulta pagato'],
        ]);
        const paid = (await callerOf(rig, { user }).call('mieiPagamenti')).body.data;
        expect(paid.map((p: { numero_avviso: string }) => p.numero_avviso)).toEqual(isKnown ? [NUMERO] : []);
      },
    );

    test('a person who pays for the debtor is mailed the receipt when it names their address, and their browser opens none', async () => {
      const { S, id } = await openByStranger();
      // Another person’s cart takes nothing from them.
      await callerOf(rig).call('pagaConPagopa', { ...AVVISO, emailDebitore: 'altro@esempio.it' });
      await payAndAsk({ S, id }, STRANGER_EMAIL.toUpperCase());
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([404, [STRANGER_EMAIL]]);
      expect(await esitoFor(S)).toMatchObject({ stato: 'pagato', ricevuta_a: STRANGER_EMAIL });
      const link = /\/api\/v1\/portale\/pagamenti\S+firma=\S+/.exec(rig.mails.at(-1)?.text ?? '')?.[0] ?? '';
      expect((await callerOf(rig).ask('GET', link)).status).toBe(200);
    });

    test('a stranger who types the address of the payer sees no receipt, which the payer is mailed', async () => {
      const { S, id } = await openByStranger(DEBTOR_EMAIL);
      await payAndAsk({ S, id }, DEBTOR_EMAIL);
      expect([await ricevutaStatusFor(S), (await esitoFor(S)).ricevuta]).toEqual([404, undefined]);
      expect(mailedRicevute(rig)).toEqual([DEBTOR_EMAIL]);
    });

    test('a stranger with an address like the payer’s gets nothing', async () => {
      const { S, id } = await openByStranger('debi.tore+x@esempio.it');
      await payAndAsk({ S, id }, DEBTOR_EMAIL);
      expect([await ricevutaStatusFor(S), mailedRicevute(rig)]).toEqual([404, []]);
    });
  });

  test('the two codes of the letter open the receipt of its notice, whoever paid it', async () => {
    const posizione = await writePosizione(rig);
    await writeDocumento(rig, posizione, { numero_avviso: NUMERO, iuv: AVVISO.IUV, importo_cent: 50_00 });
    const S: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: STRANGER_EMAIL };
    const D: Side = { who: callerOf(rig), user: null, fornitore: 'pagopa', email: DEBTOR_EMAIL };
    await openByCodes(D.who);
    await playOrder(rig, ['S apre', 'D apre', 'D paga', 'D torna', 'S torna', 'S chiede'], { S, D });
    expect([await ricevutaStatusFor(D), await ricevutaStatusFor(S)]).toEqual([200, 404]);
    const late: Side = { ...S, who: callerOf(rig) };
    expect(await esitoFor(late)).toMatchObject({ senza_ricevuta: true });
    await openByCodes(late.who);
    const { ricevuta } = await esitoFor(late);
    expect((await late.who.ask('GET', ricevuta)).status).toBe(200);
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
      stato: 'in_verifica',
      proprietario: S.visitor,
      creato: RIG_NOW,
      scade: RIG_NOW + 10 * MINUTE,
    });
    const ricevuta = {
      dominioEC: AVVISO.dominioEC,
      numero_avviso: NUMERO,
      rif: 'in-banca',
      importo_cent: 50_00,
      pagato_il: RIG_NOW + later,
      intermediario: 'Banca di prova',
      ...(dayOnly && { dayOnly }),
    };
    await applyEsito({ house: rig.house, now: RIG_NOW }, id, { stato: 'pagato', ricevute: [ricevuta] });
    const { stato, ricevuta: theirs, avvisi } = (await S.call('esitoPagamento', { riferimento: id })).body.data;
    expect([stato, theirs, avvisi[0].pagato]).toEqual(['non_completato', undefined, true]);
    expect((await S.call('ricevutaPagamento', { id })).status).toBe(404);
  });
});

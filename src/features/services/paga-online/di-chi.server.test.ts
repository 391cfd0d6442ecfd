/** The stranger who has the number of somebody's letter: what they get, in whatever order the two open, return, ask and pay. */
import { describe, expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento } from '../../../../tests/pagamenti.ts';
import { type Caller, caller, conto, ENTI, MINUTE, NOW, onBoth, type Rig } from '../../../../tests/rig.ts';
import type { Ctx, User } from '../../../context.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { segnaTornato } from './esito.server.ts';
import { applica } from './tentativi.server.ts';

const NUMERO = '301000000000000017';
const AVVISO = { IUV: NUMERO.slice(1), dominioEC: ENTI.borgo.codice_fiscale };
const SUO = 'debitore@esempio.it';
const ESTRANEO = 'estraneo@esempio.it';

const APRE = { pagopa: 'pagaConPagopa', mooney: 'pagaConMooney' } as const;
type Passo = 'S apre' | 'S torna' | 'S chiede' | 'D apre' | 'D paga' | 'D torna' | 'D chiede';

/** Every order of two courses of events, each in its own order. */
function mescola(a: readonly Passo[], b: readonly Passo[]): Passo[][] {
  const [primo, ...altri] = a;
  const [prima, ...altre] = b;
  if (primo === undefined || prima === undefined) return [[...a, ...b]];
  return [...mescola(altri, b).map((m) => [primo, ...m]), ...mescola(a, altre).map((m) => [prima, ...m])];
}

/** Both come back before they ask; or neither comes back. */
const ORDINI = [
  ...mescola(['S apre', 'S torna', 'S chiede'], ['D apre', 'D paga', 'D torna', 'D chiede']),
  ...mescola(['S apre', 'S chiede'], ['D apre', 'D paga', 'D chiede']),
];

type Lato = { chi: Caller; user: User | null; con: Fornitore; email: string; id?: string };

/** Plays one order, and then lets both look and the outbox work. A step of somebody who was not let in is left out. */
async function gioca(rig: Rig, ordine: readonly Passo[], lati: { S: Lato; D: Lato }): Promise<void> {
  const { pagopa, mooney } = rig.payments;
  let pagato = false;
  // pagoPA answers for a notice: whoever asks is told the same receipt, also of money that Mooney took.
  const detto = (lato: Lato) => {
    if (!pagato || lato.id === undefined) return;
    if (lato.con === 'pagopa') pagopa.di(lato.id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now() });
    else if (lato === lati.D) mooney.di(lato.id, 'pagato', { rif: 'ord-unico' });
  };
  for (const passo of ordine) {
    rig.clock.pass(10_000);
    const lato = lati[passo[0] as 'S' | 'D'];
    if (passo.endsWith('apre')) {
      const { body } = await lato.chi.call(APRE[lato.con], { ...AVVISO, emailDebitore: lato.email, conferma: true });
      lato.id = body.data?.riferimento;
    }
    if (passo === 'D paga' && lato.id !== undefined) {
      pagato = true;
      for (const uno of [lati.D, lati.S]) detto(uno);
    }
    if (passo === 'S apre') detto(lato);
    if (lato.id === undefined) continue;
    if (passo.endsWith('torna')) {
      const { house } = rig;
      const ctx = { house, db: house.db, now: house.now(), visitor: lato.chi.visitor, user: lato.user };
      await segnaTornato(ctx as unknown as Ctx, lato.id, 'ok');
    }
    if (passo.endsWith('chiede')) await lato.chi.call('esitoPagamento', { riferimento: lato.id });
  }
  for (let giro = 0; giro < 3; giro++) {
    rig.clock.pass(MINUTE);
    for (const { chi, id } of [lati.S, lati.D]) if (id) await chi.call('esitoPagamento', { riferimento: id });
    while ((await rig.deliver()) > 0);
  }
}

const ricevutaPer = async ({ chi, id }: Lato) => {
  if (id === undefined) return 404;
  return (await chi.call('ricevutaPagamento', { id })).status;
};
const esitoPer = async ({ chi, id }: Lato) =>
  id === undefined ? undefined : (await chi.call('esitoPagamento', { riferimento: id })).body.data;
const conRicevuta = (rig: Rig) => rig.posta.filter(({ text }) => text.includes('firma=')).map(({ to }) => to);

onBoth('the stranger who opens a payment of somebody else’s notice', (rig) => {
  test.each([
    ['pagopa', 'pagopa', 'guest'],
    ['pagopa', 'pagopa', 'logged in'],
    ['pagopa', 'mooney', 'guest'],
    ['pagopa', 'mooney', 'logged in'],
    ['mooney', 'pagopa', 'guest'],
    ['mooney', 'pagopa', 'logged in'],
    ['mooney', 'mooney', 'guest'],
  ] as const)(
    'at %s never gets the receipt of the debtor who pays at %s, %s, in whatever order they open, return and ask',
    async (straniero, debitore, come) => {
      for (const ordine of ORDINI) {
        await rig.reset();
        const user = come === 'guest' ? null : await conto(rig);
        await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user?.codice_fiscale ?? null });
        const S: Lato = { chi: caller(rig), user: null, con: straniero, email: ESTRANEO };
        const D: Lato = { chi: caller(rig, user ? { user } : {}), user, con: debitore, email: SUO };
        await gioca(rig, ordine, { S, D });
        const dove = ordine.join(', ');

        expect([dove, await ricevutaPer(S), (await esitoPer(S))?.ricevuta]).toEqual([dove, 404, undefined]);
        expect([dove, conRicevuta(rig).filter((a) => a !== SUO)]).toEqual([dove, []]);
        if (D.id === undefined) continue;
        const suo = await esitoPer(D);
        expect([dove, suo.stato]).toEqual([dove, 'pagato']);
        // The debt is theirs by login, the order names itself, or nobody else was paying: they have it, else nobody.
        const certo = user !== null || debitore === 'mooney' || S.id === undefined;
        expect([dove, await ricevutaPer(D), suo.senza_ricevuta]).toEqual([
          dove,
          ...(certo ? [200, undefined] : [404, true]),
        ]);
        expect([dove, conRicevuta(rig)]).toEqual([dove, certo ? [SUO] : []]);
      }
    },
    60_000,
  );

  test('who paid and could not be told apart is written to in fixed words, without the receipt', async () => {
    await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV });
    const S: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: ESTRANEO };
    const D: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: SUO };
    await gioca(rig, ['S apre', 'D apre', 'S torna', 'D paga', 'D torna', 'D chiede'], { S, D });

    expect(rig.posta.map(({ to }) => to).toSorted()).toEqual([SUO, ESTRANEO].toSorted());
    for (const { subject, text } of rig.posta) {
      expect(subject).toBe('Comune di Borgo: l’avviso risulta pagato');
      expect(text).toContain('non pagarlo di nuovo');
      expect(text).not.toContain('firma=');
    }
    const { avvisi, stato } = await esitoPer(D);
    expect([stato, avvisi[0].pagato]).toEqual(['pagato', true]);
  });

  test('who owes it finds the receipt that is nobody’s in their area, after the login', async () => {
    const user = await conto(rig);
    await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user.codice_fiscale });
    const S: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: ESTRANEO };
    const D: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: SUO };
    await gioca(rig, ['S apre', 'D apre', 'D paga', 'D torna', 'S torna', 'S chiede'], { S, D });
    const dopo = D.chi.as({ user });
    const [mio, ...altri] = (await dopo.call('mieiPagamenti')).body.data;
    expect([mio.numero_avviso, mio.stato, altri]).toEqual([NUMERO, 'pagato', []]);
    expect((await dopo.ask('GET', mio.ricevuta)).status).toBe(200);
  });

  describe('alone, on a notice whose debtor is known', () => {
    const apre = async () => {
      const user = await conto(rig);
      await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, debitore: user.codice_fiscale });
      const S: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: ESTRANEO };
      const { body } = await S.chi.call('pagaConPagopa', { ...AVVISO, emailDebitore: S.email });
      S.id = body.data.riferimento;
      return { S, user, id: body.data.riferimento as string };
    };
    const torna = ({ chi, id = '' }: Lato, prova: string | null) => {
      const { house } = rig;
      const ctx = { house, db: house.db, now: house.now(), visitor: chi.visitor, user: null };
      return segnaTornato(ctx as unknown as Ctx, id, 'ok', prova);
    };
    /** What the address that pagoPA was given for who has paid bears, and no other. */
    const prova = () => {
      const { ritorni } = rig.payments.pagopa.carrelli.at(-1) ?? {};
      expect(new URL(ritorni?.annullato ?? '').searchParams.has('p')).toBe(false);
      return new URL(ritorni?.ok ?? '').searchParams.get('p');
    };
    const pagata = async ({ S, id }: { S: Lato; id: string }) => {
      rig.payments.pagopa.di(id, 'pagato', { rif: 'rt-unica', pagato_il: rig.house.now() });
      rig.clock.pass(MINUTE);
      await S.chi.call('esitoPagamento', { riferimento: id });
      while ((await rig.deliver()) > 0);
    };

    test.each([
      ['and never comes back', undefined],
      ['and types the address of who has paid', null],
      ['and makes up its mark', 'inventato'],
    ])('%s, has no receipt of what was paid elsewhere: the debtor finds it', async (_come, segno) => {
      const { S, user, id } = await apre();
      if (segno !== undefined) await torna(S, segno);
      await pagata({ S, id });
      if (segno !== undefined) await torna(S, segno);
      expect(await ricevutaPer(S)).toBe(404);
      expect(await esitoPer(S)).toMatchObject({ stato: 'pagato', senza_ricevuta: true });
      expect(rig.posta.map(({ to, subject }) => [to, subject])).toEqual([
        [ESTRANEO, 'Comune di Borgo: l’avviso risulta pagato'],
      ]);
      const [mio] = (await caller(rig, { user }).call('mieiPagamenti')).body.data;
      expect([mio.numero_avviso, mio.stato]).toEqual([NUMERO, 'pagato']);
    });

    test('pays it for the debtor, and comes back before the receipt is there: it is theirs', async () => {
      const { S, id } = await apre();
      await torna(S, prova());
      await pagata({ S, id });
      expect([await ricevutaPer(S), conRicevuta(rig)]).toEqual([200, [ESTRANEO]]);
    });

    test('pays it for the debtor, and comes back when the receipt is there already: it becomes theirs, once', async () => {
      const { S, id } = await apre();
      await pagata({ S, id });
      expect([await ricevutaPer(S), conRicevuta(rig)]).toEqual([404, []]);
      for (let volta = 0; volta < 2; volta++) await torna(S, prova());
      while ((await rig.deliver()) > 0);
      expect([await ricevutaPer(S), conRicevuta(rig)]).toEqual([200, [ESTRANEO]]);
    });

    test('pays it for the debtor while another stranger has a cart open: it is nobody’s, whoever comes back', async () => {
      const { S, id } = await apre();
      const suo = prova();
      await caller(rig).call('pagaConPagopa', { ...AVVISO, emailDebitore: 'altro@esempio.it' });
      await torna(S, suo);
      await pagata({ S, id });
      expect([await ricevutaPer(S), conRicevuta(rig)]).toEqual([404, []]);
    });
  });

  test('who makes a payment without a notice has its receipt, whoever opens a cart on its number', async () => {
    const D: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: SUO };
    const S: Lato = { chi: caller(rig), user: null, con: 'pagopa', email: ESTRANEO };
    await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV, proprietario: D.chi.visitor });
    await gioca(rig, ['D apre', 'S apre', 'S torna', 'S chiede', 'D paga', 'S chiede', 'D torna'], { S, D });
    expect([await ricevutaPer(D), await ricevutaPer(S), conRicevuta(rig)]).toEqual([200, 404, [SUO]]);
  });

  test.each([
    ['an hour before the cart was opened', -60 * MINUTE, undefined],
    ['an hour after the cart had ended', 80 * MINUTE, undefined],
    ['on the day before, by a receipt that tells the day only', -24 * 60 * MINUTE, true],
  ])('has no receipt of what was paid elsewhere %s', async (_quando, dopo, soloGiorno) => {
    const suo = await scriviAvviso(rig, { numero_avviso: NUMERO, iuv: AVVISO.IUV });
    const S = caller(rig);
    const { id } = await scriviPagamento(rig, [suo], {
      ...{ stato: 'in_verifica', proprietario: S.visitor, creato: NOW, scade: NOW + 10 * MINUTE },
    });
    const ricevuta = {
      ...{ dominioEC: AVVISO.dominioEC, numero_avviso: NUMERO, rif: 'in-banca', importo_cent: 50_00 },
      ...{ pagato_il: NOW + dopo, intermediario: 'Banca di prova', ...(soloGiorno && { soloGiorno }) },
    };
    await applica({ house: rig.house, now: NOW }, id, { stato: 'pagato', ricevute: [ricevuta] });
    const { stato, ricevuta: sua, avvisi } = (await S.call('esitoPagamento', { riferimento: id })).body.data;
    expect([stato, sua, avvisi[0].pagato]).toEqual(['non_completato', undefined, true]);
    expect((await S.call('ricevutaPagamento', { id })).status).toBe(404);
  });
});

import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  cittadino,
  countRows,
  createAccount,
  DAY,
  ENTI,
  HOUR,
  onOneInTurn,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import type { FornitoreEsito, FornitoreRicevuta } from '../../../platform/payments.ts';
import type { Avviso, Pagamento } from '../../../store/tables.ts';
import { lockAvvisi } from './avvisi.db.ts';
import { PAGAMENTO_TRANSITIONS, type PagamentoStato, pagamentoStati } from './esiti.ts';
import { markReturned } from './esito.server.ts';
import { lockTentativo } from './tentativi.db.ts';
import { type ApplyOutcome, applyEsito } from './tentativi.server.ts';
import { readTentativo } from './tentativo-read.server.ts';

const numero = (n: number) => `3010000000000001${String(n).padStart(2, '0')}`;
const avviso = (rig: Rig, n = 1, over: Partial<Avviso> = {}) =>
  writeAvviso(rig, { numero_avviso: numero(n), iuv: numero(n).slice(1), ...over });

const ricevuta = (n = 1, over: Partial<FornitoreRicevuta> = {}): FornitoreRicevuta => ({
  dominioEC: ENTI.borgo.codice_fiscale,
  numero_avviso: numero(n),
  rif: `rt-${n}`,
  importo_cent: 5000,
  pagato_il: RIG_NOW,
  intermediario: 'Banca di prova',
  payerEmail: 'anna@esempio.it',
  ...over,
});
const paidBy = (...ricevute: FornitoreRicevuta[]): FornitoreEsito => ({
  stato: 'pagato',
  ricevute: ricevute.length > 0 ? ricevute : [ricevuta()],
});
const withoutRicevuta = (stato: FornitoreEsito['stato']): FornitoreEsito => ({ stato, ricevute: [] });

/** An attempt on one notice of 50,00 €, opened an hour ago. */
async function openTentativo(rig: Rig, over: Partial<Pagamento> = {}): Promise<string> {
  const written = await avviso(rig);
  return (await writePagamento(rig, [written], { stato: 'aperto', ...over })).id;
}
const applyAll = (rig: Rig, id: string, ...outcomes: FornitoreEsito[]): Promise<ApplyOutcome[]> =>
  outcomes.reduce(
    async (before, esito) => [
      ...(await before),
      await applyEsito({ house: rig.house, now: rig.house.now() }, id, esito),
    ],
    Promise.resolve<ApplyOutcome[]>([]),
  );
const readStato = async (rig: Rig, id: string) =>
  (await rig.house.db.selectFrom('pagamenti').select('stato').where('id', '=', id).executeTakeFirstOrThrow()).stato;
const avvisoStato = async (rig: Rig, n = 1) =>
  (
    await rig.house.db
      .selectFrom('avvisi')
      .select(['stato', 'stato_da'])
      .where('numero_avviso', '=', numero(n))
      .executeTakeFirstOrThrow()
  ).stato;
const listMails = async (rig: Rig) =>
  (await rig.house.db.selectFrom('posta_in_uscita').select('tipo').orderBy('tipo').execute()).map(({ tipo }) => tipo);

onOneInTurn('what a provider says of an attempt', (rig) => {
  test('a receipt pays the attempt and its notice, and sends one mail', async () => {
    const id = await openTentativo(rig);

    expect(await applyAll(rig, id, paidBy())).toEqual(['applicata']);

    expect([await readStato(rig, id), await avvisoStato(rig)]).toEqual(['pagato', 'pagato']);
    expect(await listMails(rig)).toEqual(['pagamento.pagato']);
    expect(await rig.house.db.selectFrom('ricevute').selectAll().execute()).toMatchObject([
      { rif: 'rt-1', pagamento: id, importo_cent: 5000, causale: 'Mensa scolastica', doppia: 0, pagato_il: RIG_NOW },
    ]);
  });

  test('a receipt pays the document of its notice and is recorded as the reason', async () => {
    await writeDocumento(rig, await writePosizione(rig), { numero_avviso: numero(1), importo_cent: 5000 });
    const { id } = await writePagamento(
      rig,
      [{ ente: 'borgo', numero_avviso: numero(1), causale: 'TARI', importo_cent: 5000 }],
      { stato: 'aperto' },
    );
    await applyAll(rig, id, paidBy());
    expect(await rig.house.db.selectFrom('documenti').select(['stato', 'stato_da']).execute()).toEqual([
      { stato: 'pagato', stato_da: 'ricevuta' },
    ]);
  });

  test('a repeated receipt changes nothing, and sixty at once count once', async () => {
    const id = await openTentativo(rig);
    const applyOnce = () => applyEsito({ house: rig.house, now: RIG_NOW }, id, paidBy());

    const outcomes = await Promise.all(Array.from({ length: 60 }, applyOnce));

    expect(outcomes.filter((e) => e === 'applicata')).toHaveLength(1);
    expect(outcomes.filter((e) => e === 'ripetuta')).toHaveLength(59);
    expect([await countRows(rig, 'ricevute'), await listMails(rig), rig.reports]).toEqual([
      1,
      ['pagamento.pagato'],
      [],
    ]);
  });

  test.each(['annullato', 'scaduto', 'fallito', 'in_attesa', 'aperto'] as const)(
    'a paid attempt stays paid when %s is reported afterwards',
    async (later) => {
      const id = await openTentativo(rig);
      expect(await applyAll(rig, id, paidBy(), withoutRicevuta(later))).toEqual(['applicata', 'ignorata']);
      expect([await readStato(rig, id), await avvisoStato(rig)]).toEqual(['pagato', 'pagato']);
    },
  );

  test.each(['annullato', 'scaduto', 'fallito'] as const)('a receipt wins over an earlier state %s', async (before) => {
    const id = await openTentativo(rig);
    expect(await applyAll(rig, id, withoutRicevuta(before), paidBy())).toEqual(['applicata', 'applicata']);
    expect([await readStato(rig, id), await avvisoStato(rig)]).toEqual(['pagato', 'pagato']);
  });

  test('an attempt follows the table of transitions and no other way', async () => {
    const told = { in_attesa: 'in_verifica', annullato: 'annullato', scaduto: 'scaduto', fallito: 'non_completato' };
    for (const from of pagamentoStati)
      for (const [word, to] of Object.entries(told) as [FornitoreEsito['stato'], PagamentoStato][]) {
        await rig.reset();
        const id = await openTentativo(rig, { stato: from });
        await applyAll(rig, id, withoutRicevuta(word));
        expect([from, word, await readStato(rig, id)]).toEqual([
          from,
          word,
          PAGAMENTO_TRANSITIONS[from].includes(to) ? to : from,
        ]);
      }
  });

  test('a report of a payment without a receipt proves nothing, and the attempt is being verified', async () => {
    const id = await openTentativo(rig);
    await applyAll(rig, id, withoutRicevuta('pagato'));
    expect([await readStato(rig, id), await avvisoStato(rig), await listMails(rig)]).toEqual([
      'in_verifica',
      'da_pagare',
      [],
    ]);
  });

  test.each([
    ['less', { importo_cent: 4999 }, 1],
    ['another notice', { numero_avviso: numero(2) }, 0],
    ['another ente', { dominioEC: ENTI.valle.codice_fiscale }, 0],
  ])('a receipt for %s pays nothing, is reported once, and no timeout ends the attempt', async (_what, over, kept) => {
    const id = await openTentativo(rig);
    await avviso(rig, 2);

    const mismatched = paidBy(ricevuta(1, over));
    expect(await applyAll(rig, id, mismatched, mismatched, withoutRicevuta('scaduto'))).toEqual([
      'discordante',
      'discordante',
      'ignorata',
    ]);

    expect([await readStato(rig, id), await avvisoStato(rig), await avvisoStato(rig, 2)]).toEqual([
      'in_verifica',
      'da_pagare',
      'da_pagare',
    ]);
    // Money that came in is kept in the books, whatever it was for.
    expect([await countRows(rig, 'ricevute'), rig.reports.length, await listMails(rig)]).toEqual([kept, 1, []]);
  });

  test('a receipt for more, as banks take for a late notice, pays the attempt and its notice, and is reported once', async () => {
    const id = await openTentativo(rig);
    const late = paidBy(ricevuta(1, { importo_cent: 5200 }));
    expect(await applyAll(rig, id, late, late)).toEqual(['applicata', 'ripetuta']);
    expect([await readStato(rig, id), await avvisoStato(rig), await listMails(rig)]).toEqual([
      'pagato',
      'pagato',
      ['pagamento.pagato'],
    ]);
    expect(rig.reports.map(String)).toEqual(['Error: Ricevuta pagopa di un importo diverso da quello dell’avviso']);
  });

  test('of two receipts in one report, the right one pays, and the one for less is kept and reported', async () => {
    const id = await openTentativo(rig);
    const both = paidBy(ricevuta(1, { rif: 'rt-0', importo_cent: 100 }), ricevuta());
    expect(await applyAll(rig, id, both, both)).toEqual(['discordante', 'discordante']);
    expect([await readStato(rig, id), await avvisoStato(rig), await countRows(rig, 'ricevute')]).toEqual([
      'pagato',
      'pagato',
      2,
    ]);
  });

  test('a receipt for less of days before the cart is kept, and the cart does not wait for people', async () => {
    const id = await openTentativo(rig);
    const before = ricevuta(1, { importo_cent: 100, pagato_il: RIG_NOW - 2 * DAY });
    await applyAll(rig, id, { stato: 'aperto', ricevute: [before] });
    expect([await readStato(rig, id), await avvisoStato(rig), await countRows(rig, 'ricevute')]).toEqual([
      'aperto',
      'da_pagare',
      1,
    ]);
  });

  test('a receipt for a notice without a document that its ente annulled counts, and is reported', async () => {
    const written = await avviso(rig, 1, { stato: 'annullato' });
    const { id } = await writePagamento(rig, [written], { stato: 'aperto' });
    await applyAll(rig, id, paidBy());
    expect([await readStato(rig, id), await avvisoStato(rig), rig.reports.map(String)]).toEqual([
      'pagato',
      'pagato',
      ['Error: Avviso pagato con pagopa dopo che l’ente lo aveva annullato'],
    ]);
  });

  test('the right receipt still pays after a wrong one was reported', async () => {
    const id = await openTentativo(rig);
    expect(await applyAll(rig, id, paidBy(ricevuta(1, { importo_cent: 1 })), paidBy())).toEqual([
      'discordante',
      'applicata',
    ]);
    expect(await readStato(rig, id)).toBe('pagato');
  });

  test('an outcome for an unknown attempt writes nothing', async () => {
    const before = await rig.dump();
    expect(await applyAll(rig, 'non-esiste-da-nessuna-parte', paidBy())).toEqual(['ignorata']);
    expect(await rig.dump()).toBe(before);
  });

  test('a citizen who was told to wait is told of a failure, and no other citizen is', async () => {
    const waiting = await openTentativo(rig);
    await applyAll(rig, waiting, withoutRicevuta('in_attesa'), withoutRicevuta('scaduto'));
    expect(await listMails(rig)).toEqual(['pagamento.fallito']);

    const other = await writePagamento(rig, [await avviso(rig, 2)], { stato: 'aperto' });
    await applyAll(rig, other.id, withoutRicevuta('scaduto'));
    expect(await listMails(rig)).toEqual(['pagamento.fallito']);
  });

  test('an address is told of three failures a day, however it is spelt, and a citizen’s own address of each', async () => {
    const user = await createAccount(rig, { email: 'Anna@Esempio.it' });
    const failTentativo = async (n: number, over: Partial<Pagamento>) => {
      const { id } = await writePagamento(rig, [await avviso(rig, n)], { stato: 'in_verifica', ...over });
      await applyAll(rig, id, withoutRicevuta('scaduto'));
      expect(await readStato(rig, id)).toBe('scaduto');
    };
    for (const n of [1, 2, 3, 4, 5]) await failTentativo(n, { email: `vittima+${n}@esempio.it` });
    expect(await listMails(rig)).toHaveLength(3);
    for (const n of [11, 12, 13, 14]) await failTentativo(n, { email: 'anna@esempio.it', utente: user.id });
    expect(await listMails(rig)).toHaveLength(7);
    rig.clock.pass(25 * HOUR);
    await failTentativo(21, { email: 'vittima@esempio.it' });
    expect(await listMails(rig)).toHaveLength(8);
  });

  test('a cart is paid when its last receipt has arrived, and is being verified until then', async () => {
    const two = [await avviso(rig), await avviso(rig, 2)];
    const { id } = await writePagamento(rig, two, { stato: 'aperto' });

    await applyAll(rig, id, { stato: 'in_attesa', ricevute: [ricevuta(1)] });
    expect([await readStato(rig, id), await avvisoStato(rig, 1), await avvisoStato(rig, 2)]).toEqual([
      'in_verifica',
      'pagato',
      'da_pagare',
    ]);
    // Part of it is paid: a report of a failure is not believed.
    await applyAll(rig, id, withoutRicevuta('scaduto'), withoutRicevuta('fallito'));
    expect(await readStato(rig, id)).toBe('in_verifica');

    await applyAll(rig, id, paidBy(ricevuta(1), ricevuta(2)));
    expect([await readStato(rig, id), await avvisoStato(rig, 2), await countRows(rig, 'ricevute')]).toEqual([
      'pagato',
      'pagato',
      2,
    ]);
  });

  test('both receipts of a notice that was paid twice are kept, and the second is marked and reported', async () => {
    const written = await avviso(rig);
    const [first, two] = [
      await writePagamento(rig, [written], { stato: 'aperto' }),
      await writePagamento(rig, [written], { stato: 'aperto', fornitore: 'mooney', proprietario: 'w' }),
    ];
    await applyAll(rig, first.id, paidBy());
    await applyAll(rig, two.id, paidBy(ricevuta(1, { rif: 'ord-9' })));

    expect([await readStato(rig, first.id), await readStato(rig, two.id), rig.reports.length]).toEqual([
      'pagato',
      'pagato',
      1,
    ]);
    const rows = await rig.house.db.selectFrom('ricevute').select(['rif', 'doppia']).orderBy('doppia').execute();
    expect(rows).toEqual([
      { rif: 'rt-1', doppia: 0 },
      { rif: 'ord-9', doppia: 1 },
    ]);
  });

  test('both receipts of a notice that was paid twice are kept when they come in one report', async () => {
    const id = await openTentativo(rig);
    const two = paidBy(ricevuta(), ricevuta(1, { rif: 'rt-1-bis' }));
    expect(await applyAll(rig, id, two, two)).toEqual(['applicata', 'ripetuta']);
    expect([await readStato(rig, id), await countRows(rig, 'ricevute'), rig.reports.length]).toEqual(['pagato', 2, 1]);
  });

  test('a citizen who paid twice is told so and has both receipts, and anybody with the reference only is not told', async () => {
    const anna = callerOf(rig);
    const id = await openTentativo(rig, { proprietario: anna.visitor });
    await applyAll(rig, id, paidBy(ricevuta(1, { rif: 'uno' }), ricevuta(1, { rif: 'due' })));
    const readDoppio = async (who: RigCaller) =>
      (await who.call('esitoPagamento', { riferimento: id })).body.data.doppio;

    expect([await readDoppio(anna), await readDoppio(callerOf(rig))]).toEqual([true, undefined]);
    const { ricevute } = await readTentativo({ house: rig.house, db: rig.house.db }, id);
    expect(ricevute.map(({ rif, doppia }) => [rif, doppia])).toEqual([
      ['uno', 0],
      ['due', 1],
    ]);
  });

  test('of two receipts of one notice at once, one is marked as the second', async () => {
    const written = await avviso(rig);
    const opened = await Promise.all(
      Array.from({ length: 10 }, () => writePagamento(rig, [written], { stato: 'aperto', fornitore: 'mooney' })),
    );
    await Promise.all(
      opened.map(({ id }, i) =>
        applyEsito({ house: rig.house, now: RIG_NOW }, id, paidBy(ricevuta(1, { rif: `ord-${i}` }))),
      ),
    );
    const rows = await rig.house.db.selectFrom('ricevute').select('doppia').execute();
    expect(rows.map(({ doppia }) => doppia).sort()).toEqual([0, ...Array(9).fill(1)]);
  });

  test.each(['rateizzato', 'annullato'])(
    'a receipt for a document that a decision has made %s counts, and is reported',
    async (decided) => {
      const posizione = await writePosizione(rig);
      const documento = await writeDocumento(rig, posizione, {
        numero_avviso: numero(1),
        importo_cent: 5000,
        stato: decided,
      });
      const avvisoLine = { ente: 'borgo', numero_avviso: numero(1), causale: 'TARI', importo_cent: 5000 };
      const { id } = await writePagamento(rig, [avvisoLine], { stato: 'aperto' });
      await applyAll(rig, id, paidBy());
      const { stato: after } = await rig.house.db
        .selectFrom('documenti')
        .select('stato')
        .where('id', '=', documento.id)
        .executeTakeFirstOrThrow();
      expect([after, await readStato(rig, id), rig.reports.map(String)]).toEqual([
        'pagato',
        'pagato',
        [expect.stringContaining('dopo che il documento era stato rateizzato o annullato')],
      ]);
    },
  );

  test('an attempt that is about to change does not block another one, which has locked the notice, from writing its receipt', async () => {
    const written = await avviso(rig);
    const { id } = await writePagamento(rig, [written], { stato: 'aperto' });
    const { house } = rig;
    const writeFromOther = () =>
      house.db.transaction().execute(async (db) => {
        await lockAvvisi({ house, db }, [written]);
        await writeRicevuta({ house: { ...house, db } }, written, { pagamento: id });
      });
    const [secondWrite] = await house.db.transaction().execute(async (db) => {
      await lockTentativo({ house, db }, id);
      const secondWrite = writeFromOther();
      // SQLite runs one transaction at a time: there the other waits for this one, and this one for none.
      if (house.dialect === 'postgres') await secondWrite;
      await lockAvvisi({ house, db }, [written]);
      return [secondWrite];
    });
    await secondWrite;
    expect(await countRows(rig, 'ricevute')).toBe(1);
  });

  test('a receipt found by three carts of two people counts once, each of them is told that it is paid, and nobody gets it', async () => {
    const written = await avviso(rig);
    const openCart = (owner: string) => writePagamento(rig, [written], { stato: 'aperto', proprietario: owner });
    const [own, alsoOwn, another] = [await openCart('v'), await openCart('v'), await openCart('w')];
    const anonymous = paidBy(ricevuta(1, { payerEmail: undefined }));
    for (const { id } of [own, alsoOwn, another]) await applyAll(rig, id, anonymous);

    expect(await Promise.all([own, alsoOwn, another].map(({ id }) => readStato(rig, id)))).toEqual([
      'pagato',
      'pagato',
      'pagato',
    ]);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: null }]);
    expect([await listMails(rig), rig.reports]).toEqual([Array(3).fill('pagamento.risulta_pagato'), []]);
  });

  test('of two carts of one person, the receipt belongs to the one whose browser came back, whichever asks first', async () => {
    const written = await avviso(rig);
    const openCart = () => writePagamento(rig, [written], { stato: 'aperto', proprietario: 'v' });
    const [other, own] = [await openCart(), await openCart()];
    const ctx = {
      house: rig.house,
      db: rig.house.db,
      now: RIG_NOW,
      visitor: 'v',
      user: null,
    } as unknown as CallContext;
    for (const returnKind of ['ok', 'annullato'] as const)
      await markReturned({ ...ctx, visitor: 'x' }, own.id, returnKind);
    expect(await readStato(rig, own.id)).toBe('aperto');
    await markReturned(ctx, own.id, 'ok');
    for (const { id } of [other, own]) await applyAll(rig, id, paidBy());

    expect([await readStato(rig, other.id), await readStato(rig, own.id)]).toEqual(['pagato', 'pagato']);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: own.id }]);
    const mail = await rig.house.db.selectFrom('posta_in_uscita').select('dati_json').execute();
    expect(mail.map(({ dati_json }) => JSON.parse(dati_json))).toEqual([{ pagamento: own.id }]);
  });

  test('a citizen who came back as if they had paid gets a mail when no confirmation comes', async () => {
    const id = await openTentativo(rig, { proprietario: 'v' });
    const ctx = {
      house: rig.house,
      db: rig.house.db,
      now: RIG_NOW,
      visitor: 'v',
      user: null,
    } as unknown as CallContext;
    await markReturned(ctx, id, 'attesa');
    await applyAll(rig, id, withoutRicevuta('scaduto'));
    expect([await readStato(rig, id), await listMails(rig)]).toEqual(['scaduto', ['pagamento.fallito']]);
    await markReturned(ctx, id, 'ok');
    expect(await readStato(rig, id)).toBe('scaduto');
  });

  test('only its owner cancels a cart by leaving it, and if it is paid after all, it is paid once', async () => {
    const id = await openTentativo(rig, { proprietario: 'v' });
    const ctx = {
      house: rig.house,
      db: rig.house.db,
      now: RIG_NOW,
      visitor: 'v',
      user: null,
    } as unknown as CallContext;
    await markReturned({ ...ctx, visitor: 'x' }, id, 'annullato');
    expect(await readStato(rig, id)).toBe('aperto');
    await markReturned(ctx, id, 'annullato');
    expect(await readStato(rig, id)).toBe('annullato');
    expect(await applyAll(rig, id, paidBy(), paidBy())).toEqual(['applicata', 'ripetuta']);
    expect([await readStato(rig, id), await countRows(rig, 'ricevute'), await listMails(rig)]).toEqual([
      'pagato',
      1,
      ['pagamento.pagato'],
    ]);
  });

  test('a citizen who goes back to a cart they left and pays is told to wait, whatever address they open afterwards', async () => {
    const id = await openTentativo(rig, { proprietario: 'v' });
    const ctx = {
      house: rig.house,
      db: rig.house.db,
      now: RIG_NOW,
      visitor: 'v',
      user: null,
    } as unknown as CallContext;
    for (const returnKind of ['annullato', 'ok', 'annullato', 'errore'] as const)
      await markReturned(ctx, id, returnKind);
    expect(await readStato(rig, id)).toBe('in_verifica');
  });

  test('an order at the second provider is not cancelled by an address', async () => {
    const id = await openTentativo(rig, { proprietario: 'v', fornitore: 'mooney' });
    const ctx = {
      house: rig.house,
      db: rig.house.db,
      now: RIG_NOW,
      visitor: 'v',
      user: null,
    } as unknown as CallContext;
    await markReturned(ctx, id, 'annullato');
    expect(await readStato(rig, id)).toBe('aperto');
  });

  test('a receipt of days before the cart pays the notice and not the attempt', async () => {
    const id = await openTentativo(rig);
    await applyAll(rig, id, paidBy(ricevuta(1, { pagato_il: RIG_NOW - 2 * DAY })));
    expect([await readStato(rig, id), await avvisoStato(rig), await listMails(rig)]).toEqual([
      'non_completato',
      'pagato',
      [],
    ]);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: null }]);
  });

  test('an outcome applied in a transaction that fails leaves nothing behind', async () => {
    const id = await openTentativo(rig);
    const before = await rig.dump();
    const failed = rig.house.db.transaction().execute(async (db) => {
      expect(await applyEsito({ house: rig.house, db, now: RIG_NOW }, id, paidBy())).toBe('applicata');
      throw new Error('poi qualcosa va storto');
    });
    await expect(failed).rejects.toThrow('storto');
    expect(await rig.dump()).toBe(before);
  });
});

onOneInTurn('reading the outcome', (rig) => {
  const readOutcome = async (riferimento: string, who = callerOf(rig)) => who.call('esitoPagamento', { riferimento });

  test('anybody with the reference reads the outcome, and only the payer gets the receipt', async () => {
    const anna = callerOf(rig);
    const id = await openTentativo(rig, { proprietario: anna.visitor });
    await rig.house.db.updateTable('avvisi').set({ proprietario: anna.visitor }).execute();
    await applyAll(rig, id, paidBy());

    const own = (await readOutcome(id, anna)).body.data;
    expect(own).toMatchObject({
      stato: 'pagato',
      IUV: numero(1).slice(1),
      ente: 'Comune di Borgo',
      causale: 'Mensa scolastica',
      importo_cent: 5000,
      pagato_il: new Date(RIG_NOW).toISOString(),
      fornitore: 'pagopa',
      annullabile: false,
      ricevuta: `/api/v1/portale/pagamenti/${id}/ricevuta`,
      avvisi: [{ numero_avviso: numero(1), dominioEC: ENTI.borgo.codice_fiscale, importo_cent: 5000, pagato: true }],
    });
    expect(own.email).toBe('anna@esempio.it');
    const { ricevuta: theirs, email: given, ...rest } = own;
    const shared = { ...rest, ricevuta_a: 'a***@esempio.it' };
    expect((await readOutcome(id)).body.data).toEqual(shared);
    expect((await readOutcome(id, callerOf(rig, { user: cittadino('altra') }))).body.data).toEqual(shared);
  });

  test('an address called by hand with “ok” proves nothing', async () => {
    const id = await openTentativo(rig, { controllato: RIG_NOW - HOUR });
    for (const typed of [{}, { e: 'ok' }, { esito: 'OK', importo: 5000, stato: 'pagato' }]) {
      const { body } = await callerOf(rig).call('esitoPagamento', { riferimento: id, ...typed });
      expect([body.data.stato, body.data.ricevuta, body.data.avvisi[0].pagato]).toEqual([
        'in_verifica',
        undefined,
        false,
      ]);
    }
  });

  test.each(['non-esiste-da-nessuna-parte', '-', 'x y'])(
    'an unknown reference finds nothing: %s',
    async (riferimento) => {
      expect((await readOutcome(riferimento)).status).toBe(404);
    },
  );

  test('a notice that its ente reports as paid is shown as paid, and the attempt is not', async () => {
    const id = await openTentativo(rig, { stato: 'scaduto' });
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    const { stato: esito, avvisi } = (await readOutcome(id)).body.data;
    expect([esito, avvisi[0].pagato]).toEqual(['scaduto', true]);
  });

  test('a notice that several people were paying is shown as paid, and nobody gets the receipt', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const written = await avviso(rig);
    const openCart = (owner: string) => writePagamento(rig, [written], { stato: 'aperto', proprietario: owner });
    const [first, second] = [await openCart(anna.visitor), await openCart(bruno.visitor)];
    for (const { id } of [first, second]) await applyAll(rig, id, paidBy(ricevuta(1, { payerEmail: undefined })));
    for (const [{ id }, who] of [
      [first, anna],
      [second, bruno],
    ] as const) {
      const { stato: esito, ricevuta: receiptUrl, senza_ricevuta, avvisi } = (await readOutcome(id, who)).body.data;
      expect([esito, receiptUrl, senza_ricevuta, avvisi[0].pagato]).toEqual(['pagato', undefined, true, true]);
    }
  });
});

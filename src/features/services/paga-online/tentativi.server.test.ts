import { expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento, scriviRicevuta } from '../../../../tests/pagamenti.ts';
import { scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import {
  type Caller,
  caller,
  cittadino,
  conto,
  count,
  DAY,
  ENTI,
  HOUR,
  NOW,
  onBoth,
  type Rig,
} from '../../../../tests/rig.ts';
import type { Ctx } from '../../../context.ts';
import type { EsitoFornitore, RicevutaFornitore } from '../../../platform/payments.ts';
import type { Avviso, Pagamento } from '../../../store/tables.ts';
import { trattieni } from './avvisi.db.ts';
import { type StatoPagamento, statiPagamento, TRANSIZIONI } from './esiti.ts';
import { segnaTornato } from './esito.server.ts';
import { tentativo } from './lettura.server.ts';
import { tentativoDaCambiare } from './tentativi.db.ts';
import { type Applicata, applica } from './tentativi.server.ts';

const numero = (n: number) => `3010000000000001${String(n).padStart(2, '0')}`;
const avviso = (rig: Rig, n = 1, over: Partial<Avviso> = {}) =>
  scriviAvviso(rig, { numero_avviso: numero(n), iuv: numero(n).slice(1), ...over });

const ricevuta = (n = 1, over: Partial<RicevutaFornitore> = {}): RicevutaFornitore => ({
  ...{ dominioEC: ENTI.borgo.codice_fiscale, numero_avviso: numero(n), rif: `rt-${n}`, importo_cent: 5000 },
  ...{ pagato_il: NOW, intermediario: 'Banca di prova' },
  ...over,
});
const pagato = (...ricevute: RicevutaFornitore[]): EsitoFornitore => ({
  stato: 'pagato',
  ricevute: ricevute.length > 0 ? ricevute : [ricevuta()],
});
const senza = (stato: EsitoFornitore['stato']): EsitoFornitore => ({ stato, ricevute: [] });

/** An attempt on one notice of 50,00 €, opened an hour ago. */
async function aperto(rig: Rig, over: Partial<Pagamento> = {}): Promise<string> {
  const suo = await avviso(rig);
  return (await scriviPagamento(rig, [suo], { stato: 'aperto', ...over })).id;
}
const di = (rig: Rig, id: string, ...esiti: EsitoFornitore[]): Promise<Applicata[]> =>
  esiti.reduce(
    async (prima, esito) => [...(await prima), await applica({ house: rig.house, now: rig.house.now() }, id, esito)],
    Promise.resolve<Applicata[]>([]),
  );
const stato = async (rig: Rig, id: string) =>
  (await rig.house.db.selectFrom('pagamenti').select('stato').where('id', '=', id).executeTakeFirstOrThrow()).stato;
const statoAvviso = async (rig: Rig, n = 1) =>
  (
    await rig.house.db
      .selectFrom('avvisi')
      .select(['stato', 'stato_da'])
      .where('numero_avviso', '=', numero(n))
      .executeTakeFirstOrThrow()
  ).stato;
const poste = async (rig: Rig) =>
  (await rig.house.db.selectFrom('posta_in_uscita').select('tipo').orderBy('tipo').execute()).map(({ tipo }) => tipo);

onBoth('what a provider says of an attempt', (rig) => {
  test('a receipt pays the attempt and its notice, and one mail tells so', async () => {
    const id = await aperto(rig);

    expect(await di(rig, id, pagato())).toEqual(['applicata']);

    expect([await stato(rig, id), await statoAvviso(rig)]).toEqual(['pagato', 'pagato']);
    expect(await poste(rig)).toEqual(['pagamento.pagato']);
    expect(await rig.house.db.selectFrom('ricevute').selectAll().execute()).toMatchObject([
      { rif: 'rt-1', pagamento: id, importo_cent: 5000, causale: 'Mensa scolastica', doppia: 0, pagato_il: NOW },
    ]);
  });

  test('a receipt pays the document of the notice, and says that it was a receipt', async () => {
    await scriviDocumento(rig, await scriviPosizione(rig), { numero_avviso: numero(1), importo_cent: 5000 });
    const { id } = await scriviPagamento(
      rig,
      [{ ente: 'borgo', numero_avviso: numero(1), causale: 'TARI', importo_cent: 5000 }],
      { stato: 'aperto' },
    );
    await di(rig, id, pagato());
    expect(await rig.house.db.selectFrom('documenti').select(['stato', 'stato_da']).execute()).toEqual([
      { stato: 'pagato', stato_da: 'ricevuta' },
    ]);
  });

  test('told again it changes nothing, told 200 times at once it counts once', async () => {
    const id = await aperto(rig);
    const uno = () => applica({ house: rig.house, now: NOW }, id, pagato());

    const esiti = await Promise.all(Array.from({ length: 200 }, uno));

    expect(esiti.filter((e) => e === 'applicata')).toHaveLength(1);
    expect(esiti.filter((e) => e === 'ripetuta')).toHaveLength(199);
    expect([await count(rig, 'ricevute'), await poste(rig), rig.reports]).toEqual([1, ['pagamento.pagato'], []]);
  });

  test.each(['annullato', 'scaduto', 'fallito', 'in_attesa', 'aperto'] as const)(
    '%s after paid: it stays paid',
    async (dopo) => {
      const id = await aperto(rig);
      expect(await di(rig, id, pagato(), senza(dopo))).toEqual(['applicata', 'ignorata']);
      expect([await stato(rig, id), await statoAvviso(rig)]).toEqual(['pagato', 'pagato']);
    },
  );

  test.each(['annullato', 'scaduto', 'fallito'] as const)('a receipt after %s wins', async (prima) => {
    const id = await aperto(rig);
    expect(await di(rig, id, senza(prima), pagato())).toEqual(['applicata', 'applicata']);
    expect([await stato(rig, id), await statoAvviso(rig)]).toEqual(['pagato', 'pagato']);
  });

  test('follows the table of transitions, and no other way', async () => {
    const dette = { in_attesa: 'in_verifica', annullato: 'annullato', scaduto: 'scaduto', fallito: 'non_completato' };
    for (const da of statiPagamento)
      for (const [detto, a] of Object.entries(dette) as [EsitoFornitore['stato'], StatoPagamento][]) {
        await rig.reset();
        const id = await aperto(rig, { stato: da });
        await di(rig, id, senza(detto));
        expect([da, detto, await stato(rig, id)]).toEqual([da, detto, TRANSIZIONI[da].includes(a) ? a : da]);
      }
  });

  test('paid without a receipt is no proof: it is being verified', async () => {
    const id = await aperto(rig);
    await di(rig, id, senza('pagato'));
    expect([await stato(rig, id), await statoAvviso(rig), await poste(rig)]).toEqual(['in_verifica', 'da_pagare', []]);
  });

  test.each([
    ['another amount', { importo_cent: 4999 }],
    ['another notice', { numero_avviso: numero(2) }],
    ['another body', { dominioEC: ENTI.valle.codice_fiscale }],
  ])('a receipt for %s pays nothing, alarms once, and no clock ends the attempt', async (_cosa, over) => {
    const id = await aperto(rig);
    await avviso(rig, 2);

    const storta = pagato(ricevuta(1, over));
    expect(await di(rig, id, storta, storta, senza('scaduto'))).toEqual(['discordante', 'discordante', 'ignorata']);

    expect([await stato(rig, id), await statoAvviso(rig), await statoAvviso(rig, 2)]).toEqual([
      'in_verifica',
      'da_pagare',
      'da_pagare',
    ]);
    expect([await count(rig, 'ricevute'), rig.reports.length, await poste(rig)]).toEqual([0, 1, []]);
  });

  test('after an alarm, the right receipt still pays', async () => {
    const id = await aperto(rig);
    expect(await di(rig, id, pagato(ricevuta(1, { importo_cent: 1 })), pagato())).toEqual(['discordante', 'applicata']);
    expect(await stato(rig, id)).toBe('pagato');
  });

  test('nobody’s attempt: nothing is written', async () => {
    const prima = await rig.dump();
    expect(await di(rig, 'non-esiste-da-nessuna-parte', pagato())).toEqual(['ignorata']);
    expect(await rig.dump()).toBe(prima);
  });

  test('who was told to wait is told that it failed; who was not, is not', async () => {
    const aspetta = await aperto(rig);
    await di(rig, aspetta, senza('in_attesa'), senza('scaduto'));
    expect(await poste(rig)).toEqual(['pagamento.fallito']);

    const altro = await scriviPagamento(rig, [await avviso(rig, 2)], { stato: 'aperto' });
    await di(rig, altro.id, senza('scaduto'));
    expect(await poste(rig)).toEqual(['pagamento.fallito']);
  });

  test('one address is told of three failures a day, however it is spelt; a citizen’s own of each', async () => {
    const user = await conto(rig, { email: 'Anna@Esempio.it' });
    const fallisce = async (n: number, over: Partial<Pagamento>) => {
      const { id } = await scriviPagamento(rig, [await avviso(rig, n)], { stato: 'in_verifica', ...over });
      await di(rig, id, senza('scaduto'));
      expect(await stato(rig, id)).toBe('scaduto');
    };
    for (const n of [1, 2, 3, 4, 5]) await fallisce(n, { email: `vittima+${n}@esempio.it` });
    expect(await poste(rig)).toHaveLength(3);
    for (const n of [11, 12, 13, 14]) await fallisce(n, { email: 'anna@esempio.it', utente: user.id });
    expect(await poste(rig)).toHaveLength(7);
    rig.clock.pass(25 * HOUR);
    await fallisce(21, { email: 'vittima@esempio.it' });
    expect(await poste(rig)).toHaveLength(8);
  });

  test('a cart is paid when its last receipt is there; until then the rest is being verified', async () => {
    const due = [await avviso(rig), await avviso(rig, 2)];
    const { id } = await scriviPagamento(rig, due, { stato: 'aperto' });

    await di(rig, id, { stato: 'in_attesa', ricevute: [ricevuta(1)] });
    expect([await stato(rig, id), await statoAvviso(rig, 1), await statoAvviso(rig, 2)]).toEqual([
      'in_verifica',
      'pagato',
      'da_pagare',
    ]);
    // Money went into it: no word that it failed is believed.
    await di(rig, id, senza('scaduto'), senza('fallito'));
    expect(await stato(rig, id)).toBe('in_verifica');

    await di(rig, id, pagato(ricevuta(1), ricevuta(2)));
    expect([await stato(rig, id), await statoAvviso(rig, 2), await count(rig, 'ricevute')]).toEqual([
      'pagato',
      'pagato',
      2,
    ]);
  });

  test('a notice paid twice: both receipts are kept, the second is marked and reported', async () => {
    const suo = await avviso(rig);
    const [uno, due] = [
      await scriviPagamento(rig, [suo], { stato: 'aperto' }),
      await scriviPagamento(rig, [suo], { stato: 'aperto', fornitore: 'mooney', proprietario: 'w' }),
    ];
    await di(rig, uno.id, pagato());
    await di(rig, due.id, pagato(ricevuta(1, { rif: 'ord-9' })));

    expect([await stato(rig, uno.id), await stato(rig, due.id), rig.reports.length]).toEqual(['pagato', 'pagato', 1]);
    const righe = await rig.house.db.selectFrom('ricevute').select(['rif', 'doppia']).orderBy('doppia').execute();
    expect(righe).toEqual([
      { rif: 'rt-1', doppia: 0 },
      { rif: 'ord-9', doppia: 1 },
    ]);
  });

  test('a notice paid twice, told in one word: both receipts are kept', async () => {
    const id = await aperto(rig);
    const due = pagato(ricevuta(), ricevuta(1, { rif: 'rt-1-bis' }));
    expect(await di(rig, id, due, due)).toEqual(['applicata', 'ripetuta']);
    expect([await stato(rig, id), await count(rig, 'ricevute'), rig.reports.length]).toEqual(['pagato', 2, 1]);
  });

  test('who paid twice is told so, and has both receipts; who only has the reference is not', async () => {
    const anna = caller(rig);
    const id = await aperto(rig, { proprietario: anna.visitor });
    await di(rig, id, pagato(ricevuta(1, { rif: 'uno' }), ricevuta(1, { rif: 'due' })));
    const doppio = async (chi: Caller) => (await chi.call('esitoPagamento', { riferimento: id })).body.data.doppio;

    expect([await doppio(anna), await doppio(caller(rig))]).toEqual([true, undefined]);
    const { ricevute } = await tentativo({ house: rig.house, db: rig.house.db }, id);
    expect(ricevute.map(({ rif, doppia }) => [rif, doppia])).toEqual([
      ['uno', 0],
      ['due', 1],
    ]);
  });

  test('two receipts of one notice at once: one of them is the second', async () => {
    const suo = await avviso(rig);
    const aperti = await Promise.all(
      Array.from({ length: 10 }, () => scriviPagamento(rig, [suo], { stato: 'aperto', fornitore: 'mooney' })),
    );
    await Promise.all(
      aperti.map(({ id }, i) => applica({ house: rig.house, now: NOW }, id, pagato(ricevuta(1, { rif: `ord-${i}` })))),
    );
    const righe = await rig.house.db.selectFrom('ricevute').select('doppia').execute();
    expect(righe.map(({ doppia }) => doppia).sort()).toEqual([0, ...Array(9).fill(1)]);
  });

  test.each(['rateizzato', 'annullato'])(
    'a receipt of what a decision has made %s counts, and is reported',
    async (deciso) => {
      const posizione = await scriviPosizione(rig);
      const suo = await scriviDocumento(rig, posizione, {
        numero_avviso: numero(1),
        importo_cent: 5000,
        stato: deciso,
      });
      const voce = { ente: 'borgo', numero_avviso: numero(1), causale: 'TARI', importo_cent: 5000 };
      const { id } = await scriviPagamento(rig, [voce], { stato: 'aperto' });
      await di(rig, id, pagato());
      const { stato: dopo } = await rig.house.db
        .selectFrom('documenti')
        .select('stato')
        .where('id', '=', suo.id)
        .executeTakeFirstOrThrow();
      expect([dopo, await stato(rig, id), rig.reports.map(String)]).toEqual([
        'pagato',
        'pagato',
        [expect.stringContaining('dopo che il documento era stato rateizzato o annullato')],
      ]);
    },
  );

  test('an attempt that is about to change lets another, which holds the notice, write a receipt of it', async () => {
    const suo = await avviso(rig);
    const { id } = await scriviPagamento(rig, [suo], { stato: 'aperto' });
    const { house } = rig;
    const altro = () =>
      house.db.transaction().execute(async (db) => {
        await trattieni({ house, db }, [suo]);
        await scriviRicevuta({ house: { ...house, db } }, suo, { pagamento: id });
      });
    const [scritta] = await house.db.transaction().execute(async (db) => {
      await tentativoDaCambiare({ house, db }, id);
      const scritta = altro();
      // SQLite has one transaction at a time: there the other waits for this one, and this one for nobody.
      if (house.dialect === 'postgres') await scritta;
      await trattieni({ house, db }, [suo]);
      return [scritta];
    });
    await scritta;
    expect(await count(rig, 'ricevute')).toBe(1);
  });

  test('one receipt found by three carts of two people counts once: each is told that it is paid, nobody has it', async () => {
    const suo = await avviso(rig);
    const apri = (proprietario: string) => scriviPagamento(rig, [suo], { stato: 'aperto', proprietario });
    const [mio, anche, altrui] = [await apri('v'), await apri('v'), await apri('w')];
    for (const { id } of [mio, anche, altrui]) await di(rig, id, pagato());

    expect(await Promise.all([mio, anche, altrui].map(({ id }) => stato(rig, id)))).toEqual([
      'pagato',
      'pagato',
      'pagato',
    ]);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: null }]);
    expect([await poste(rig), rig.reports]).toEqual([Array(3).fill('pagamento.risulta_pagato'), []]);
  });

  test('of two carts of one person, a receipt is of the one whose browser came back, whichever asks first', async () => {
    const suo = await avviso(rig);
    const apri = () => scriviPagamento(rig, [suo], { stato: 'aperto', proprietario: 'v' });
    const [altro, mio] = [await apri(), await apri()];
    const ctx = { ...{ house: rig.house, db: rig.house.db, now: NOW, visitor: 'v' }, user: null } as unknown as Ctx;
    for (const ritorno of ['ok', 'annullato'] as const) await segnaTornato({ ...ctx, visitor: 'x' }, mio.id, ritorno);
    expect(await stato(rig, mio.id)).toBe('aperto');
    await segnaTornato(ctx, mio.id, 'ok');
    for (const { id } of [altro, mio]) await di(rig, id, pagato());

    expect([await stato(rig, altro.id), await stato(rig, mio.id)]).toEqual(['pagato', 'pagato']);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: mio.id }]);
    const mail = await rig.house.db.selectFrom('posta_in_uscita').select('dati_json').execute();
    expect(mail.map(({ dati_json }) => JSON.parse(dati_json))).toEqual([{ pagamento: mio.id }]);
  });

  test('who came back as if they had paid is written to when no confirmation comes', async () => {
    const id = await aperto(rig, { proprietario: 'v' });
    const ctx = { ...{ house: rig.house, db: rig.house.db, now: NOW, visitor: 'v' }, user: null } as unknown as Ctx;
    await segnaTornato(ctx, id, 'attesa');
    await di(rig, id, senza('scaduto'));
    expect([await stato(rig, id), await poste(rig)]).toEqual(['scaduto', ['pagamento.fallito']]);
    await segnaTornato(ctx, id, 'ok');
    expect(await stato(rig, id)).toBe('scaduto');
  });

  test('a cart that its owner left is cancelled by them, and by nobody else; paid after all, it is paid once', async () => {
    const id = await aperto(rig, { proprietario: 'v' });
    const ctx = { ...{ house: rig.house, db: rig.house.db, now: NOW, visitor: 'v' }, user: null } as unknown as Ctx;
    await segnaTornato({ ...ctx, visitor: 'x' }, id, 'annullato');
    expect(await stato(rig, id)).toBe('aperto');
    await segnaTornato(ctx, id, 'annullato');
    expect(await stato(rig, id)).toBe('annullato');
    expect(await di(rig, id, pagato(), pagato())).toEqual(['applicata', 'ripetuta']);
    expect([await stato(rig, id), await count(rig, 'ricevute'), await poste(rig)]).toEqual([
      'pagato',
      1,
      ['pagamento.pagato'],
    ]);
  });

  test('who goes back to a cart they left and pays is told to wait, whatever address they open after that', async () => {
    const id = await aperto(rig, { proprietario: 'v' });
    const ctx = { ...{ house: rig.house, db: rig.house.db, now: NOW, visitor: 'v' }, user: null } as unknown as Ctx;
    for (const ritorno of ['annullato', 'ok', 'annullato', 'errore'] as const) await segnaTornato(ctx, id, ritorno);
    expect(await stato(rig, id)).toBe('in_verifica');
  });

  test('an order at the second provider is not cancelled by an address', async () => {
    const id = await aperto(rig, { proprietario: 'v', fornitore: 'mooney' });
    const ctx = { ...{ house: rig.house, db: rig.house.db, now: NOW, visitor: 'v' }, user: null } as unknown as Ctx;
    await segnaTornato(ctx, id, 'annullato');
    expect(await stato(rig, id)).toBe('aperto');
  });

  test('a receipt of days before the cart was paid elsewhere: the notice is paid, the attempt is not', async () => {
    const id = await aperto(rig);
    await di(rig, id, pagato(ricevuta(1, { pagato_il: NOW - 2 * DAY })));
    expect([await stato(rig, id), await statoAvviso(rig), await poste(rig)]).toEqual(['non_completato', 'pagato', []]);
    expect(await rig.house.db.selectFrom('ricevute').select('pagamento').execute()).toEqual([{ pagamento: null }]);
  });

  test('inside a transaction that fails nothing of it stays', async () => {
    const id = await aperto(rig);
    const prima = await rig.dump();
    const fallita = rig.house.db.transaction().execute(async (db) => {
      expect(await applica({ house: rig.house, db, now: NOW }, id, pagato())).toBe('applicata');
      throw new Error('poi qualcosa va storto');
    });
    await expect(fallita).rejects.toThrow('storto');
    expect(await rig.dump()).toBe(prima);
  });
});

onBoth('reading the outcome', (rig) => {
  const leggi = async (riferimento: string, chi = caller(rig)) => chi.call('esitoPagamento', { riferimento });

  test('whoever has the reference reads it; the receipt is for who paid', async () => {
    const anna = caller(rig);
    const id = await aperto(rig, { proprietario: anna.visitor });
    await di(rig, id, pagato());

    const suo = (await leggi(id, anna)).body.data;
    expect(suo).toMatchObject({
      ...{ stato: 'pagato', IUV: numero(1).slice(1), ente: 'Comune di Borgo', causale: 'Mensa scolastica' },
      ...{ importo_cent: 5000, pagato_il: new Date(NOW).toISOString(), fornitore: 'pagopa', annullabile: false },
      ricevuta: `/api/v1/portale/pagamenti/${id}/ricevuta`,
      avvisi: [{ numero_avviso: numero(1), dominioEC: ENTI.borgo.codice_fiscale, importo_cent: 5000, pagato: true }],
    });
    const { ricevuta: sua, ...pubblico } = suo;
    expect((await leggi(id)).body.data).toEqual(pubblico);
    expect((await leggi(id, caller(rig, { user: cittadino('altra') }))).body.data).toEqual(pubblico);
  });

  test('an address called by hand with “ok” proves nothing', async () => {
    const id = await aperto(rig, { controllato: NOW - HOUR });
    for (const di of [{}, { e: 'ok' }, { esito: 'OK', importo: 5000, stato: 'pagato' }]) {
      const { body } = await caller(rig).call('esitoPagamento', { riferimento: id, ...di });
      expect([body.data.stato, body.data.ricevuta, body.data.avvisi[0].pagato]).toEqual([
        'in_verifica',
        undefined,
        false,
      ]);
    }
  });

  test.each(['non-esiste-da-nessuna-parte', '-', 'x y'])(
    'a reference nobody has finds nothing: %s',
    async (riferimento) => {
      expect((await leggi(riferimento)).status).toBe(404);
    },
  );

  test('a notice that its body says is paid is shown as paid, and no attempt for that', async () => {
    const id = await aperto(rig, { stato: 'scaduto' });
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    const { stato: esito, avvisi } = (await leggi(id)).body.data;
    expect([esito, avvisi[0].pagato]).toEqual(['scaduto', true]);
  });

  test('of a notice that several people were paying it says that it is paid, and gives nobody the receipt', async () => {
    const [anna, bruno] = [caller(rig), caller(rig)];
    const suo = await avviso(rig);
    const apri = (di: string) => scriviPagamento(rig, [suo], { stato: 'aperto', proprietario: di });
    const [primo, secondo] = [await apri(anna.visitor), await apri(bruno.visitor)];
    for (const { id } of [primo, secondo]) await di(rig, id, pagato());
    for (const [{ id }, chi] of [
      [primo, anna],
      [secondo, bruno],
    ] as const) {
      const { stato: esito, ricevuta: data, senza_ricevuta, avvisi } = (await leggi(id, chi)).body.data;
      expect([esito, data, senza_ricevuta, avvisi[0].pagato]).toEqual(['pagato', undefined, true, true]);
    }
  });
});

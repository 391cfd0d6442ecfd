import { expect, test } from 'vitest';
import { caller, cittadino, count, DAY, HOUR, onBoth, type Rig } from '../../../../tests/rig.ts';
import { isNumeroAvviso } from '../../../platform/atoms/numero-avviso.ts';
import { PaymentError } from '../../../platform/payments.ts';
import type { ServizioPagamento } from './campi.ts';
import { nuovoNumero } from './numerazione.server.ts';
import { PAROLE, RIFIUTI } from './rifiuti.ts';
import { applica } from './tentativi.server.ts';
import { scadiAbbandonati } from './verifica.server.ts';

const MENSA: ServizioPagamento = {
  ...{ codice: 'mensa', nome: 'Mensa scolastica', elenchi: ['PPA'], tassonomia: '9/0105107TS/' },
  campi: [
    { nome: 'alunno', etichetta: 'Nome dell’alunno', tipo: 'testo', obbligatorio: true },
    { nome: 'targa', etichetta: 'Targa', tipo: 'targa', obbligatorio: false },
  ],
  ...{ min_cent: 500, max_cent: 20_000 },
};
const servizio = ({ house }: Rig, over: Partial<ServizioPagamento> = {}) => {
  const dati = { ...MENSA, ...over };
  const riga = { ente: 'borgo', codice: dati.codice, ordine: 1, dati_json: JSON.stringify(dati) };
  return house.db.insertInto('servizi_pagamento').values(riga).execute();
};
const CF = 'BNCNNA80A41H501R';
const modulo = (over: Record<string, unknown> = {}) => ({
  ...{ ente: 'borgo', servizio: 'mensa', campi: { alunno: 'Bianchi Luca' }, importo_cent: 2550 },
  ...{ pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: CF }, emailDebitore: 'anna@esempio.it' },
  ...over,
});
const avvisi = ({ house }: Rig) => house.db.selectFrom('avvisi').selectAll().execute();

onBoth('paying without a notice', (rig) => {
  test('makes a notice of the standard form, registers it, and opens its cart', async () => {
    await servizio(rig);

    const { status, body } = await caller(rig).call('pagaSpontaneo', modulo({ causale: 'Mese di ottobre' }));

    const { IUV, numero_avviso, riferimento, redirect } = body.data;
    expect([status, redirect]).toEqual([200, 'https://pagopa.example/c/pagopa-1']);
    expect([isNumeroAvviso(numero_avviso), numero_avviso.slice(0, 3), IUV]).toEqual([
      true,
      '301',
      numero_avviso.slice(1),
    ]);
    expect(rig.payments.pagopa.posizioni).toMatchObject([
      { iupd: `portale-${numero_avviso}`, tassonomia: MENSA.tassonomia, avviso: { importo_cent: 2550, numero_avviso } },
    ]);
    expect(await avvisi(rig)).toMatchObject([
      { numero_avviso, importo_cent: 2550, stato: 'da_pagare', causale: 'Mensa scolastica - Mese di ottobre' },
    ]);
    expect(await rig.house.db.selectFrom('pagamenti').select(['id', 'importo_cent']).execute()).toEqual([
      { id: riferimento, importo_cent: 2550 },
    ]);
  });

  test('an amount that the service fixes is not the browser’s to say', async () => {
    await servizio(rig, { importo_cent: 1600 });
    for (const importo_cent of [1, 1600, undefined]) await caller(rig).call('pagaSpontaneo', modulo({ importo_cent }));
    expect((await avvisi(rig)).map((a) => a.importo_cent)).toEqual([1600, 1600, 1600]);
  });

  test.each([0, -1, 1e-9, 1e12, 0.1 + 0.2, 499, 20_001, '1,00', 'NaN', null])(
    'a free amount of %s is refused at its field',
    async (importo_cent) => {
      await servizio(rig);
      const { status, body } = await caller(rig).call('pagaSpontaneo', modulo({ importo_cent }));
      expect([status, Object.keys(body.errors), await count(rig, 'avvisi')]).toEqual([422, ['importo_cent'], 0]);
    },
  );

  test.each([
    [{ campi: {} }, 'campi.alunno'],
    [{ campi: { alunno: 'Luca', targa: '!' } }, 'campi.targa'],
    [{ ente: 'altrove' }, 'ente'],
    [{ ente: 'valle' }, 'servizio'],
    [{ servizio: 'altro' }, 'servizio'],
    [{ causale: 'vai su www.truffa.test' }, 'causale'],
    [{ causale: 'scrivi a eva@truffa.test' }, 'causale'],
    [{ causale: 'Sig.ra truffa。it' }, 'causale'],
    [{ causale: 'dott．ssa.it/x' }, 'causale'],
    [{ pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'X' } }, 'pagatore.codice_fiscale'],
  ])('%j: told at its field, nothing is made', async (over, campo) => {
    await servizio(rig);
    const { status, body } = await caller(rig).call('pagaSpontaneo', modulo(over));
    expect([status, Object.keys(body.errors)]).toEqual([422, [campo]]);
    expect([rig.payments.pagopa.posizioni, await count(rig, 'avvisi')]).toEqual([[], 0]);
  });

  test.each(['Sig.ra Bianchi, rata n.2', 'Dott.ssa Rossi', 'passo carrabile di C.so Italia 3'])(
    '%s is a reason, no address of the web',
    async (causale) => {
      await servizio(rig);
      expect((await caller(rig).call('pagaSpontaneo', modulo({ causale }))).status).toBe(200);
    },
  );

  test('keeps what the service asks for, and nothing else', async () => {
    await servizio(rig);
    await caller(rig).call('pagaSpontaneo', modulo({ campi: { alunno: ' Luca ', altro: 'x' } }));
    expect(JSON.parse((await avvisi(rig))[0]?.dati_json ?? '').campi).toEqual({ alunno: 'Luca' });
  });

  test('a tax code that somebody types puts nothing in its holder’s area; one’s own does', async () => {
    await servizio(rig);
    await caller(rig).call('pagaSpontaneo', modulo());
    await caller(rig, { user: cittadino('anna') }).call('pagaSpontaneo', modulo());
    expect((await avvisi(rig)).map((a) => a.debitore).sort()).toEqual([CF, null]);
  });

  test('a number that the body has had is not given again', async () => {
    await servizio(rig);
    const { pagopa } = rig.payments;
    const anna = caller(rig);
    const numeri = new Set<string>();
    for (let i = 0; i < 5; i++) numeri.add((await anna.call('pagaSpontaneo', modulo())).body.data.numero_avviso);
    expect([numeri.size, new Set(pagopa.posizioni.map(({ iupd }) => iupd)).size]).toEqual([5, 5]);
  });

  test('a provider that does not serve this body, or is away: nothing is kept, and the words say so', async () => {
    await servizio(rig);
    const { pagopa } = rig.payments;
    const away = async () => {
      throw new PaymentError('away', 'giù');
    };
    for (const over of [{ segregazione: () => undefined }, { creaPosizione: away }, { apri: away }]) {
      const chi = caller(rig).at({ ...rig.house, payments: { pagopa: { ...pagopa, ...over } } });
      const { status, body } = await chi.call('pagaSpontaneo', modulo());
      expect([status, body.error.messaggio]).toEqual([503, RIFIUTI.SERVIZIO_NON_DISPONIBILE.message]);
    }
    expect([await count(rig, 'avvisi'), await count(rig, 'pagamenti')]).toEqual([0, 0]);
  });

  test('fifty sends at once with one key make one notice', async () => {
    await servizio(rig);
    const anna = caller(rig, { user: cittadino('anna') });
    const risposte = await Promise.all(
      Array.from({ length: 50 }, () => anna.call('pagaSpontaneo', modulo(), { key: 'chiave-unica' })),
    );
    expect(new Set(risposte.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([risposte[0]?.status, await count(rig, 'avvisi'), await count(rig, 'pagamenti')]).toEqual([200, 1, 1]);
  });

  test('forty different ones at once, on two hosts, make ten positions at the platform; a wrong form costs none', async () => {
    await servizio(rig);
    const anna = caller(rig, { user: cittadino('anna') });
    for (let volta = 0; volta < 12; volta++)
      expect((await anna.call('pagaSpontaneo', modulo({ importo_cent: 1 }))).status).toBe(422);
    const altrove = anna.at(await rig.otherHost());
    const risposte = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? anna : altrove).call('pagaSpontaneo', modulo({ causale: `Mese ${n}` })),
      ),
    );
    const fatte = risposte.filter(({ status }) => status === 200);
    const { posizioni, carrelli } = rig.payments.pagopa;
    expect([fatte.length, posizioni.length, carrelli.length, await count(rig, 'avvisi')]).toEqual([10, 10, 10, 10]);
    expect(risposte.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('abandoned, it is given up after a day and can no longer be paid; a late receipt still counts', async () => {
    await servizio(rig);
    const anna = caller(rig);
    const { numero_avviso, riferimento } = (await anna.call('pagaSpontaneo', modulo())).body.data;
    const [{ causale = '' } = {}] = await avvisi(rig);
    expect(causale).toBe('Mensa scolastica');

    rig.clock.pass(DAY);
    const check = await caller(rig).call('controllaAvviso', { numero_avviso, dominioEC: '80000000000' });
    expect([check.status, check.body.error.messaggio]).toEqual([409, PAROLE.abbandonato]);
    await scadiAbbandonati(rig.house);
    expect((await avvisi(rig))[0]).toMatchObject({ stato: 'annullato', stato_da: 'portale' });

    const esito = rig.payments.pagopa.di(riferimento, 'pagato');
    await applica({ house: rig.house, now: rig.house.now() }, riferimento, esito);
    expect((await avvisi(rig))[0]).toMatchObject({ stato: 'pagato', stato_da: 'ricevuta' });
  });

  test('one that somebody is paying is not given up', async () => {
    await servizio(rig);
    await caller(rig).call('pagaSpontaneo', modulo());
    rig.payments.pagopa.guasto = 'away';
    rig.clock.pass(DAY + HOUR);
    await scadiAbbandonati(rig.house);
    expect((await avvisi(rig))[0]?.stato).toBe('da_pagare');
  });
});

test('numbers are 18 digits with the segregation code and check digits that match, none alike', () => {
  const numeri = Array.from({ length: 10_000 }, () => nuovoNumero('07'));
  expect(numeri.every((numero) => isNumeroAvviso(numero) && numero.startsWith('307'))).toBe(true);
  expect(new Set(numeri).size).toBe(numeri.length);
});

test('without a segregation code of two digits no number is made', () => {
  for (const codice of ['', '7', '007', 'ab']) expect(() => nuovoNumero(codice)).toThrow('segregazione');
});

import { expect, test } from 'vitest';
import { callerOf, cittadino, countRows, DAY, HOUR, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { isNumeroAvviso } from '../../../platform/atoms/numero-avviso.ts';
import { PaymentError } from '../../../platform/payments.ts';
import { generateNumeroAvviso } from './numero-avviso.server.ts';
import { RIFIUTI, RIFIUTO_TEXTS } from './rifiuti.ts';
import type { ServizioPagamento } from './servizio-fields.ts';
import { applyEsito } from './tentativi.server.ts';
import { expireAbandoned } from './verifica.server.ts';

const MENSA: ServizioPagamento = {
  codice: 'mensa',
  nome: 'Mensa scolastica',
  elenchi: ['PPA'],
  tassonomia: '9/0105107TS/',
  campi: [
    { nome: 'alunno', etichetta: 'Nome dell’alunno', tipo: 'testo', obbligatorio: true },
    { nome: 'targa', etichetta: 'Targa', tipo: 'targa', obbligatorio: false },
  ],
  min_cent: 500,
  max_cent: 20_000,
};
const servizio = ({ house }: Rig, over: Partial<ServizioPagamento> = {}) => {
  const data = { ...MENSA, ...over };
  const row = { ente: 'borgo', codice: data.codice, ordine: 1, dati_json: JSON.stringify(data) };
  return house.db.insertInto('servizi_pagamento').values(row).execute();
};
const CF = 'BNCNNA80A41H501R';
const spontaneoInput = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  servizio: 'mensa',
  campi: { alunno: 'Bianchi Luca' },
  importo_cent: 2550,
  pagatore: { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: CF },
  emailDebitore: 'anna@esempio.it',
  ...over,
});
const avvisi = ({ house }: Rig) => house.db.selectFrom('avvisi').selectAll().execute();

onOneInTurn('paying without a notice', (rig) => {
  test('a spontaneous payment creates a standard notice, registers it and opens its cart', async () => {
    await servizio(rig);

    const { status, body } = await callerOf(rig).call('pagaSpontaneo', spontaneoInput({ causale: 'Mese di ottobre' }));

    const { IUV, numero_avviso, riferimento, redirect } = body.data;
    expect([status, redirect]).toEqual([200, 'https://pagopa.example/c/pagopa-1']);
    expect([isNumeroAvviso(numero_avviso), numero_avviso.slice(0, 3), IUV]).toEqual([
      true,
      '301',
      numero_avviso.slice(1),
    ]);
    expect(rig.payments.pagopa.posizioni).toMatchObject([
      { iupd: `portale-${numero_avviso}`, taxonomy: MENSA.tassonomia, avviso: { importo_cent: 2550, numero_avviso } },
    ]);
    expect(await avvisi(rig)).toMatchObject([
      { numero_avviso, importo_cent: 2550, stato: 'da_pagare', causale: 'Mensa scolastica - Mese di ottobre' },
    ]);
    expect(await rig.house.db.selectFrom('pagamenti').select(['id', 'importo_cent']).execute()).toEqual([
      { id: riferimento, importo_cent: 2550 },
    ]);
  });

  test('a browser cannot change the fixed amount of a service', async () => {
    await servizio(rig, { importo_cent: 1600 });
    for (const importo_cent of [1, 1600, undefined])
      await callerOf(rig).call('pagaSpontaneo', spontaneoInput({ importo_cent }));
    expect((await avvisi(rig)).map((a) => a.importo_cent)).toEqual([1600, 1600, 1600]);
  });

  test.each([0, -1, 1e-9, 1e12, 0.1 + 0.2, 499, 20_001, '1,00', 'NaN', null])(
    'a free amount of %s is refused at its field',
    async (importo_cent) => {
      await servizio(rig);
      const { status, body } = await callerOf(rig).call('pagaSpontaneo', spontaneoInput({ importo_cent }));
      expect([status, Object.keys(body.errors), await countRows(rig, 'avvisi')]).toEqual([422, ['importo_cent'], 0]);
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
  ])('an invalid form is reported at its field and creates nothing: %j', async (over, field) => {
    await servizio(rig);
    const { status, body } = await callerOf(rig).call('pagaSpontaneo', spontaneoInput(over));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect([rig.payments.pagopa.posizioni, await countRows(rig, 'avvisi')]).toEqual([[], 0]);
  });

  test.each(['Sig.ra Bianchi, rata n.2', 'Dott.ssa Rossi', 'passo carrabile di C.so Italia 3'])(
    'the subject “%s” is accepted, because it contains no web address',
    async (causale) => {
      await servizio(rig);
      expect((await callerOf(rig).call('pagaSpontaneo', spontaneoInput({ causale }))).status).toBe(200);
    },
  );

  test('only the fields that the service asks for are kept', async () => {
    await servizio(rig);
    await callerOf(rig).call('pagaSpontaneo', spontaneoInput({ campi: { alunno: ' Luca ', altro: 'x' } }));
    expect(JSON.parse((await avvisi(rig))[0]?.dati_json ?? '').campi).toEqual({ alunno: 'Luca' });
  });

  test('a typed tax code puts nothing into the area of its holder, and the logged-in citizen’s own does', async () => {
    await servizio(rig);
    await callerOf(rig).call('pagaSpontaneo', spontaneoInput());
    await callerOf(rig, { user: cittadino('anna') }).call('pagaSpontaneo', spontaneoInput());
    expect((await avvisi(rig)).map((a) => a.debitore).sort()).toEqual([CF, null]);
  });

  test('a number that the ente has used before is not given again', async () => {
    await servizio(rig);
    const { pagopa } = rig.payments;
    const anna = callerOf(rig);
    const numeri = new Set<string>();
    for (let i = 0; i < 5; i++)
      numeri.add((await anna.call('pagaSpontaneo', spontaneoInput())).body.data.numero_avviso);
    expect([numeri.size, new Set(pagopa.posizioni.map(({ iupd }) => iupd)).size]).toEqual([5, 5]);
  });

  test('nothing is kept when the provider does not serve this ente or is down, and the words say so', async () => {
    await servizio(rig);
    const { pagopa } = rig.payments;
    const away = async () => {
      throw new PaymentError('away', 'giù');
    };
    for (const over of [{ enteOf: async () => undefined }, { createDebtPosition: away }, { open: away }]) {
      const who = callerOf(rig).at({ ...rig.house, payments: { pagopa: { ...pagopa, ...over } } });
      const { status, body } = await who.call('pagaSpontaneo', spontaneoInput());
      expect([status, body.error.messaggio]).toEqual([503, RIFIUTI.SERVIZIO_NON_DISPONIBILE.message]);
    }
    expect([await countRows(rig, 'avvisi'), await countRows(rig, 'pagamenti')]).toEqual([0, 0]);
  });

  test('fifty sends at once with one key create one notice', async () => {
    await servizio(rig);
    const anna = callerOf(rig, { user: cittadino('anna') });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => anna.call('pagaSpontaneo', spontaneoInput(), { key: 'chiave-unica' })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect([answers[0]?.status, await countRows(rig, 'avvisi'), await countRows(rig, 'pagamenti')]).toEqual([
      200, 1, 1,
    ]);
  });

  test('forty different payments at once, on two hosts, create ten positions at the platform, and an invalid form counts for none', async () => {
    await servizio(rig);
    const anna = callerOf(rig, { user: cittadino('anna') });
    for (let round = 0; round < 12; round++)
      expect((await anna.call('pagaSpontaneo', spontaneoInput({ importo_cent: 1 }))).status).toBe(422);
    const elsewhere = anna.at(await rig.otherHost());
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? anna : elsewhere).call('pagaSpontaneo', spontaneoInput({ causale: `Mese ${n}` })),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    const { posizioni, carrelli } = rig.payments.pagopa;
    expect([made.length, posizioni.length, carrelli.length, await countRows(rig, 'avvisi')]).toEqual([10, 10, 10, 10]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('an abandoned spontaneous payment expires after a day and can no longer be paid, but a late receipt still counts', async () => {
    await servizio(rig);
    const anna = callerOf(rig);
    const { numero_avviso, riferimento } = (await anna.call('pagaSpontaneo', spontaneoInput())).body.data;
    const [{ causale = '' } = {}] = await avvisi(rig);
    expect(causale).toBe('Mensa scolastica');

    rig.clock.pass(DAY);
    const check = await callerOf(rig).call('controllaAvviso', { numero_avviso, dominioEC: '80000000000' });
    expect([check.status, check.body.error.messaggio]).toEqual([409, RIFIUTO_TEXTS.abandoned]);
    await expireAbandoned(rig.house);
    expect((await avvisi(rig))[0]).toMatchObject({ stato: 'annullato', stato_da: 'portale' });

    const esito = rig.payments.pagopa.settle(riferimento, 'pagato');
    await applyEsito({ house: rig.house, now: rig.house.now() }, riferimento, esito);
    expect((await avvisi(rig))[0]).toMatchObject({ stato: 'pagato', stato_da: 'ricevuta' });
  });

  test('a spontaneous payment that is being paid does not expire', async () => {
    await servizio(rig);
    await callerOf(rig).call('pagaSpontaneo', spontaneoInput());
    rig.payments.pagopa.fault = 'away';
    rig.clock.pass(DAY + HOUR);
    await expireAbandoned(rig.house);
    expect((await avvisi(rig))[0]?.stato).toBe('da_pagare');
  });
});

test('generated numbers have 18 digits, the segregation code and valid check digits, and none is repeated', () => {
  const numeri = Array.from({ length: 10_000 }, () => generateNumeroAvviso('07'));
  expect(numeri.every((numero) => isNumeroAvviso(numero) && numero.startsWith('307'))).toBe(true);
  expect(new Set(numeri).size).toBe(numeri.length);
});

test('no number is generated without a segregation code of two digits', () => {
  for (const codice of ['', '7', '007', 'ab']) expect(() => generateNumeroAvviso(codice)).toThrow('segregazione');
});

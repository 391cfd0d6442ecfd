import { expect, test } from 'vitest';
import { writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA } from '../../../../tests/posizioni.ts';
import { callerOf, onOneInTurn } from '../../../../tests/rig.ts';
import { numeroOfRicevuta, numeroOfTentativo, numeroPagamento } from './numero-pagamento.server.ts';

test('the number of a payment never changes, can be read out, and is no part of the reference', () => {
  const id = 'w0NTS5YQ_iEL-2ftGH_lnc8I';
  expect(numeroPagamento(id)).toBe(numeroPagamento(id));
  expect(numeroPagamento(id)).toMatch(/^[34679CDFGHJKMNPQRTVWXY]{5}-[34679CDFGHJKMNPQRTVWXY]{5}$/);
  const others = Array.from({ length: 1000 }, (_, n) => numeroPagamento(`${id}${n}`));
  expect(new Set(others).size).toBe(1000);
});

test('a receipt has the number of its payment; of two attempts of one person on one notice the paid one counts', () => {
  const paid = { id: 'ricevuta', pagamento: 'pagato' };
  expect(numeroOfRicevuta(paid)).toBe(numeroPagamento('pagato'));
  expect(numeroOfRicevuta({ id: 'ricevuta', pagamento: null })).toBe(numeroPagamento('ricevuta'));
  expect(numeroOfTentativo('pagato', [paid])).toBe(numeroPagamento('pagato'));
  expect(numeroOfTentativo('altro', [paid])).toBe(numeroPagamento('pagato'));
  expect(numeroOfTentativo('altro', [])).toBe(numeroPagamento('altro'));
});

const AVVISO = { ente: 'borgo', numero_avviso: '301000000000000017', causale: 'Mensa', importo_cent: 50_00 };

onOneInTurn('the outcome of a payment', (rig) => {
  test('the person who paid rates the service, once and within the prescribed words', async () => {
    const { id } = await writePagamento(rig, [AVVISO], { proprietario: `u:${ANNA.id}`, utente: ANNA.id });
    const anna = callerOf(rig, { user: ANNA });
    const rate = async (fields: object) => (await anna.call('valutaPagamento', { id, ...fields })).body;
    expect(await rate({ stelle: 6 })).toMatchObject({ errors: { stelle: ['Scegli da 1 a 5 stelle.'] } });
    expect(await rate({ stelle: 4, aspetto: 'Non ho avuto problemi tecnici', testo: 'Ok.' })).toEqual({
      data: { registrata: true },
    });
    expect(await rate({ stelle: 1 })).toEqual({ data: { registrata: false } });
    expect(await rig.house.db.selectFrom('valutazioni_pagamenti').selectAll().execute()).toMatchObject([
      { pagamento: id, stelle: 4, aspetto: 'Non ho avuto problemi tecnici', testo: 'Ok.' },
    ]);
  });

  test('the outcome has the number of the list of payments, and says where the receipt goes: in full to its payer, masked to others', async () => {
    const { id } = await writePagamento(rig, [AVVISO], {
      proprietario: `u:${ANNA.id}`,
      utente: ANNA.id,
      email: 'anna.bianchi@esempio.it',
    });
    const readEsito = async (user?: typeof ANNA) =>
      (await callerOf(rig, user && { user }).call('esitoPagamento', { riferimento: id })).body.data;
    expect(await readEsito(ANNA)).toMatchObject({ numero: numeroPagamento(id), ricevuta_a: 'anna.bianchi@esempio.it' });
    expect(await readEsito()).toMatchObject({ numero: numeroPagamento(id), ricevuta_a: 'a***@esempio.it' });
    expect((await callerOf(rig, { user: ANNA }).call('mieiPagamenti')).body.data[0].numero).toBe(numeroPagamento(id));
  });

  test('an outcome that is not known, and a receipt that is mailed to nobody, name no address', async () => {
    const open = await writePagamento(rig, [AVVISO], { stato: 'in_verifica' });
    const paidElsewhere = await writePagamento(rig, [{ ...AVVISO, numero_avviso: '301000000000000118' }], {
      stato: 'scaduto',
    });
    await writeRicevuta(rig, { ...AVVISO, numero_avviso: '301000000000000118' });
    for (const { id } of [open, paidElsewhere])
      expect((await callerOf(rig).call('esitoPagamento', { riferimento: id })).body.data).not.toHaveProperty(
        'ricevuta_a',
      );
  });
});

import { describe, expect, test } from 'vitest';
import { SERVICE_ROWS } from '../../../services.ts';
import type { OwnDocumento } from '../../cases/posizione/documenti-own.contract.ts';
import type { OwnAvviso } from '../../services/paga-online/own-avvisi.contract.ts';
import type { PraticaListItem } from './pratiche.ts';
import { answerInWords, debtsOf, nearDateInWords, payPath, sortOpenPratiche, sumDebts } from './scrivania.ts';

const TODAY = '2026-11-23';

const documento = (over: Partial<OwnDocumento>): OwnDocumento => ({
  Id: 'd',
  numero: 'BS-1',
  tipo: 'TARI',
  sistema: 'tari',
  ente: 'borgo',
  nome_ente: 'Comune di Borgo',
  data: '2026-01-01',
  scadenza: '2026-11-01',
  importo_cent: 100_00,
  stato: 'scaduto' as const,
  azioni: ['paga'],
  richieste: [],
  pdf: null,
  codice_utente: 'BS',
  idRappresentanza: 'r',
  numero_avviso: '301000010010100331',
  ...over,
});

const avviso = (over: Partial<OwnAvviso>): OwnAvviso => ({
  ente: 'borgo',
  nome_ente: 'Comune di Borgo',
  numero_avviso: '302000000900001119',
  causale: 'Rata 3 di 4',
  importo_cent: 61_70,
  scadenza: '2026-12-07',
  stato: 'da_pagare' as const,
  paga: '/servizio/paga-online?numero_avviso=1',
  ...over,
});

const readDebts = (
  documenti: OwnDocumento[],
  avvisi: OwnAvviso[],
  pagamenti: Parameters<typeof debtsOf>[1]['pagamenti'] = [],
) => debtsOf(SERVICE_ROWS, { documenti, avvisi, pagamenti }, () => '80000015554');

describe('what a citizen owes', () => {
  test('is every owed document and every notice to pay, instalments included, and nothing that is paid', () => {
    const sums = sumDebts(
      readDebts(
        [
          documento({}),
          documento({ stato: 'pagato' }),
          documento({ stato: 'rateizzato' }),
          documento({ scadenza: null, stato: 'da_pagare' }),
        ],
        [
          avviso({}),
          avviso({ numero_avviso: '3', scadenza: '2026-12-07', importo_cent: 10_00 }),
          avviso({ scadenza: '2027-01-07' }),
        ],
      ),
      TODAY,
    );
    expect([sums.overdue.debts.length, sums.overdue.cent]).toEqual([1, 100_00]);
    expect([sums.next?.giorno, sums.next?.debts.length, sums.next?.cent]).toEqual(['2026-12-07', 2, 71_70]);
    expect([sums.all.debts.length, sums.all.cent]).toEqual([5, 333_40]);
  });

  test('names each debt with its creditor', () => {
    const debts = readDebts([documento({ nome_ente: 'Città di Portolieve' })], [avviso({})]);
    expect(debts.map(({ subject, nome_ente }) => [subject, nome_ente])).toEqual([
      ['TARI', 'Città di Portolieve'],
      ['Rata 3 di 4', 'Comune di Borgo'],
    ]);
  });

  test('on the very day that it is due it is not overdue yet', () => {
    const sums = sumDebts(readDebts([], [avviso({ scadenza: TODAY })]), TODAY);
    expect([sums.overdue.debts.length, sums.next?.giorno]).toEqual([0, TODAY]);
  });

  test('is nothing when nothing is owed', () => {
    expect(sumDebts([], TODAY)).toMatchObject({ overdue: { debts: [], cent: 0 }, next: null, all: { debts: [] } });
  });

  test('stays in the sum while its payment is being verified, or when it cannot be paid here any more, and is not offered for payment', () => {
    const pending = { numero_avviso: '301000010010100331', altri: [], stato: 'in_verifica' };
    const { overdue } = sumDebts(
      readDebts([documento({})], [avviso({ scadenza: '2026-10-01', paga: null })], [pending]),
      TODAY,
    );
    expect([overdue.debts.length, overdue.cent, overdue.payable]).toEqual([2, 161_70, []]);
  });

  test('one debt is paid at once, several from the list of the due dates', () => {
    const [first] = readDebts([documento({})], []);
    if (!first) throw new Error('no debt');
    expect(payPath([first])).toBe('/servizio/paga-online?avviso=301000010010100331-80000015554');
  });
});

test('debts with notices are paid together in one cart', () => {
  const named = (key: string) => ({
    subject: 'TARI',
    nome_ente: 'Comune di Borgo',
    giorno: null,
    importo_cent: 1,
    linked: key,
    inVerifica: false,
  });
  expect(payPath([named('301000010010100331-80000015554'), named('302000000900000311-80000035552')])).toBe(
    '/servizio/paga-online?avviso=301000010010100331-80000015554&avviso=302000000900000311-80000035552',
  );
});

describe('an open case', () => {
  const pratica = (over: Partial<PraticaListItem>) =>
    ({ id: 'a', stato: 'inviata', termine_il: '2026-12-11', ...over }) as PraticaListItem;

  test('comes first when it waits for the citizen, and closed ones are left out', () => {
    const list = [pratica({}), pratica({ id: 'b', stato: 'conclusa' }), pratica({ id: 'c', stato: 'da_integrare' })];
    expect(sortOpenPratiche(list).map(({ id }) => id)).toEqual(['c', 'a']);
  });

  test('says by when there is an answer, that it is late, or that it waits for the citizen', () => {
    expect(answerInWords(pratica({}), 'decisione', TODAY)).toBe('Avrai risposta entro l’11 dicembre.');
    expect(answerInWords(pratica({}), 'visita', TODAY)).toBe('Ti aspettiamo l’11 dicembre.');
    expect(answerInWords(pratica({ termine_il: '2026-11-20' }), 'decisione', TODAY)).toBe(
      'L’ufficio doveva risponderti entro il 20 novembre: chiedi notizie.',
    );
    expect(answerInWords(pratica({ stato: 'da_integrare', termine_il: '2026-11-20' }), 'decisione', TODAY)).toContain(
      'il termine è fermo',
    );
  });

  test('a near date has no year, and one of another year has it', () => {
    expect([nearDateInWords('2026-12-07', TODAY), nearDateInWords('2027-01-01', TODAY)]).toEqual([
      '7 dicembre',
      '1º gennaio 2027',
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { SERVICE_CODES, SERVICE_ROWS } from '../../../services.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import type { StatoDocumento } from '../../cases/posizione/documenti.ts';
import { azioniOf } from './azioni.ts';
import {
  byUrgency,
  countByStato as countDocumenti,
  filterOf,
  isPayable,
  pendingPagamenti,
  withoutPagamento,
} from './documenti.ts';
import { pageNumbers, pageOf } from './list-pages.ts';
import { countByGroup, groupOf, inGroup, nextOrder, orderOf, type PraticaListItem, sortPratiche } from './pratiche.ts';
import { daysInWords, groupScadenze, scadenze } from './scadenze.ts';
import { greetingOf, posizionePath, SCHEDE, schedaOf, schedaPath } from './schede.ts';

describe('a tab', () => {
  test('is the one asked for, and the overview when there is no such tab', () => {
    expect(schedaOf(SCHEDE, 'scadenze').name).toBe('Scadenze');
    for (const odd of [null, '', 'Scadenze', '__proto__', 'toString'])
      expect(schedaOf(SCHEDE, odd).id).toBe('scrivania');
  });

  test('is the positions for a citizen who came for a form about documents', () => {
    expect(schedaOf(SCHEDE, null, 'riesame').id).toBe('posizioni');
    expect(schedaOf(SCHEDE, 'documenti', 'riesame').id).toBe('documenti');
  });

  test('has an address of its own, without empty parameters', () => {
    expect(schedaPath('documenti')).toBe('/area-riservata?scheda=documenti');
    expect(schedaPath('documenti', { stato: 'pagato', pagina: 2, ordina: undefined, verso: '' })).toBe(
      '/area-riservata?scheda=documenti&stato=pagato&pagina=2',
    );
  });

  test('recognises the forms that begin with a position by their name, and nothing else', () => {
    expect(requestAt(SERVICE_ROWS, 'riesame')?.slug).toBe('riesame');
    for (const odd of [null, 'paga', 'constructor']) expect(requestAt(SERVICE_ROWS, odd)).toBeUndefined();
  });

  test('keeps the codes of a position intact in the address of its documents', () => {
    expect(posizionePath({ idRappresentanza: 'a/b', ente: 'è' }, { servizio: 'riesame' })).toBe(
      '/area-riservata/documenti/a%2Fb/%C3%A8?servizio=riesame',
    );
  });

  test.each([
    ['RSSMRA80A01Z999Y', 'Bentornato Mario'],
    ['BNCNNA85M41Z999R', 'Bentornata Mario'],
    // Two codes that would be alike: figures become letters.
    ['BNCNNA85MQ1Z999R', 'Bentornata Mario'],
  ])('greets the citizen by the tax code (%s)', (codice_fiscale, words) => {
    expect(greetingOf({ nome: 'Mario', codice_fiscale })).toBe(words);
    expect(greetingOf({ nome: 'Mario', codice_fiscale }, true)).toBe(words.replace('Bentornat', 'Benvenut'));
  });
});

describe('a page of a list', () => {
  const fifty = Array.from({ length: 50 }, (_, i) => i);

  test('has twenty rows, and the last page has the rest', () => {
    expect(pageOf(fifty, null)).toMatchObject({ n: 1, pageCount: 3, total: 50, rows: fifty.slice(0, 20) });
    expect(pageOf(fifty, '3').rows).toEqual(fifty.slice(40));
  });

  test('out of range becomes the nearest page', () => {
    expect([pageOf(fifty, '9').n, pageOf(fifty, '0').n, pageOf(fifty, '-1').n, pageOf(fifty, 'x').n]).toEqual([
      3, 1, 1, 1,
    ]);
    expect(pageOf([], '2')).toEqual({ rows: [], n: 1, pageCount: 1, total: 0 });
  });

  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('%i of %i shows the pages beside it, the first and the last', (n, pageCount, shown) => {
    expect(pageNumbers(n, pageCount)).toEqual(shown);
  });
});

const pratica = (over: Partial<PraticaListItem>): PraticaListItem => ({
  id: 'a',
  tipo: 'segnalazione',
  protocollo: '2026/000001',
  codice: 'SF510',
  oggetto: 'Lampione',
  ente: 'borgo',
  stato: 'inviata',
  inviata_il: '2026-11-01T10:00:00.000Z',
  termine_il: '2026-12-01',
  email: 'a@b.it',
  messaggi_non_letti: 0,
  chat: '/segnalazione/chat/a%40b.it/a',
  ...over,
});

describe('the list of cases', () => {
  const a = pratica({ id: 'a', codice: 'SF410', inviata_il: '2026-11-01T10:00:00.000Z', termine_il: '2026-11-11' });
  const b = pratica({ id: 'b', stato: 'da_integrare', inviata_il: '2026-11-02T10:00:00.000Z', messaggi_non_letti: 2 });
  const c = pratica({ id: 'c', stato: 'conclusa', inviata_il: '2026-11-03T10:00:00.000Z', messaggi_non_letti: 1 });
  const ids = (list: PraticaListItem[]) => list.map((p) => p.id).join('');

  test('counts cases by state, and drafts separately', () => {
    expect(countByGroup([a, b, c], 1)).toMatchObject({
      bozza: 1,
      inviate: 1,
      'da-integrare': 1,
      concluse: 1,
      accettate: 0,
    });
    expect(ids(inGroup([a, b, c], 'concluse'))).toBe('c');
    expect(ids(inGroup([a, b, c], 'bozza'))).toBe('');
    expect(ids(inGroup([a, b, c], groupOf('non-esiste')))).toBe('abc');
  });

  test('is sorted newest first by default', () => {
    expect(ids(sortPratiche([a, b, c], orderOf(null, null)))).toBe('cba');
    expect(ids(sortPratiche([a, b, c], orderOf('data', 'su')))).toBe('abc');
    expect(ids(sortPratiche([a, b, c], orderOf('scadenza', null)))).toBe('acb');
    expect(ids(sortPratiche([a, b, c], orderOf('stato', null)))).toBe('abc');
    expect(ids(sortPratiche([a, b, c], orderOf('servizio', null), (codice) => SERVICE_CODES[codice] ?? codice))).toBe(
      'cba',
    );
    expect(ids(sortPratiche([a, b, c], orderOf('__proto__', 'x')))).toBe('cba');
  });

  test('is reversed by a second click on the same column', () => {
    expect(nextOrder({ column: 'data', direction: 'giu' }, 'data')).toEqual({ column: 'data', direction: 'su' });
    expect(nextOrder({ column: 'data', direction: 'giu' }, 'servizio')).toEqual({
      column: 'servizio',
      direction: 'su',
    });
  });
});

describe('a due date', () => {
  const doc = (stato: 'da_pagare' | 'scaduto' | 'pagato', scadenza: string | null) => ({ stato, scadenza });

  test('is listed earliest first, without a day last, and not at all once it is paid', () => {
    const list = scadenze(
      [
        doc('da_pagare', null),
        doc('da_pagare', '2026-12-10'),
        doc('scaduto', '2026-10-01'),
        doc('pagato', '2026-11-21'),
      ],
      [pratica({ stato: 'da_integrare', termine_il: '2026-12-01' }), pratica({ stato: 'inviata' })],
      [{ scadenza: '2026-12-05' }],
      // Half past midnight in Rome.
      [{ inizio: '2026-12-05T23:30:00Z' }],
    );
    expect(list.map((s) => [s.kind, s.giorno])).toEqual([
      ['documento', '2026-10-01'],
      ['pratica', '2026-12-01'],
      ['avviso', '2026-12-05'],
      ['appuntamento', '2026-12-06'],
      ['documento', '2026-12-10'],
      ['documento', null],
    ]);
  });

  test.each([
    ['2026-11-20', 'oggi'],
    ['2026-11-21', 'domani'],
    ['2026-11-19', 'ieri'],
    ['2026-12-20', 'tra 30 giorni'],
    ['2026-11-10', '10 giorni fa'],
  ])('%s is %s', (giorno, words) => {
    expect(daysInWords(giorno, '2026-11-20')).toBe(words);
  });

  test('belongs to documents that are counted and filtered by state', () => {
    const docs = [doc('pagato', null), doc('da_pagare', null), { stato: 'in_pagamento' as const }];
    expect(countDocumenti(docs)).toMatchObject({ pagato: 1, da_pagare: 1, in_pagamento: 1, annullato: 0 });
    expect([filterOf('pagato'), filterOf('pagati'), filterOf(null)]).toEqual(['pagato', undefined, undefined]);
  });
});

describe('the list of payments', () => {
  const pagamento = (numero_avviso: string, stato: string, ...others: string[]) => ({
    numero_avviso,
    stato,
    altri: others,
  });
  const doc = (stato: 'pagato' | 'in_pagamento' | 'da_pagare', numero_avviso?: string) => ({ stato, numero_avviso });

  test('is followed by documents that the ente reports as paid or in payment and that no payment covers', () => {
    const docs = [doc('pagato', '1'), doc('pagato', '2'), doc('pagato', '3'), doc('pagato'), doc('da_pagare', '4')];
    const list = [pagamento('1', 'pagato'), pagamento('9', 'pagato', '2'), pagamento('3', 'in_verifica')];
    // A payment that is being verified here may be reported as paid by the ente.
    expect(withoutPagamento(docs, list)).toEqual([docs[2], docs[3]]);
    expect(withoutPagamento([doc('in_pagamento', '3'), doc('in_pagamento', '5')], list)).toEqual([
      doc('in_pagamento', '5'),
    ]);
  });

  test('shows for each notice of a cart that its payment is being verified', () => {
    const waiting = pendingPagamenti([pagamento('1', 'pagato'), pagamento('2', 'in_verifica', '3')]);
    expect([...waiting.keys()]).toEqual(['2', '3']);
  });
});

describe('an action of a document', () => {
  const doc = {
    numero: 'A.1-2_3',
    sistema: 'Rifiuti TARI',
    azioni: ['paga', 'rateizza', 'istanza'],
    numero_avviso: '301000000000000017',
  };

  test('is offered if the document allows it, and leads to its form', () => {
    expect(azioniOf(SERVICE_ROWS, doc, '80000000000').map((a) => a.href)).toEqual([
      '/servizio/paga-online?avviso=301000000000000017-80000000000',
      '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/A.1-2_3',
      '/servizio/istanza-contribuente/Rifiuti%20TARI/A.1-2_3',
    ]);
  });
});

describe('the list of documents', () => {
  const doc = (stato: StatoDocumento, scadenza: string | null = null) => ({ stato, scadenza });

  test('begins with what is overdue, then what is due soonest; what is done comes last', () => {
    const [paid, late, later, soon, paying] = [
      doc('pagato', '2026-01-01'),
      doc('da_pagare', '2027-02-01'),
      doc('da_pagare'),
      doc('da_pagare', '2026-12-01'),
      doc('in_pagamento', '2020-01-01'),
    ];
    const [older, newer] = [doc('scaduto', '2026-03-01'), doc('scaduto', '2026-09-01')];
    expect(byUrgency([paid, late, newer, later, soon, paying, older])).toEqual([
      older,
      newer,
      soon,
      late,
      later,
      paying,
      paid,
    ]);
  });

  test('offers a box for a notice that can be paid only', () => {
    expect(isPayable({ azioni: ['paga'], numero_avviso: '1' })).toBe(true);
    expect(isPayable({ azioni: ['paga'] })).toBe(false);
    expect(isPayable({ azioni: ['riesame'], numero_avviso: '1' })).toBe(false);
  });
});

describe('due dates in groups', () => {
  const due = (giorno: string | null, cents: number, kind = 'avviso') => ({ kind, giorno, cents });

  test('are overdue ones, then cases that wait, then months, each with its sum and the sum until then', () => {
    const rows = [
      due('2026-11-01', 100),
      due('2026-11-10', 0, 'pratica'),
      due('2026-11-30', 200),
      due('2026-12-11', 300),
      due('2026-12-12', 400),
      due(null, 500),
    ];
    const groups = groupScadenze(rows, (row) => row.cents, '2026-11-20');
    expect(groups.map(({ title, cents, running, isOverdue }) => [title, cents, running, isOverdue])).toEqual([
      ['Scaduti', 100, 100, true],
      ['Aspettano una tua risposta', 0, 100, false],
      ['Novembre 2026', 200, 300, false],
      ['Dicembre 2026', 700, 1000, false],
      ['Senza scadenza', 500, 1500, false],
    ]);
  });
});

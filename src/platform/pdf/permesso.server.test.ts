import { describe, expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../tests/files.ts';
import { pdfFaults } from '../../../tests/pdf-check.ts';
import { objectsOf, textOf } from '../../../tests/pdf-text.ts';
import { type PermessoContent, permessoPdf } from './permesso.server.ts';

const permesso: PermessoContent = {
  ente: { nome: 'Comune di Borgo', colore: '#0066cc', indirizzo: 'Via Roma 1', stemma: ONE_POINT_PNG },
  protocollo: '2026/000124',
  targhe: ['AB123CD'],
  nome_zona: 'Centro storico',
  dal: '2026-11-20',
  al: '2027-11-19',
  codice: 'ABCD-EFGH-JKMN-PQRS',
  verifica: 'https://portale.example/verifica/permesso/ABCDEFGHJKMNPQRS',
  sandbox: true,
  createdAt: Date.parse('2026-11-20T08:05:00Z'),
};

describe('for a screen reader', () => {
  test.each([
    ['of one car', {}],
    [
      'of three cars, without a crest',
      { targhe: ['AB123CD', 'EF456GH', 'ZZ-999'], ente: { ...permesso.ente, stemma: undefined } },
    ],
  ])('a permit %s keeps what a machine can tell of PDF/UA-1', async (_, changes) => {
    expect(await pdfFaults(await permessoPdf({ ...permesso, ...changes }))).toEqual([]);
  });

  test('plates, zone and last day are a table whose rows are named', async () => {
    const pdf = await permessoPdf({ ...permesso, targhe: ['AB123CD', 'EF456GH'] });
    const tags = [...objectsOf(pdf).values()].flatMap((o) => /^<<\n\/S \/(\w+)/.exec(o)?.[1] ?? []);
    const count = (tag: string): number => tags.filter((t) => t === tag).length;
    expect([count('Table'), count('TR'), count('TH'), count('TD')]).toEqual([1, 3, 3, 3]);
    expect(textOf(pdf)).toContain('TARGHE AB123CD EF456GH ZONA Centro storico VALIDO FINO AL 19/11/2027');
  });
});

test('a code of wide letters stays in one line, so that it can be typed from the paper', async () => {
  const codice = 'VYDN-WNDH-C8RR-YDQG';
  expect(textOf(await permessoPdf({ ...permesso, codice }))).toContain(codice);
});

test('a zone whose name cannot be printed leaves a gap, and the paper says what it is', async () => {
  expect(textOf(await permessoPdf({ ...permesso, nome_zona: '中' }))).toMatch(
    /ZONA \[…\] .*Il segno \[…\] sta al posto/,
  );
});

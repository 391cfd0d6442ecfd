import { expect, test } from 'vitest';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { hasValidCheckDigits, parseAvviso } from './avviso.ts';

const NUMERO = '301011100007347557';

test.each([
  NUMERO,
  '3010 1110 0007 3475 57',
  ' 301011100007347557\n',
  '3010-1110-0007-3475-57',
  '3010.1110.0007.3475.57',
  '3010\u00a01110\u00a00007\u00a03475\u00a057',
])('a notice number is read in any grouping: %j', (typed) => {
  expect(parseAvviso(typed)).toEqual({ numero_avviso: NUMERO });
});

test('the text of the QR code gives the number, the ente and the printed amount', () => {
  const parsed = { numero_avviso: NUMERO, dominioEC: '80000015554', importo_cent: 12345 };
  expect(parseAvviso(`PAGOPA|002|${NUMERO}|80000015554|12345`)).toEqual(parsed);
  expect(parseAvviso(`PAGOPA|002|${NUMERO}|\n80000015554|12345\n`)).toEqual(parsed);
  // The Data Matrix of a postal slip: number, account, amount, kind of slip, ente, debtor.
  const slip = `codfase=NBPA;18${NUMERO}1200001234567810000001234538961P180000015554RSSMRA80A01H501UROSSI MARIO`;
  expect(parseAvviso(slip)).toEqual(parsed);
  expect(parseAvviso(`${slip}${' '.repeat(29)}TARI 2026${' '.repeat(101)}            A\n`)).toEqual(parsed);
});

test.each([
  '',
  '30101110000734755',
  '3010111000073475570',
  '401011100007347557',
  'A01011100007347557',
  `codfase=NBPA;18${NUMERO}12000012345678`,
  `PAGOPA|001|${NUMERO}|80000015554|12345`,
  `PAGOPA|002|${NUMERO}|80000015554|`,
  `PAGOPA|002|${NUMERO}|80000015554|1,00`,
  `PAGOPA|002|${NUMERO}|8000001555|100`,
  `PAGOPA|002|${NUMERO}|80000015554|12345678901`,
])('a text that is neither a number nor a QR code is not read: %j', (typed) => {
  expect(parseAvviso(typed)).toBeNull();
});

test('check digits are checked in numbers that have them', () => {
  expect(['301011100007347557', '302012387654312384', '100000000000000000'].map(hasValidCheckDigits)).toEqual([
    true,
    false,
    true,
  ]);
});

test('a notice number is shown in the groups in which it is printed', () => {
  expect(groupDigits(NUMERO)).toBe('3010 1110 0007 3475 57');
});

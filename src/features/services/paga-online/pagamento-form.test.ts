import { expect, test } from 'vitest';
import { fornitoriFor, summariseCarrello } from './carrello-summary.ts';
import type { ShownAvviso } from './paga-online.checks.ts';
import {
  buildSpontaneoBody,
  type CarrelloRow,
  checkCarrello,
  checkSpontaneo,
  formatCarrelloKeys,
  parseCarrelloKeys,
  parseTypedAvviso,
  sortErrors,
  valuesForNext,
} from './pagamento-form.ts';
import { checkServizioFields, type FieldTipo, pickServizioFields } from './servizio-fields.ts';
import type { Servizio } from './shown.ts';

const NUMERO = '302000000900000109';
const ENTE = '80000015554';

const rowOf = (over: Partial<ShownAvviso> = {}): CarrelloRow => {
  const avviso: ShownAvviso = {
    IUV: NUMERO.slice(1),
    numero_avviso: NUMERO,
    dominioEC: ENTE,
    ente: 'Comune di Prova',
    causale: 'Mensa',
    importo_cent: 6450,
    scadenza: null,
    stato: 'da_pagare',
    cifre_tornano: true,
    fornitori: ['pagopa', 'mooney'],
    ...over,
  };
  return { numero_avviso: avviso.numero_avviso, dominioEC: avviso.dominioEC, avviso };
};

test('a notice number is read in any grouping', () => {
  for (const typed of ['3020 0000 0900 0001 09', '302000000900000109', '30200000-0900000109'])
    expect(parseTypedAvviso({ numero_avviso: typed, dominioEC: ENTE }, [], false)).toEqual({
      key: { numero_avviso: NUMERO, dominioEC: ENTE },
    });
});

test('the text of the QR code gives the ente, too', () => {
  const text = `PAGOPA|002|${NUMERO}|${ENTE}|6450`;

  expect(parseTypedAvviso({ numero_avviso: text, dominioEC: '' }, [], false)).toEqual({
    key: { numero_avviso: NUMERO, dominioEC: ENTE },
  });
});

test('the text of the QR code counts for more than the ente that the page suggests', () => {
  const text = `PAGOPA|002|${NUMERO}|${ENTE}|6450`;

  expect(parseTypedAvviso({ numero_avviso: text, dominioEC: '80000025553' }, [], false)).toEqual({
    key: { numero_avviso: NUMERO, dominioEC: ENTE },
  });
});

test('every missing value is reported at its field, all at once', () => {
  const parsed = parseTypedAvviso({ numero_avviso: '12', dominioEC: '' }, [], false);

  expect(Object.keys('errors' in parsed ? parsed.errors : {})).toEqual(['numero_avviso', 'dominioEC']);
});

test('the number alone is enough where the portal finds it, and is not added twice either', () => {
  const typed = { numero_avviso: NUMERO, dominioEC: ' ' };
  expect(parseTypedAvviso(typed, [], true)).toEqual({ key: { numero_avviso: NUMERO } });
  expect(parseTypedAvviso(typed, [rowOf()], true)).toMatchObject({ errors: { numero_avviso: expect.anything() } });
  expect(parseTypedAvviso({ ...typed, dominioEC: '12' }, [], true)).toMatchObject({
    errors: { dominioEC: expect.anything() },
  });
});

test('the same notice cannot be added to the cart twice', () => {
  const parsed = parseTypedAvviso({ numero_avviso: NUMERO, dominioEC: ENTE }, [rowOf()], false);

  expect(parsed).toMatchObject({ errors: { numero_avviso: [expect.stringContaining('già nell’elenco')] } });
});

test('a cart survives its way through a cookie, and holds five', () => {
  const six = Array.from({ length: 6 }, (_, n) => ({ dominioEC: ENTE, numero_avviso: `30200000090000010${n}` }));

  expect(parseCarrelloKeys(formatCarrelloKeys(six))).toEqual(six.slice(0, 5));
  expect(parseCarrelloKeys('12-34 <script>')).toEqual([]);
});

test('the second provider is offered only for a single notice that it takes', () => {
  expect(fornitoriFor([rowOf()])).toEqual(['pagopa', 'mooney']);
  expect(fornitoriFor([rowOf(), rowOf({ numero_avviso: '302000000900000210' })])).toEqual(['pagopa']);
  expect(fornitoriFor([rowOf({ fornitori: ['pagopa'] })])).toEqual(['pagopa']);
});

test('a cart with a refused notice cannot be paid, and its total counts the others', () => {
  const carrello = [rowOf(), { numero_avviso: NUMERO, dominioEC: ENTE, rifiuto: 'già pagato' }];

  expect(summariseCarrello(carrello)).toMatchObject({ count: 2, payable: 1, total_cent: 6450, pending: false });
  expect(fornitoriFor(carrello)).toEqual([]);
  expect(Object.keys(checkCarrello({ emailDebitore: '' }, carrello))).toEqual(['carrello', 'emailDebitore']);
});

const SERVIZIO: Servizio = {
  codice: 'sosta',
  nome: 'Sosta',
  campi: [{ nome: 'targa', etichetta: 'Targa', tipo: 'targa', obbligatorio: true }],
  min_cent: 100,
  max_cent: 5000,
};
const CREDITORE = { codice: 'prova', nome: 'Comune di Prova', codice_fiscale: ENTE };

test('everything that a payment without a notice lacks is reported in the order of its fields', () => {
  const body = buildSpontaneoBody({ ente: CREDITORE, servizio: SERVIZIO }, { importo: '100,00' });

  expect(Object.keys(checkSpontaneo(SERVIZIO, body))).toEqual([
    'campi.targa',
    'importo',
    'pagatore.nome',
    'pagatore.cognome',
    'pagatore.codice_fiscale',
    'emailDebitore',
  ]);
});

test('a fixed amount is never sent', () => {
  const fixed = { ...SERVIZIO, importo_cent: 800 };

  expect(buildSpontaneoBody({ ente: CREDITORE, servizio: fixed }, { importo: '1,00' })).not.toHaveProperty(
    'importo_cent',
  );
});

test('an error of the amount in cents is shown at the field in euro', () => {
  expect(sortErrors(SERVIZIO, { importo_cent: ['troppo'] })).toEqual({ importo: ['troppo'] });
});

test('a day that does not exist in the calendar is refused in a date field', () => {
  const giorno = { nome: 'giorno', etichetta: 'Giorno', tipo: 'data', obbligatorio: true } as const;
  const errorsOf = (value: string) => Object.keys(checkServizioFields([giorno], { giorno: value }));

  expect(errorsOf('2026-12-31')).toEqual([]);
  for (const no of ['2026-02-30', '2026-13-01', '0026-01-01', '31/11/2026'])
    expect(errorsOf(no)).toEqual(['campi.giorno']);
});

test('codes in the fields of a service are stored in one form, however they were typed', () => {
  const campo = (nome: string, tipo: FieldTipo) => ({ nome, etichetta: nome, tipo, obbligatorio: true });
  const campi = [
    campo('auto', 'targa'),
    campo('cf', 'codice_fiscale'),
    campo('pezzi', 'numero'),
    campo('nota', 'testo'),
  ];
  const typed = {
    auto: '\u202aаВ 123-СE\u202c',
    cf: 'rss mra 80a01 h501u\u200e',
    pezzi: '\u202a12\u202c',
    nota: ' Luca\u200b ',
  };
  expect(checkServizioFields(campi, typed)).toEqual({});
  expect(pickServizioFields(campi, { ...typed, altro: 'x' })).toEqual({
    auto: 'AB123CE',
    cf: 'RSSMRA80A01H501U',
    pezzi: '12',
    nota: 'Luca',
  });
  expect(Object.keys(checkServizioFields(campi, { ...typed, auto: '!', cf: '\u200b' }))).toEqual([
    'campi.auto',
    'campi.cf',
  ]);
});

test('the fields for the next notice are empty but for the ente of the last one', () => {
  const own = { dominioEC: '80000015554', numero_avviso: '302000000900000109' };
  expect(valuesForNext({ ...own, emailDebitore: 'a@b.it' }, [own], false)).toEqual({
    numero_avviso: '',
    dominioEC: '80000015554',
    emailDebitore: 'a@b.it',
  });
  expect(valuesForNext({}, [own], false)).toEqual({ numero_avviso: '', dominioEC: '80000015554' });
  expect(valuesForNext({}, [own], true)).toEqual({ numero_avviso: '', dominioEC: '' });
  expect(valuesForNext({ numero_avviso: '3020 0000 0900 0002 10', dominioEC: '' }, [], false)).toEqual({
    numero_avviso: '3020 0000 0900 0002 10',
    dominioEC: '',
  });
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { automezzo, fixedMezzo } from './mezzo.checks.ts';
import { formatMezzoInProgress, type MezzoInProgress, parseMezzoInProgress, parseNamedFiles } from './mezzo-bozza.ts';
import { bodyOf, orderMezzoErrors, valuesOf, valuesOfMezzo } from './mezzo-fields.ts';
import { parseForStima, TIPO_FIELD } from './mezzo-values.ts';

const comuni = { facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: '100', altezza_cm: '200' };
const cartello = {
  [TIPO_FIELD]: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: '2',
  testo: 'Bar',
  dal: '',
  al: '',
  ...comuni,
};
const furgone = { [TIPO_FIELD]: 'Automezzo', targa: 'ab 123 cd', paese: '', categoria_veicolo: 'altra', ...comuni };

test('only the fields of a device are kept of a form', () => {
  expect(valuesOf({ ...cartello, mezzo: 'x', allegati: '[]', larghezza_cm: 3 })).toEqual({
    ...cartello,
    larghezza_cm: undefined,
  });
});

test('each type is sent with its own fields and the shared ones', () => {
  const all = { ...furgone, ...cartello };
  expect(z.safeParse(fixedMezzo, bodyOf(all))).toMatchObject({ success: true, data: { quantita: 2 } });
  const auto = bodyOf({ ...all, [TIPO_FIELD]: 'Automezzo' });
  expect(z.safeParse(automezzo, auto)).toMatchObject({ success: true, data: { targa: 'AB123CD' } });
  expect(Object.keys(auto)).not.toContain('indirizzo');
});

test.each([
  ['zh 123456', 'CH', 'CH:ZH123456'],
  ['CH:ZH123456', '', 'CH:ZH123456'],
  ['CH:ZH123456', 'FR', 'CH:ZH123456'],
  ['AB123CD', 'IT', 'AB123CD'],
  ['', 'CH', ''],
])('the plate %j with the country %j is sent as %j', (targa, paese, expected) => {
  expect(bodyOf({ ...furgone, targa, paese }).targa).toBe(expected);
});

test('a saved device fills its form as it was typed', () => {
  const shown = {
    Id: 'x',
    [TIPO_FIELD]: 'Automezzo',
    targa: 'CH:ZH123456',
    categoria_veicolo: 'altra',
    stima_cent: 1,
  } as const;
  const values = valuesOfMezzo({
    ...shown,
    facce: 'Bifacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 1,
    altezza_cm: 2,
  });
  expect(values).toMatchObject({ targa: 'ZH123456', paese: 'CH', larghezza_cm: '1' });
  expect(bodyOf(values).targa).toBe('CH:ZH123456');
});

test('errors are in the order of the screen, and those of files at the field of their kind', () => {
  const errors = { altezza_cm: ['a'], allegati: ['f'], indirizzo: ['i'], [TIPO_FIELD]: ['t'] };
  expect(Object.keys(orderMezzoErrors(errors, cartello))).toEqual([
    TIPO_FIELD,
    'indirizzo',
    'altezza_cm',
    'file_foto_bozzetti',
  ]);
  expect(Object.keys(orderMezzoErrors({ file_autorizzazione: ['x'] }, cartello))).toEqual(['file_autorizzazione']);
});

test('while no type is chosen the fields of no type are asked for', () => {
  const errors = { [TIPO_FIELD]: ['t'], indirizzo: ['i'], quantita: ['q'], testo: ['x'], facce: ['f'] };
  expect(Object.keys(orderMezzoErrors(errors, {}))).toEqual([TIPO_FIELD, 'facce']);
});

test('an error that names no field of the form is not among the errors of its fields', () => {
  expect(orderMezzoErrors({ mezzi: ['troppi'], dichiarazione: ['x'] }, cartello)).toEqual({});
});

test.each([
  ['a sign', cartello, true],
  ['a vehicle', furgone, true],
  ['no type', { ...cartello, [TIPO_FIELD]: '' }, false],
  ['no such type', { ...cartello, [TIPO_FIELD]: 'toString' }, false],
  ['no faces', { ...cartello, facce: '' }, false],
  ['a vehicle of no category', { ...furgone, categoria_veicolo: '' }, false],
  ['no width', { ...cartello, larghezza_cm: '' }, false],
  ['a width of nothing', { ...cartello, larghezza_cm: '0' }, false],
  ['a negative height', { ...cartello, altezza_cm: '-3' }, false],
  ['an absurd height', { ...cartello, altezza_cm: '5001' }, false],
  ['half a centimetre', { ...cartello, altezza_cm: '1,5' }, false],
  ['no pieces', { ...cartello, quantita: '' }, false],
  ['an end before the beginning', { ...cartello, dal: '2026-12-02', al: '2026-12-01' }, false],
])('%s can be estimated: %s', (_, values, expected) => {
  expect(parseForStima(values as Record<string, string>) !== undefined).toBe(expected);
});

const IN_PROGRESS: MezzoInProgress = {
  mezzo: 'nuovo',
  valori: cartello,
  file: [{ Id: 'a'.repeat(22), categoria: 'autorizzazione' }],
};

test('a half-typed device is read from the draft as it was left', () => {
  expect(parseMezzoInProgress(formatMezzoInProgress(IN_PROGRESS))).toEqual(IN_PROGRESS);
});

test('a half-typed device always fits into the draft', () => {
  const long = Object.fromEntries(Object.keys(cartello).map((name) => [name, '"\u0000'.repeat(50_000)]));
  const file = Array.from({ length: 30 }, (_, n) => ({
    Id: `${n}`.padStart(64, 'x'),
    categoria: 'foto_bozzetti' as const,
  }));
  const text = formatMezzoInProgress({ mezzo: 'm'.repeat(64), valori: long, file });
  expect(text.length).toBeLessThanOrEqual(8000);
  expect(parseMezzoInProgress(text)?.file).toHaveLength(30);
});

test.each([undefined, '', '{', 'null', '[]', '{"mezzo":3}', '"x"'])(
  'a draft with %j holds no half-typed device',
  (text) => {
    expect(parseMezzoInProgress(text)).toBeNull();
  },
);

test.each([
  '',
  '{',
  'null',
  '{}',
  '[1,null,{"Id":3,"categoria":"autorizzazione"},{"Id":"x","categoria":"altra"}]',
  undefined,
])('a list of files written as %j names none', (text) => {
  expect(parseNamedFiles(text)).toEqual([]);
});

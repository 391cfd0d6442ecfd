import { expect, test } from 'vitest';
import { declaredCartello } from '../../../../tests/typed-mezzi.ts';
import {
  countText,
  filterRows,
  findMissing,
  findRow,
  listAzioni,
  type MezzoRow,
  rowsOf,
  statoText,
} from './mezzi-list.ts';

const { azione: _azione, allegati: _allegati, ...prima } = declaredCartello('m1', { larghezza_cm: 80 });

const ROWS = {
  nuovo: declaredCartello('r1'),
  tolto: declaredCartello('r2', { tolto: true }),
  invariato: declaredCartello('m1', { azione: 'variazione', mezzo: 'm1' }),
  modificato: declaredCartello('r3', { azione: 'variazione', mezzo: 'm1', prima }),
  cessa: declaredCartello('r4', {
    azione: 'cessazione',
    mezzo: 'm1',
    cessazione: { dal: '2026-12-01', motivo: 'Attività <chiusa>' },
  }),
  annullata: declaredCartello('r5', { azione: 'cessazione', mezzo: 'm1', tolto: true }),
};
const rowNamed = (name: keyof typeof ROWS): MezzoRow => rowsOf({ mezzi: [ROWS[name]] })[0] as MezzoRow;

test.each([
  ['nuovo', 'nuovo', 'r1', 'Nuovo'],
  ['tolto', 'tolto', 'r2', 'Tolto'],
  ['invariato', 'invariato', 'm1', 'Invariato'],
  ['modificato', 'modificato', 'm1', 'Modificato'],
  ['cessa', 'cessa', 'm1', 'Cessa dal 01/12/2026'],
  ['annullata', 'invariato', 'm1', 'Invariato'],
] as const)('a device that is %s is %s, under its own id', (nome, stato, id, parole) => {
  expect(rowNamed(nome)).toMatchObject({ stato, id, numero: 1 });
  expect(statoText(rowNamed(nome))).toBe(parole);
});

test('a change of the position’s device that was taken back can be put back', () => {
  expect(rowNamed('annullata')).toMatchObject({ cancelled: 'cessazione', declared: { Id: 'r5' } });
});

test('the other rows keep their numbers when one is removed', () => {
  const rows = rowsOf({ mezzi: [ROWS.nuovo, ROWS.tolto, declaredCartello('r9')] });
  expect(rows.map((r) => r.numero)).toEqual([1, 2, 3]);
  expect(countText('nuovo', rows)).toBe('2 mezzi');
});

test('a row is found by its own id and by the device’s, and a removed row only on request', () => {
  const d = { mezzi: [ROWS.modificato, ROWS.tolto] };
  expect([findRow(d, 'r3').id, findRow(d, 'm1').id]).toEqual(['m1', 'm1']);
  for (const id of ['r2', 'altro'])
    expect(() => findRow(d, id)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(findRow(d, 'r2', true).stato).toBe('tolto');
});

test.each([
  ['', 3],
  ['   ', 3],
  ['cartello', 2],
  ['CARTELLO piu', 1],
  ['bar', 2],
  ['3', 1],
  ['ab123', 1],
  ['telo', 0],
  ['è', 3],
])('a search for «%s» finds %i of three', (search, found) => {
  const auto = declaredCartello('r8', { Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD' });
  const rows = rowsOf({
    mezzi: [
      declaredCartello('r6', { indirizzo: 'Piazza Più' }),
      declaredCartello('r7', { indirizzo: 'Viale Verdi', testo: 'Bar' }),
      { ...auto, indirizzo: undefined, testo: undefined },
    ],
  });
  expect(filterRows(rows, search)).toHaveLength(found);
});

test.each([
  ['nuovo', ['nuovo'], undefined],
  ['nuovo', ['tolto'], /Aggiungi almeno un mezzo/],
  ['nuovo', [], /Aggiungi almeno un mezzo/],
  ['variazione', ['invariato', 'annullata'], /Non hai ancora cambiato niente/],
  ['variazione', ['modificato'], undefined],
  ['cessazione', ['invariato'], /quale mezzo cessa/],
  ['cessazione', ['cessa'], undefined],
] as const)('the next step of a %s with %j asks for what is missing', (tipo, names, parole) => {
  const text = findMissing(tipo, names.map(rowNamed));
  if (parole) expect(text).toMatch(parole);
  else expect(text).toBeUndefined();
});

test('the list counts its devices by state', () => {
  const rows = (['invariato', 'modificato', 'cessa', 'nuovo', 'nuovo', 'tolto'] as const).map(rowNamed);
  expect(countText('variazione', rows)).toBe('5 mezzi: 2 nuovi, 1 modificato, 1 che cessa, 1 invariato');
  expect(countText('nuovo', rows.slice(3, 4))).toBe('1 mezzo');
  expect(countText('cessazione', [])).toBe('0 mezzi');
});

test.each([
  ['nuovo', 'nuovo', ['Modifica', 'Duplica', 'Togli']],
  ['tolto', 'nuovo', ['Annulla']],
  ['invariato', 'variazione', ['Modifica', 'Cessa']],
  ['invariato', 'cessazione', ['Cessa']],
  ['annullata', 'cessazione', ['Cessa']],
  ['modificato', 'variazione', ['Modifica', 'Annulla la modifica']],
  ['cessa', 'cessazione', ['Cambia la cessazione', 'Annulla la cessazione']],
] as const)('a device that is %s in a declaration «%s» offers %j', (name, tipo, words) => {
  expect(listAzioni(rowNamed(name), tipo).map(({ word }) => word)).toEqual(words);
});

test('a device of another open declaration offers nothing as long as it is unchanged', () => {
  expect(listAzioni({ ...rowNamed('invariato'), busy: true }, 'variazione')).toEqual([]);
  expect(listAzioni({ ...rowNamed('modificato'), busy: true }, 'variazione')).toHaveLength(2);
});

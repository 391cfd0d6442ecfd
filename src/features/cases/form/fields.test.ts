import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FieldControl } from '../../../ui/form/FieldControl.tsx';
import {
  choiceField,
  dayField,
  declarationField,
  filesField,
  integerField,
  longTextField,
  optionalField,
  specialField,
  textField,
  tickField,
} from '../../../ui/form/fields.ts';
import { fieldGroup, formFields, joinFields } from './fields.ts';
import { rowsOf } from './section.tsx';

const FIELDS = formFields({
  tipo: choiceField({ label: 'Tipo', options: { a: 'Primo', b: 'Secondo' }, missing: 'Scegli il tipo.' }),
  dal: dayField({ label: 'Da quando', missing: 'Scrivi da quando.' }),
  copie: integerField({ label: 'Copie', min: 1, max: 9, missing: 'Da 1 a 9 copie.' }),
  titolo: textField({ label: 'Titolo', hint: 'In breve.', missing: 'Scrivi il titolo.', max: 20, saysMax: true }),
  note: optionalField(textField({ label: 'Note', missing: 'Scrivi le note.', max: 20 })),
  perche: longTextField({ label: 'Perché', missing: 'Scrivi perché.', max: 30 }),
  punto: specialField({ label: 'Punto', schema: z.optional(z.string()), inWords: () => 'qui' }),
  urgente: tickField({ label: 'Chiedo che sia urgente', title: 'Urgenza', ticked: 'Chiesta', unticked: 'Non chiesta' }),
  vero: declarationField({
    label: 'Dichiaro che è vero',
    title: 'Verità',
    ticked: 'Dichiarata',
    unticked: 'No',
    missing: 'Dichiara che è vero.',
  }),
  file: filesField({ label: 'Prove', missing: 'Allega una prova.' }),
});
const TYPED = {
  tipo: 'b',
  dal: '2027-01-31',
  copie: '3',
  titolo: 'Uno',
  note: '',
  perche: 'Così.',
  punto: '',
  urgente: '',
  vero: 'on',
};

const schema = z.object(FIELDS.shape);

test('the order of the list is the order of the form, its files among the fields', () => {
  expect(FIELDS.names).toEqual([
    'tipo',
    'dal',
    'copie',
    'titolo',
    'note',
    'perche',
    'punto',
    'urgente',
    'vero',
    'file',
  ]);
});

test('the boxes of a list are those that a browser does not send when they are not ticked', () => {
  expect(FIELDS.boxes).toEqual({ urgente: '', vero: '' });
});

test('what is sent passes the check that comes from the same list, without the files', () => {
  const body = FIELDS.body(TYPED);
  expect(body).not.toHaveProperty('file');
  expect(z.parse(schema, body)).toMatchObject({
    tipo: 'b',
    dal: '2027-01-31',
    copie: 3,
    titolo: 'Uno',
    perche: 'Così.',
    urgente: false,
  });
});

test('an empty field and a missing one make the same body', () => {
  const { note: _note, punto: _place, urgente: _urgent, ...without } = TYPED;
  expect(JSON.stringify(FIELDS.body(without))).toBe(JSON.stringify(FIELDS.body(TYPED)));
});

test('each required field that is empty is refused in the words that stand beside its label', () => {
  const { error } = z.safeParse(schema, FIELDS.body({}));
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['tipo', 'Scegli il tipo.'],
    ['dal', 'Scrivi da quando.'],
    ['copie', 'Da 1 a 9 copie.'],
    ['titolo', 'Scrivi il titolo.'],
    ['perche', 'Scrivi perché.'],
    ['vero', 'Dichiara che è vero.'],
  ]);
});

test('the summary has a row per field: its label or its title, its value in words', () => {
  const rows = rowsOf(FIELDS, TYPED, () => 'prova.pdf', { punto: 'là' });
  expect(rows.map(({ name, value }) => [name, value])).toEqual([
    ['Tipo', 'Secondo'],
    ['Da quando', '31/01/2027'],
    ['Copie', '3'],
    ['Titolo', 'Uno'],
    ['Note', ''],
    ['Perché', 'Così.'],
    ['Punto', 'là'],
    ['Urgenza', 'Non chiesta'],
    ['Verità', 'Dichiarata'],
    ['Prove', 'prova.pdf'],
  ]);
});

test('a day that is half typed is in the summary as it was typed', () => {
  expect(FIELDS.list.dal.inWords('31 gennaio')).toBe('31 gennaio');
});

test('the receipt has the same rows for the parsed values, in the order of the form', () => {
  expect(FIELDS.facts({ urgente: true, tipo: 'a', copie: 3 }, 'urgente', 'copie', 'tipo')).toEqual([
    ['Tipo', 'Primo'],
    ['Copie', '3'],
    ['Urgenza', 'Chiesta'],
  ]);
});

const drawn = (name: keyof typeof FIELDS.list, value?: string, errors?: Record<string, string[]>) =>
  renderToStaticMarkup(createElement(FieldControl, { name, field: FIELDS.list[name], value, errors }));

test.each([
  ['tipo', 'b', '<option value="b" selected="">Secondo</option>'],
  ['dal', '2027-01-31', 'type="date" name="dal" value="2027-01-31"'],
  ['copie', '3', 'inputMode="numeric"'],
  ['titolo', 'Uno', 'In breve. Al massimo 20 caratteri.'],
  ['perche', 'Così.', 'Al massimo 30 caratteri'],
  ['vero', 'on', 'type="checkbox" name="vero" checked=""'],
] as const)('the control of «%s» shows what stands in it, and its limits', (name, value, markup) => {
  expect(drawn(name, value)).toContain(markup);
});

test('a control is marked as required unless its field may stay empty, and shows what is wrong with it', () => {
  const required = Object.keys(FIELDS.list).filter((name) => !['punto', 'file'].includes(name));
  const marked = required.filter((name) => drawn(name as 'tipo').includes('aria-required="true"'));
  expect(required.filter((name) => !marked.includes(name))).toEqual(['note', 'urgente']);
  expect(drawn('titolo', '', { titolo: ['Scrivi il titolo.'] })).toMatch(/Errore: <\/span>Scrivi il titolo\./);
});

test('the form itself draws a special field and the files', () => {
  expect(() => drawn('punto')).toThrow('drawn by its form');
  expect(() => drawn('file')).toThrow('drawn by its form');
});

test('a part of the form is an object on the wire, and keeps its name before each field on the screen', () => {
  const person = fieldGroup('defunto', { nome: textField({ label: 'Nome', missing: 'Scrivi il nome.', max: 20 }) });

  expect(person.names).toEqual(['defunto_nome']);
  expect(person.body({ defunto_nome: 'Ugo' })).toEqual({ defunto: { nome: 'Ugo' } });
  expect(z.safeParse(z.object(person.shape), person.body({})).error?.issues[0]).toMatchObject({
    path: ['defunto', 'nome'],
    message: 'Scrivi il nome.',
  });
});

test('the lists of several sections are one list, in their order', () => {
  const noteFields = formFields({ note: optionalField(textField({ label: 'Note', missing: '', max: 9 })) });
  const tickFields = formFields({ vero: tickField({ label: 'Vero', ticked: 'Sì', unticked: 'No' }) });
  const both = joinFields(noteFields, tickFields);

  expect([both.names, Object.keys(both.list), both.boxes]).toEqual([['note', 'vero'], ['note', 'vero'], { vero: '' }]);
  expect(both.body({ note: 'Ciao', vero: 'on' })).toEqual({ note: 'Ciao', vero: true });
});

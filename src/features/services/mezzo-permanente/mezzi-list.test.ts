import { expect, test } from 'vitest';
import { countText, filterRows, findMissing, findRow, type MezzoRow, rowsOf, statoText } from './mezzi-list.ts';
import type { ShownDeclaredMezzo } from './mezzo.contract.ts';
import { renderRow, renderTotals, safeHtml } from './mezzo-row.ts';

const cartello = (Id: string, over: Partial<ShownDeclaredMezzo> = {}): ShownDeclaredMezzo => ({
  ...{ Id, Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 1, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200, stima_cent: 12_000 },
  ...{ azione: 'nuovo', allegati: [] },
  ...over,
});
const { azione: _azione, allegati: _allegati, ...prima } = cartello('m1', { larghezza_cm: 80 });

const ROWS = {
  nuovo: cartello('r1'),
  tolto: cartello('r2', { tolto: true }),
  invariato: cartello('m1', { azione: 'variazione', mezzo: 'm1' }),
  modificato: cartello('r3', { azione: 'variazione', mezzo: 'm1', prima }),
  cessa: cartello('r4', {
    ...{ azione: 'cessazione', mezzo: 'm1' },
    cessazione: { dal: '2026-12-01', motivo: 'Attività <chiusa>' },
  }),
  annullata: cartello('r5', { azione: 'cessazione', mezzo: 'm1', tolto: true }),
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
  expect(rowNamed('annullata').cancelled).toBe('cessazione');
  expect(renderRow(rowNamed('annullata'), 'variazione').html).toContain('value="rimetti:r5"');
});

test('the other rows keep their numbers when one is removed', () => {
  const rows = rowsOf({ mezzi: [ROWS.nuovo, ROWS.tolto, cartello('r9')] });
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
  const auto = cartello('r8', { Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD' });
  const rows = rowsOf({
    mezzi: [
      cartello('r6', { indirizzo: 'Piazza Più' }),
      cartello('r7', { indirizzo: 'Viale Verdi', testo: 'Bar' }),
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

test('each button names the device it is about', () => {
  const { html: text } = renderRow(rowNamed('nuovo'), 'nuovo');
  for (const word of ['Modifica', 'Duplica', 'Togli']) expect(text).toContain(`aria-label="${word} 1. Cartello"`);
});

test('a changed row shows the old and the new value', () => {
  expect(renderRow(rowNamed('modificato'), 'variazione').html).toContain('Larghezza: era 80 cm, diventa <b>100 cm</b>');
});

test('in a cessation the only button of a device is to cease it', () => {
  expect(renderRow(rowNamed('invariato'), 'cessazione').html).not.toContain('Modifica');
  expect(renderRow(rowNamed('invariato'), 'variazione').html).toContain('Modifica');
});

test('text that citizens wrote is shown as written, never as markup', () => {
  const evil = `"><img src=x onerror='alert(1)'>&amp;`;
  const mezzi = [
    cartello('r1', { indirizzo: evil, testo: evil }),
    cartello('r4', { ...ROWS.cessa, cessazione: { dal: '2026-12-01', motivo: evil } }),
    cartello('r2', { indirizzo: evil, tolto: true }),
  ];
  for (const r of rowsOf({ mezzi })) {
    const { html: text } = renderRow(r, 'variazione');
    expect(text).not.toContain('<img');
    expect(text).not.toContain(evil);
    expect(text).toContain('&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;');
  }
});

test('markup is not escaped twice, and a list of it is joined without commas', () => {
  expect(safeHtml`<p>${'<'}${1}${safeHtml`<b>${'&'}</b>`}${[safeHtml`a`, safeHtml`b`]}</p>`.html).toBe(
    '<p>&lt;1<b>&amp;</b>ab</p>',
  );
});

test('the total is called an estimate, and without a tariff the ente tells the amount', () => {
  expect(renderTotals('2 mezzi', 24_000).html).toContain('240,00\u00a0€</b>. È una stima');
  expect(renderTotals('2 mezzi', null).html).toContain('te lo comunica l’ente');
  expect(
    renderRow(rowsOf({ mezzi: [cartello('r1', { stima_cent: null })] })[0] as MezzoRow, 'nuovo').html,
  ).not.toContain('€');
});

import { expect, test } from 'vitest';
import { filtrate, manca, quanti, type Riga, rigaCon, righeDi, statoInParole } from './elenco.ts';
import type { MezzoDichiaratoMostrato } from './mezzo.contract.ts';
import { html, rigaHtml, totaliHtml } from './riga.ts';

const cartello = (Id: string, over: Partial<MezzoDichiaratoMostrato> = {}): MezzoDichiaratoMostrato => ({
  ...{ Id, Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 1, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200, stima_cent: 12_000 },
  ...{ azione: 'nuovo', allegati: [] },
  ...over,
});
const { azione: _azione, allegati: _allegati, ...prima } = cartello('m1', { larghezza_cm: 80 });

const RIGHE = {
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
const riga = (nome: keyof typeof RIGHE): Riga => righeDi({ mezzi: [RIGHE[nome]] })[0] as Riga;

test.each([
  ['nuovo', 'nuovo', 'r1', 'Nuovo'],
  ['tolto', 'tolto', 'r2', 'Tolto'],
  ['invariato', 'invariato', 'm1', 'Invariato'],
  ['modificato', 'modificato', 'm1', 'Modificato'],
  ['cessa', 'cessa', 'm1', 'Cessa dal 01/12/2026'],
  ['annullata', 'invariato', 'm1', 'Invariato'],
] as const)('a device that is %s is %s, under its own id', (nome, stato, id, parole) => {
  expect(riga(nome)).toMatchObject({ stato, id, numero: 1 });
  expect(statoInParole(riga(nome))).toBe(parole);
});

test('what was taken back of a position’s device may be said again', () => {
  expect(riga('annullata').annullata).toBe('cessazione');
  expect(rigaHtml(riga('annullata'), 'variazione').html).toContain('value="rimetti:r5"');
});

test('the others keep their numbers when one is removed', () => {
  const righe = righeDi({ mezzi: [RIGHE.nuovo, RIGHE.tolto, cartello('r9')] });
  expect(righe.map((r) => r.numero)).toEqual([1, 2, 3]);
  expect(quanti('nuovo', righe)).toBe('2 mezzi');
});

test('a row is found by its own id and by that of the device; one that was removed only when asked for', () => {
  const d = { mezzi: [RIGHE.modificato, RIGHE.tolto] };
  expect([rigaCon(d, 'r3').id, rigaCon(d, 'm1').id]).toEqual(['m1', 'm1']);
  for (const id of ['r2', 'altro'])
    expect(() => rigaCon(d, id)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(rigaCon(d, 'r2', true).stato).toBe('tolto');
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
])('a search for «%s» finds %i of three', (cerca, trovate) => {
  const auto = cartello('r8', { Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD' });
  const righe = righeDi({
    mezzi: [
      cartello('r6', { indirizzo: 'Piazza Più' }),
      cartello('r7', { indirizzo: 'Viale Verdi', testo: 'Bar' }),
      { ...auto, indirizzo: undefined, testo: undefined },
    ],
  });
  expect(filtrate(righe, cerca)).toHaveLength(trovate);
});

test.each([
  ['nuovo', ['nuovo'], undefined],
  ['nuovo', ['tolto'], /Aggiungi almeno un mezzo/],
  ['nuovo', [], /Aggiungi almeno un mezzo/],
  ['variazione', ['invariato', 'annullata'], /Non hai ancora cambiato niente/],
  ['variazione', ['modificato'], undefined],
  ['cessazione', ['invariato'], /quale mezzo cessa/],
  ['cessazione', ['cessa'], undefined],
] as const)('the next step of a %s with %j asks for what is missing', (tipo, nomi, parole) => {
  const detto = manca(tipo, nomi.map(riga));
  if (parole) expect(detto).toMatch(parole);
  else expect(detto).toBeUndefined();
});

test('the list is counted by what is said of each', () => {
  const righe = (['invariato', 'modificato', 'cessa', 'nuovo', 'nuovo', 'tolto'] as const).map(riga);
  expect(quanti('variazione', righe)).toBe('5 mezzi: 2 nuovi, 1 modificato, 1 che cessa, 1 invariato');
  expect(quanti('nuovo', righe.slice(3, 4))).toBe('1 mezzo');
  expect(quanti('cessazione', [])).toBe('0 mezzi');
});

test('each button says which device it is about', () => {
  const { html: testo } = rigaHtml(riga('nuovo'), 'nuovo');
  for (const parola of ['Modifica', 'Duplica', 'Togli']) expect(testo).toContain(`aria-label="${parola} 1. Cartello"`);
});

test('what changes is told old and new', () => {
  expect(rigaHtml(riga('modificato'), 'variazione').html).toContain('Larghezza: era 80 cm, diventa <b>100 cm</b>');
});

test('in a cessation a device can be ceased and nothing else', () => {
  expect(rigaHtml(riga('invariato'), 'cessazione').html).not.toContain('Modifica');
  expect(rigaHtml(riga('invariato'), 'variazione').html).toContain('Modifica');
});

test('what people wrote is shown as written, never as markup', () => {
  const male = `"><img src=x onerror='alert(1)'>&amp;`;
  const mezzi = [
    cartello('r1', { indirizzo: male, testo: male }),
    cartello('r4', { ...RIGHE.cessa, cessazione: { dal: '2026-12-01', motivo: male } }),
    cartello('r2', { indirizzo: male, tolto: true }),
  ];
  for (const r of righeDi({ mezzi })) {
    const { html: testo } = rigaHtml(r, 'variazione');
    expect(testo).not.toContain('<img');
    expect(testo).not.toContain(male);
    expect(testo).toContain('&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;');
  }
});

test('markup goes into markup once, a list without commas', () => {
  expect(html`<p>${'<'}${1}${html`<b>${'&'}</b>`}${[html`a`, html`b`]}</p>`.html).toBe('<p>&lt;1<b>&amp;</b>ab</p>');
});

test('an amount is called an estimate, and without a tariff the body tells it', () => {
  expect(totaliHtml('2 mezzi', 24_000).html).toContain('240,00\u00a0€</b>. È una stima');
  expect(totaliHtml('2 mezzi', null).html).toContain('te lo comunica l’ente');
  expect(rigaHtml(righeDi({ mezzi: [cartello('r1', { stima_cent: null })] })[0] as Riga, 'nuovo').html).not.toContain(
    '€',
  );
});

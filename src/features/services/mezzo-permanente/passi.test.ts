import { expect, test } from 'vitest';
import { type Avanzamento, ammesso, indirizzo, inizioDi, PASSI, passoDa, perche, vicino } from './passi.ts';

const pronta: Avanzamento = { tipo: 'nuovo', inviata: false, privacy: true, richiedente: true, mezzi: 1 };
const aperti = (come: Partial<Avanzamento>) => PASSI.map((p) => ammesso(p, { ...pronta, ...come }));

test('a complete declaration opens every step but the confirmation, which the send alone opens', () => {
  expect(aperti({})).toEqual(['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'riepilogo']);
});

test('nobody jumps ahead of an incomplete step: the first that is missing opens instead', () => {
  expect(aperti({ privacy: false, richiedente: false, mezzi: 0 })).toEqual(PASSI.map(() => 'tipo'));
  expect(aperti({ richiedente: false, mezzi: 0 }).slice(2)).toEqual(PASSI.slice(2).map(() => 'richiedente'));
  expect(aperti({ mezzi: 0 })).toEqual(['tipo', 'richiedente', 'mezzi', 'mezzi', 'mezzi', 'mezzi']);
});

test('a step before the incomplete one can be gone back to', () => {
  expect(ammesso('richiedente', { ...pronta, mezzi: 0 })).toBe('richiedente');
});

test('a declaration that was sent shows its confirmation, whatever step is asked for', () => {
  expect(aperti({ inviata: true })).toEqual(PASSI.map(() => 'conferma'));
});

test('Back and Next stay between the first step and the summary', () => {
  expect(vicino('tipo', -1)).toBe('tipo');
  expect(vicino('tipo', 1)).toBe('richiedente');
  expect(vicino('riepilogo', 1)).toBe('riepilogo');
  expect(vicino('riepilogo', -1)).toBe('allegati');
});

test('why a step is closed is a plain sentence, in the words of what is declared', () => {
  expect(perche('mezzi', 'riepilogo', 'nuovo')).toBe('Per passare a «Riepilogo» prima aggiungi almeno un mezzo.');
  expect(perche('mezzi', 'allegati', 'cessazione')).toContain('almeno un mezzo che cessa');
  expect(perche('richiedente', 'mezzi', 'nuovo')).toContain('completa i dati');
});

test('every step has an address of its own, and one that does not exist has none', () => {
  expect(indirizzo('allegati', 'abc', '?salva=chiedi')).toBe('/servizio/mezzo-permanente/allegati/abc?salva=chiedi');
  expect(inizioDi('variazione', 'a b')).toBe('/servizio/mezzo-permanente?tipo=variazione&posizione=a+b');
  expect(passoDa('mezzi')).toBe('mezzi');
  expect(passoDa('altro')).toBeUndefined();
  expect(passoDa(null)).toBeUndefined();
});

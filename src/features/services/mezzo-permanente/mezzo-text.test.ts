import { expect, test } from 'vitest';
import { CARTELLO } from '../../../../tests/typed-mezzi.ts';
import {
  declaredText,
  isDeclared,
  isUnchanged,
  listDifferences,
  type MezzoFields,
  mezzoName,
  mezzoText,
  mezzoTitle,
} from './mezzo-text.ts';
import type { ShownDeclaredMezzo } from './shown.ts';

const cartello: MezzoFields = CARTELLO;
const furgone: MezzoFields = {
  Tipologia_impianto_publicitario__c: 'Automezzo',
  targa: 'CH:ZH123456',
  categoria_veicolo: 'sopra_30q',
  facce: 'Monofacciale',
  illuminazione: 'Luminoso',
  larghezza_cm: 150,
  altezza_cm: 50,
};
const shown = (over: Partial<ShownDeclaredMezzo> = {}): ShownDeclaredMezzo => ({
  Id: 'r',
  stima_cent: null,
  azione: 'nuovo',
  allegati: [],
  ...cartello,
  ...over,
});
const BEFORE = { Id: 'm', stima_cent: null, ...cartello };

test('a device is described in one line: place or plate, size, faces, light, quantity, text', () => {
  expect(mezzoText(cartello)).toBe('Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»');
  expect(mezzoText({ ...cartello, quantita: 1, dal: '2026-12-01', al: '2026-12-31' })).toBe(
    'Via Roma 1, 100 × 200 cm, due facce, senza luce, un pezzo, «Bar Sport», dal 01/12/2026 al 31/12/2026',
  );
  expect(mezzoText(furgone)).toBe(
    'ZH123456 (Svizzera), portata da 30 quintali in su, 150 × 50 cm, una faccia, luminoso o illuminato',
  );
  expect(mezzoName(furgone)).toBe('Automezzo, ZH123456 (Svizzera)');
});

test('a variation lists each changed field in the order of the form, added and emptied ones too', () => {
  const after = { ...cartello, quantita: 3, facce: 'Monofacciale', al: '2026-12-31' };
  expect(listDifferences(cartello, after)).toEqual([
    { field: 'facce', label: 'Facce', before: 'Due facce', after: 'Una faccia' },
    { field: 'quantita', label: 'Quantità', before: '2', after: '3' },
    { field: 'al', label: 'Al', before: '', after: '31/12/2026' },
  ]);
  expect(listDifferences(cartello, { ...cartello, dal: undefined })).toEqual([]);
  const m = shown({ azione: 'variazione', mezzo: 'm', prima: BEFORE, quantita: 3, al: '2026-12-31' });
  expect([mezzoTitle(m, 2), declaredText(m)]).toEqual([
    '2. Cartello (variazione)',
    `${mezzoText(cartello)}\nQuantità: 2 → 3\nAl: – → 31/12/2026`,
  ]);
});

test('a device of the position counts once the declaration says something of it, until that is taken back', () => {
  const own = shown({ azione: 'variazione', mezzo: 'm' });
  const file = { Id: 'f', categoria: 'foto_bozzetti', nome: 'a.pdf', tipo: 'pdf', dimensione: 1, miniatura: false };
  for (const [m, expected] of [
    [own, false],
    [{ ...own, prima: BEFORE, quantita: 3 }, true],
    [{ ...own, allegati: [file] }, true],
    [{ ...own, azione: 'cessazione', cessazione: { dal: '2026-12-01', motivo: 'Rimosso' } }, true],
    [{ ...own, prima: BEFORE, quantita: 3, tolto: true }, false],
    [shown(), true],
    [shown({ tolto: true }), false],
  ] as [ShownDeclaredMezzo, boolean][])
    expect([m, isDeclared(m)]).toEqual([m, expected]);
  expect([isUnchanged(own), isUnchanged(shown())]).toEqual([true, false]);
});

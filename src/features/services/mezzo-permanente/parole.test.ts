import { expect, test } from 'vitest';
import type { MezzoDichiaratoMostrato } from './mezzo.contract.ts';
import {
  type Detto,
  dichiarato,
  differenze,
  invariato,
  mezzoInParole,
  qualeMezzo,
  rigaMezzo,
  titoloMezzo,
} from './parole.ts';

const cartello: Detto = {
  ...{ Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 2, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200 },
};
const furgone: Detto = {
  ...{ Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'CH:ZH123456', categoria_veicolo: 'sopra_30q' },
  ...{ facce: 'Monofacciale', illuminazione: 'Luminoso', larghezza_cm: 150, altezza_cm: 50 },
};
const mostrato = (over: Partial<MezzoDichiaratoMostrato> = {}): MezzoDichiaratoMostrato => ({
  ...{ Id: 'r', stima_cent: null, azione: 'nuovo', allegati: [] },
  ...cartello,
  ...over,
});
const prima = { Id: 'm', stima_cent: null, ...cartello };

test('a device is one line: where or which, how large, faces, light, how many, what one reads', () => {
  expect(mezzoInParole(cartello)).toBe('Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»');
  expect(mezzoInParole({ ...cartello, quantita: 1, dal: '2026-12-01', al: '2026-12-31' })).toBe(
    'Via Roma 1, 100 × 200 cm, due facce, senza luce, un pezzo, «Bar Sport», dal 01/12/2026 al 31/12/2026',
  );
  expect(mezzoInParole(furgone)).toBe(
    'ZH123456 (Svizzera), portata da 30 quintali in su, 150 × 50 cm, una faccia, luminoso o illuminato',
  );
  expect(qualeMezzo(furgone)).toBe('Automezzo, ZH123456 (Svizzera)');
});

test('a variation is told field by field, in the order of the form; what came and what went as well', () => {
  const dopo = { ...cartello, quantita: 3, facce: 'Monofacciale', al: '2026-12-31' };
  expect(differenze(cartello, dopo)).toEqual([
    { campo: 'facce', etichetta: 'Facce', prima: 'Due facce', dopo: 'Una faccia' },
    { campo: 'quantita', etichetta: 'Quantità', prima: '2', dopo: '3' },
    { campo: 'al', etichetta: 'Al', prima: '', dopo: '31/12/2026' },
  ]);
  expect(differenze(cartello, { ...cartello, dal: undefined })).toEqual([]);
  const m = mostrato({ azione: 'variazione', mezzo: 'm', prima, quantita: 3, al: '2026-12-31' });
  expect([titoloMezzo(m, 2), rigaMezzo(m)]).toEqual([
    '2. Cartello (variazione)',
    `${mezzoInParole(cartello)}\nQuantità: 2 → 3\nAl: – → 31/12/2026`,
  ]);
});

test('a device of the position counts once the declaration says something of it, until that is taken back', () => {
  const sua = mostrato({ azione: 'variazione', mezzo: 'm' });
  const file = { Id: 'f', categoria: 'foto_bozzetti', nome: 'a.pdf', tipo: 'pdf', dimensione: 1, miniatura: false };
  for (const [m, atteso] of [
    [sua, false],
    [{ ...sua, prima, quantita: 3 }, true],
    [{ ...sua, allegati: [file] }, true],
    [{ ...sua, azione: 'cessazione', cessazione: { dal: '2026-12-01', motivo: 'Rimosso' } }, true],
    [{ ...sua, prima, quantita: 3, tolto: true }, false],
    [mostrato(), true],
    [mostrato({ tolto: true }), false],
  ] as [MezzoDichiaratoMostrato, boolean][])
    expect([m, dichiarato(m)]).toEqual([m, atteso]);
  expect([invariato(sua), invariato(mostrato())]).toEqual([true, false]);
});

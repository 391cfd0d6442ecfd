import { expect, test } from 'vitest';
import { declaredCartello } from '../../../../tests/typed-mezzi.ts';
import { SEARCH_FROM } from './mezzi-list.ts';
import type { ShownDichiarazione } from './shown.ts';
import { summaryBlocks } from './summary.tsx';

const dichiarazioneWith = (count: number): ShownDichiarazione => ({
  Id: 'd1',
  tipo: 'nuovo',
  stato: 'bozza',
  ente: 'borgo',
  nome_ente: 'Comune di Borgo',
  posizione: null,
  richiedente: null,
  allegati: [],
  stima_cent: null,
  pratica: null,
  protocollo: null,
  mezzi: Array.from({ length: count }, (_, i) => declaredCartello(`r${i}`)),
});
const itemsWith = (count: number) =>
  summaryBlocks(dichiarazioneWith(count), {}, []).find((b) => b.title === '1. Cartello')?.items ?? [];

test('a new device is shown field by field, and in one line each when there are many', () => {
  expect(itemsWith(SEARCH_FROM).map((v) => v.name)).toContain('Larghezza');
  expect(itemsWith(SEARCH_FROM + 1)).toEqual([
    { name: 'Mezzo', value: 'Via Roma 1, 100 × 200 cm, due facce, senza luce, un pezzo, «Bar Sport»' },
    { name: 'Canone stimato', value: expect.stringMatching(/^120,00/) },
  ]);
});

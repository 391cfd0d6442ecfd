import { expect, test } from 'vitest';
import { CON_RICERCA } from './elenco.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato } from './mezzo.contract.ts';
import { blocchi } from './riepilogo.tsx';

const cartello = (Id: string): MezzoDichiaratoMostrato => ({
  ...{ Id, Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 1, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200, stima_cent: 12_000 },
  ...{ azione: 'nuovo', allegati: [] },
});
const di = (quanti: number): DichiarazioneMostrata => ({
  ...{ Id: 'd1', tipo: 'nuovo', stato: 'bozza', ente: 'borgo', nome_ente: 'Comune di Borgo', posizione: null },
  ...{ richiedente: null, allegati: [], stima_cent: null, pratica: null, protocollo: null },
  mezzi: Array.from({ length: quanti }, (_, i) => cartello(`r${i}`)),
});
const voci = (quanti: number) => blocchi(di(quanti), {}, []).find((b) => b.titolo === '1. Cartello')?.voci ?? [];

test('a new device is shown field by field; of many each in one line', () => {
  expect(voci(CON_RICERCA).map((v) => v.nome)).toContain('Larghezza');
  expect(voci(CON_RICERCA + 1)).toEqual([
    { nome: 'Mezzo', valore: 'Via Roma 1, 100 × 200 cm, due facce, senza luce, un pezzo, «Bar Sport»' },
    { nome: 'Canone stimato', valore: expect.stringMatching(/^120,00/) },
  ]);
});

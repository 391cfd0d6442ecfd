import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  $carrello,
  $carrelloChange,
  $carrelloSummary,
  $typedAvviso,
  changeCarrello,
  typeAvviso,
} from './avvisi.store.ts';
import { startCarrello } from './carrello-start.browser.ts';
import type { CarrelloRow } from './pagamento-form.ts';

const ENTE = '80000015554';

function rowOf(numero_avviso: string, importo_cent: number): CarrelloRow {
  const avviso = {
    IUV: numero_avviso.slice(1),
    numero_avviso,
    dominioEC: ENTE,
    ente: 'Comune di Prova',
    causale: 'Mensa',
    importo_cent,
    scadenza: null,
    stato: 'da_pagare' as const,
    cifre_tornano: true,
    fornitori: ['pagopa' as const, 'mooney' as const],
  };
  return { numero_avviso, dominioEC: ENTE, avviso };
}

const first = rowOf('302000000900000109', 6450);
const second = rowOf('302000000900000210', 1000);
const refused: CarrelloRow = { numero_avviso: '302000000900000311', dominioEC: ENTE, rifiuto: 'Già pagato.' };

/** The entry of the browser's history that belongs to the page. */
function stubHistory(state: unknown) {
  const entry = {
    state,
    replaceState(next: unknown) {
      entry.state = structuredClone(next);
    },
  };
  vi.stubGlobal('history', entry);
  return entry;
}

beforeEach(() => {
  $carrello.set(undefined);
  $carrelloChange.set(undefined);
  $typedAvviso.set({});
});
afterEach(() => vi.unstubAllGlobals());

test('the cart is undefined before its island is alive, so that the page’s own POST does the work', () => {
  expect($carrello.get()).toBeUndefined();
  expect($carrelloSummary.get()).toBeUndefined();
});

test('the cart begins as the page came, and nothing is announced', () => {
  stubHistory(null);

  startCarrello([first]);

  expect($carrello.get()).toEqual([first]);
  expect($carrelloChange.get()).toBeUndefined();
});

test('the total and the providers follow each change of the cart', () => {
  stubHistory(null);
  startCarrello([first]);
  expect($carrelloSummary.get()).toMatchObject({ total_cent: 6450, fornitori: ['pagopa', 'mooney'] });

  changeCarrello([first, second], 'Avviso trovato.');
  expect($carrelloSummary.get()).toMatchObject({ payable: 2, total_cent: 7450, fornitori: ['pagopa'] });

  changeCarrello([], 'Avviso tolto.');
  expect($carrelloSummary.get()).toMatchObject({ payable: 0, total_cent: 0 });
});

test('a citizen who comes back from the provider finds the cart that they left', () => {
  const entry = stubHistory({ scroll: 12 });
  startCarrello([]);
  changeCarrello([first, refused], 'Avviso trovato.');

  $carrello.set(undefined);
  startCarrello([]);

  expect($carrello.get()).toEqual([first, refused]);
  expect(entry.state).toMatchObject({ scroll: 12 });
});

test('a history entry with anything else in it leaves the cart as the page came', () => {
  stubHistory({ carrello: [{ numero_avviso: 12 }] });

  startCarrello([first]);

  expect($carrello.get()).toEqual([first]);
});

test('a QR code without an ente leaves the typed ente as it is', () => {
  typeAvviso({ dominioEC: ENTE });
  typeAvviso({ numero_avviso: first.numero_avviso });

  expect($typedAvviso.get()).toEqual({ numero_avviso: first.numero_avviso, dominioEC: ENTE });
});

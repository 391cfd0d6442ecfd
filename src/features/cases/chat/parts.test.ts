import { expect, test } from 'vitest';
import type { PraticaDetail } from './chat.contract.ts';
import { partsOf } from './parts.ts';

const detail = (vista: PraticaDetail['vista']) =>
  ({
    ...{ id: 'p1', vista, oggetto: 'Lampione spento', descrizione: 'È buio', allegati: [{ nome: 'foto.jpg' }] },
    ...{ dati: { nome: 'Anna', decisi: [] }, pagamenti: [], azioni: [], puo_scrivere: true },
    eventi: [
      { id: 'e1', testo: 'Uno' },
      { id: 'e2', stato: 'accettata', allegati: [] },
    ],
  }) as unknown as PraticaDetail;

test('the page carries the timeline and the sent data once, for the island that shows them', () => {
  for (const vista of ['cittadino', 'operatore'] as const) {
    const page = JSON.stringify(partsOf(detail(vista)));
    for (const once of ['"e1"', 'È buio', 'foto.jpg', '"Anna"']) expect(page.split(once)).toHaveLength(2);
  }
});

test('an operator sees the sent data above the messages; the citizen sees them beside the messages, with the answer', () => {
  const [citizen, operator] = [partsOf(detail('cittadino')), partsOf(detail('operatore'))];
  expect([citizen.sentAbove, operator.sentBeside]).toEqual([undefined, undefined]);
  expect(operator.sentAbove?.oggetto).toBe('Lampione spento');
  expect(citizen.sentBeside?.eventi.map(({ id }) => id)).toEqual(['e2']);
});

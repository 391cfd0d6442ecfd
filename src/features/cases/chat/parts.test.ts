import { expect, test } from 'vitest';
import type { PraticaDetail } from './chat.contract.ts';
import { partsOf } from './parts.ts';

const detail = (vista: PraticaDetail['vista']) =>
  ({
    id: 'p1',
    vista,
    oggetto: 'Lampione spento',
    descrizione: 'È buio',
    allegati: [{ nome: 'foto.jpg' }],
    dati: { nome: 'Anna', decisi: [] },
    pagamenti: [],
    azioni: [],
    puo_scrivere: true,
    eventi: [
      { id: 'e1', testo: 'Uno' },
      { id: 'e2', stato: 'accettata', allegati: [] },
    ],
  }) as unknown as PraticaDetail;

test('the page carries the timeline and the sent data once, for the island that shows them', () => {
  for (const vista of ['cittadino', 'operatore'] as const) {
    const page = JSON.stringify(partsOf(detail(vista)));
    for (const once of ['"e1"', 'È buio', 'foto.jpg', '"decisi"']) expect(page.split(once)).toHaveLength(2);
  }
});

test('the sent data come with the answer, and the operator’s conversation with the name of the citizen alone', () => {
  const [citizen, operator] = [partsOf(detail('cittadino')), partsOf(detail('operatore'))];
  expect(citizen.sent.eventi.map(({ id }) => id)).toEqual(['e2']);
  expect([citizen.conversation.dati, operator.conversation.dati]).toEqual([{}, { nome: 'Anna' }]);
});

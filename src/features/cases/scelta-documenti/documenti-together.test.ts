import { expect, test } from 'vitest';
import { SERVICE_ROWS } from '../../../services.ts';
import { codeOf, requestsOn } from '../posizione/azioni.ts';
import { type StatoDocumento, statiDocumento } from '../posizione/documenti.ts';
import { isSelectable, markApart, togetherErrors } from './documenti-together.ts';

const borgo = { ente: 'borgo', nome_ente: 'Comune di Borgo', sistema: 'TARMB', perche: null };
const valle = { ...borgo, ente: 'valle', nome_ente: 'Comune di Valle' };
const reasonsOf = (...documenti: (typeof borgo | { perche: string | null })[]) =>
  markApart(documenti.map((d) => ({ ...borgo, ...d }))).map((d) => d.perche);

test('documents of one ente and one system go together', () => {
  expect(reasonsOf(borgo, borgo, borgo)).toEqual([null, null, null]);
});

test('a document of another ente goes apart, and the reason names both enti', () => {
  expect(reasonsOf(borgo, valle)).toEqual([
    null,
    'L’ente è Comune di Valle, per il primo che hai scelto è Comune di Borgo: fai due richieste separate.',
  ]);
});

test('a document of another system goes apart by the system’s name, or as another archive when both have the same name', () => {
  const [, rifiuti, parking] = reasonsOf(borgo, { ...borgo, sistema: 'Rifiuti TARI' }, { ...borgo, sistema: 'PAR' });
  expect(rifiuti).toMatch(/^Viene da un archivio diverso/);
  expect(parking).toBe(
    'Riguarda Parcheggi, mentre il primo che hai scelto riguarda TARI (tassa rifiuti): fai due richieste separate.',
  );
});

test('a document that cannot be used keeps its own reason, and the others are compared with the first that can', () => {
  expect(reasonsOf({ ...valle, perche: 'È già pagato.' }, borgo, borgo)).toEqual(['È già pagato.', null, null]);
  expect(reasonsOf({ perche: 'No.' }, { ...valle, perche: 'No.' })).toEqual(['No.', 'No.']);
});

test('each box shows the reason against its document, with the document’s number', () => {
  const chosen = [
    { Id: 'uno', numero: 'A-1', perche: 'È già pagato.' },
    { Id: 'due', numero: 'A-2', perche: null },
    { Id: 'tre', numero: 'A-3', perche: 'No.' },
  ];
  expect(togetherErrors(chosen, 'uno')).toEqual({
    documento: ['Documento A-1: È già pagato.'],
    'documento-tre': ['Documento A-3: No.'],
  });
});

test.each<[string, StatoDocumento[]]>([
  ['SF200', ['da_pagare', 'scaduto', 'in_pagamento']],
  ['SF210', ['da_pagare', 'scaduto', 'in_pagamento']],
  ['SF220', ['da_pagare', 'scaduto', 'in_pagamento', 'pagato']],
  ['ISTANZA', ['da_pagare', 'scaduto', 'in_pagamento', 'pagato', 'rateizzato', 'annullato']],
])('to choose from for %s there is what is open and what it may be about', (codice, stati) => {
  const request = requestsOn(SERVICE_ROWS).find(({ action }) => codeOf(SERVICE_ROWS, action) === codice);
  expect(statiDocumento.filter((stato) => isSelectable(SERVICE_ROWS, stato, request?.action ?? ''))).toEqual(stati);
});

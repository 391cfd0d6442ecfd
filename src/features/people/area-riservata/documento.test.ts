import { expect, test } from 'vitest';
import { stepsOf } from './documento.page.server.ts';

const DOCUMENTO = { data: '2026-01-10', scadenza: '2026-03-31', numero_avviso: '302000000000000001' };
const PAID = {
  numero_avviso: '',
  altri: [DOCUMENTO.numero_avviso],
  stato: 'pagato',
  fornitore: 'pagopa',
  aperto_il: '2026-03-01T10:00:00.000Z',
  pagato_il: '2026-03-01T10:05:00.000Z',
  ricevuta: '/ricevuta/1',
};
type Pagamenti = Exclude<Parameters<typeof stepsOf>[2], 'failed'>;

test('the events of a document stand in the order of their days, the due date among them', () => {
  const richiesta = {
    codice: 'SF210',
    servizio: 'Nuova scadenza',
    protocollo: '2026/000001',
    stato: 'accettata',
    inviata_il: '2026-02-01T09:00:00.000Z',
    chat: '/servizio/chat/cittadino/1',
  };
  const steps = stepsOf(DOCUMENTO, [richiesta], [PAID] as unknown as Pagamenti);
  expect(steps.map(({ title }) => title)).toEqual([
    'Data del documento',
    'Nuova scadenza: accettata',
    'Pagato con pagoPA',
    'Scadenza',
  ]);
  expect(steps[2]?.link?.href).toBe('/ricevuta/1');
});

test('a payment of another notice, one that is not over, and payments that could not be read, are no events of a document', () => {
  const other = { ...PAID, altri: [] };
  const begun = { ...PAID, stato: 'aperto' };
  for (const pagamenti of [[other, begun] as unknown as Pagamenti, 'failed'] as const)
    expect(stepsOf(DOCUMENTO, [], pagamenti).map(({ title }) => title)).toEqual(['Data del documento', 'Scadenza']);
});

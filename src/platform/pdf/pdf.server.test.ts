import { expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../tests/files.ts';
import { type CallContext, ctxOf, type PortalHouse } from '../../context.ts';
import { makePdf } from './pdf.server.ts';
import { permessoPdf } from './permesso.server.ts';
import { type ReceiptContent, receiptPdf } from './receipt.server.ts';

const ctx: CallContext = ctxOf({ now: () => 0 } as PortalHouse, { visitor: 'a', address: '203.0.113.7' });
const ente = { nome: 'Comune di Borgo', colore: '#0066cc', indirizzo: 'Via Roma 1', stemma: ONE_POINT_PNG };
const content: ReceiptContent = {
  ente,
  title: 'Ricevuta',
  number: '2026/000001',
  facts: [['Da', 'Anna']],
  footer: 'Fine.',
  sandbox: false,
  createdAt: Date.parse('2026-11-20T08:05:00Z'),
};
const receipt = (over: Partial<ReceiptContent> = {}) =>
  makePdf(ctx, { kind: 'receipt', content: { ...content, ...over } });

test('a document is drawn in another process as it would be here', async () => {
  expect(Buffer.from(await receipt()).equals(await receiptPdf(content))).toBe(true);
  const permesso = {
    ente,
    protocollo: '2026/000002',
    targhe: ['AB123CD'],
    nome_zona: 'Centro',
    dal: '2026-11-20',
    al: '2027-11-19',
    codice: 'ABCD-EFGH',
    verifica: 'http://portale.example/verifica/permesso/ABCDEFGH',
    sandbox: true,
    createdAt: 0,
  };
  const drawn = await makePdf(ctx, { kind: 'permesso', content: permesso });
  expect(Buffer.from(drawn).equals(await permessoPdf(permesso))).toBe(true);
});

test('the same data give the document that was drawn before, other data another one', async () => {
  const first = await receipt();
  expect(await receipt({ facts: [['Da', 'Anna']] })).toBe(first);
  expect(await receipt({ facts: [['Da', 'Bruno']] })).not.toBe(first);
  expect(await receipt({ createdAt: content.createdAt + 60_000 })).not.toBe(first);
});

test('a draft is the same document as long as nothing in it changes, whenever it is asked for', async () => {
  const draft = await receipt({ draft: true });
  expect(await receipt({ draft: true, createdAt: content.createdAt + 3_600_000 })).toBe(draft);
  expect(await receipt({ draft: true, facts: [['Da', 'Bruno']] })).not.toBe(draft);
});

test('of a person who asks for too much at once some is refused for a minute, and others have their turn', async () => {
  const asked = Array.from({ length: 24 }, (_, i) => receipt({ number: String(i) }));
  const other = makePdf(
    { ...ctx, visitor: 'b', address: '203.0.113.8' },
    { kind: 'receipt', content: { ...content, number: 'b' } },
  );
  const ended = await Promise.allSettled(asked);
  expect((await other).length).toBeGreaterThan(0);
  const refused = ended.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 60 });
});

test('a document that cannot be drawn is a fault of the portal, and the next one is drawn', async () => {
  const sections = [{ title: 'Dove', picture: { bytes: Buffer.from('no picture'), alt: '', caption: '' } }];
  await expect(receipt({ sections })).rejects.toThrow('image');
  expect((await receipt({ number: 'next' })).length).toBeGreaterThan(0);
});

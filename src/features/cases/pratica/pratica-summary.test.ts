import { expect, test } from 'vitest';
import { fileFact } from './pratica-summary.ts';

test('the receipt names the purpose of each file, and none for a file of the request itself', () => {
  const file = { nome: 'carta.pdf', sha256: 'abc' };
  expect(fileFact({ ...file, categoria: 'documento_identita' })).toEqual([
    'carta.pdf',
    'Documento di identità\nSHA-256 abc',
  ]);
  expect(fileFact({ ...file, categoria: 'altri_documenti' })[1]).toMatch(
    /^Altri documenti, per riduzioni o esenzioni\n/,
  );
  expect(fileFact({ ...file, categoria: null })).toEqual(['carta.pdf', 'SHA-256 abc']);
});

import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ApiOperation, defineOperation } from './contract.ts';
import { createRouter } from './router.server.ts';
import type { NamedOperation } from './run.server.ts';

const row = (name: string, method: ApiOperation['method'], path: ApiOperation['path']): NamedOperation => ({
  name,
  operation: defineOperation({
    summary: name,
    method,
    path,
    access: 'anyone',
    input: z.object({}),
    output: z.unknown(),
  }),
  handler: async () => null,
});

const table = createRouter([
  row('uno', 'GET', '/api/cose/{id}'),
  row('nuova', 'GET', '/api/cose/nuova'),
  row('scrivi', 'POST', '/api/cose'),
  row('elenco', 'GET', '/api/elenco/{categoria}/{sistema?}'),
]);
const found = (method: string, path: string) => {
  const match = table(method, path);
  return typeof match === 'object' && 'named' in match ? [match.named.name, match.params] : match;
};

test('a fixed word wins over a name in the same place', () => {
  expect(found('GET', '/api/cose/nuova')).toEqual(['nuova', {}]);
  expect(found('GET', '/api/cose/vecchia')).toEqual(['uno', { id: 'vecchia' }]);
});

test('a last segment marked as optional may be missing', () => {
  expect(found('GET', '/api/elenco/SF510')).toEqual(['elenco', { categoria: 'SF510' }]);
  expect(found('GET', '/api/elenco/SF510/ICP')).toEqual(['elenco', { categoria: 'SF510', sistema: 'ICP' }]);
});

test('a final slash is optional', () => {
  expect(found('POST', '/api/cose/')).toEqual(['scrivi', {}]);
  expect(found('POST', '/api/cose')).toEqual(['scrivi', {}]);
});

test('a path of the table with another method is told from an unknown path', () => {
  expect(found('PUT', '/api/cose')).toEqual({ takes: 'POST' });
  expect(found('DELETE', '/api/cose/1')).toEqual({ takes: 'GET, HEAD' });
  expect(found('GET', '/api/altro')).toBe('no_path');
  expect(found('GET', '/api/Cose/1')).toBe('no_path');
});

test('HEAD is answered like GET', () => {
  expect(found('HEAD', '/api/cose/1')).toEqual(['uno', { id: '1' }]);
});

test('an encoded slash stays inside its segment', () => {
  expect(found('GET', '/api/cose/a%2Fb')).toEqual(['uno', { id: 'a/b' }]);
});

test('a segment with malformed percent-encoding is passed on unchanged', () => {
  expect(found('GET', '/api/cose/%E0%A4%A')).toEqual(['uno', { id: '%E0%A4%A' }]);
});

test('an empty segment fills no name', () => {
  expect(found('GET', '/api/cose//')).toBe('no_path');
});

test.each([
  ['/api/x/{id}', '/api/x/{nome}'],
  ['/api/x/{id?}', '/api/x'],
  ['/api/x/', '/api/x'],
] as const)('two operations that answer the same call stop the start: %s and %s', (a, b) => {
  expect(() => createRouter([row('a', 'GET', a), row('b', 'GET', b)])).toThrow(
    'Due operazioni rispondono a GET /api/x',
  );
});

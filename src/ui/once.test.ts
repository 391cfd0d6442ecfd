import { expect, test } from 'vitest';
import type { Ente } from '../features/ente/ente.ts';
import { once } from './once.ts';

test('a part is put together once for a body, and anew when its data are read anew', async () => {
  const ente = { id: 'borgosereno' } as Ente;
  let rendered = 0;
  const part = (of: Ente, name: string) => once(of, name, async () => `${name} ${++rendered}`);

  expect([await part(ente, 'foot'), await part(ente, 'foot')]).toEqual(['foot 1', 'foot 1']);
  expect(await part(ente, 'brand')).toBe('brand 2');
  expect(await part({ ...ente }, 'foot')).toBe('foot 3');
  await expect(once(ente, 'broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await part(ente, 'broken')).toBe('broken 4');
});

import { expect, test } from 'vitest';
import { createMadeCache } from './made.server.ts';

const cache = (most: number) => {
  const made: string[] = [];
  const kept = createMadeCache<string>({ most, weigh: (text) => text.length });
  const get = (key: string, text = key) =>
    kept.get(key, async () => {
      made.push(key);
      return text;
    });
  return { kept, made, get };
};

test('what is kept is not made again, and those who ask at once wait for one making', async () => {
  const { get, made } = cache(100);
  expect(await Promise.all([get('a', 'one'), get('a', 'two')])).toEqual(['one', 'one']);
  expect(await get('a', 'three')).toBe('one');
  expect(made).toEqual(['a']);
});

test('above the weight goes what was kept longest without being asked for', async () => {
  const { get, made } = cache(6);
  for (const key of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) await get(key);
  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb']);
});

test('what is heavier than all that may be kept is made and not kept, and others are', async () => {
  const { get, made } = cache(4);
  expect(await get('a', 'too heavy')).toBe('too heavy');
  await get('b');
  await get('b');
  await get('a');
  expect(made).toEqual(['a', 'b', 'a']);
});

test('what failed is made again for the next who asks', async () => {
  const { kept, get } = cache(9);
  await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const thrown = kept.get('a', () => {
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  expect(await get('a', 'yes')).toBe('yes');
});

test('what is being made is not begun again, and goes into the room that is left then', async () => {
  const { kept, get, made } = cache(4);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = kept.get('a', () => promise);
  await get('b', 'too heavy');
  const again = get('a');
  resolve('a');
  expect(await Promise.all([first, again])).toEqual(['a', 'a']);
  // Beside the one of weight 1 there is room for one of 3.
  for (const key of ['ccc', 'a', 'ccc']) await get(key);
  expect(made).toEqual(['b', 'ccc']);
});

test('without a weight the number counts', async () => {
  const kept = createMadeCache<number>({ most: 2 });
  let n = 0;
  for (const key of ['a', 'b', 'c', 'b', 'a']) await kept.get(key, async () => ++n);
  expect(n).toBe(4);
});

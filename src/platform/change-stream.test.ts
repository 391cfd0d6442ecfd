import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PortalHouse } from '../context.ts';
import { readSettings } from '../settings.ts';
import { createChanges } from '../store/changes.ts';
import { changeStream } from './change-stream.server.ts';

const settings = readSettings({ STREAMS: '12', STREAMS_OF_A_NETWORK: '4' });
let changes: ReturnType<typeof createChanges>;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  changes = createChanges();
  changes.hear(true);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  vi.useRealTimers();
});

function open(address = '203.0.113.7', pratica = 'p1') {
  const reader = changeStream({ house: { changes, settings } as PortalHouse, address }, pratica).getReader();
  readers.push(reader);
  /** @returns the next text, or undefined at the end */
  const next = async () => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
  return { next, leave: () => reader.cancel() };
}

const OPENED = 'retry: 1000\ndata: 1\n\n';
const NO_ROOM = 'retry: 30000\n\n';
/** Reads what comes first of a stream that ends at once, or stays. */
const first = (address?: string) => open(address).next();
const network = (n: number) => `10.0.${Math.floor(n / 250)}.${n % 250}`;

test('a page asks at once, and again after each change of its case, and of no other', async () => {
  const { next } = open();
  expect(await next()).toBe(OPENED);
  changes.tell('p2');
  changes.tell('p1');
  expect(await next()).toBe('data: 1\n\n');
});

test('a stream on which nothing happens says so every 15 seconds, and ends after two minutes', async () => {
  const { next } = open();
  expect(await next()).toBe(OPENED);
  for (let i = 1; i < 8; i++) {
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBe(':\n\n');
  }
  vi.advanceTimersByTime(15_000);
  expect(await next()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

test('all streams end when no changes are told of any more, and none begins until they are', async () => {
  const [one, two] = [open(), open('198.51.100.1', 'p2')];
  expect([await one.next(), await two.next()]).toEqual([OPENED, OPENED]);
  changes.hear(false);
  expect([await one.next(), await two.next()]).toEqual([undefined, undefined]);
  const refused = open();
  expect([await refused.next(), await refused.next()]).toEqual([NO_ROOM, undefined]);
  changes.hear(true);
  expect(await first()).toBe(OPENED);
  changes.close();
  changes.hear(true);
  expect(await first()).toBe(NO_ROOM);
  expect(vi.getTimerCount()).toBe(0);
});

test('one network holds so many streams and no more, until one of them is left', async () => {
  const own = Array.from({ length: settings.streams.network }, () => open());
  expect(new Set(await Promise.all(own.map(({ next }) => next())))).toEqual(new Set([OPENED]));
  expect(await first()).toBe(NO_ROOM);
  expect(await first('198.51.100.1')).toBe(OPENED);
  await own[0]?.leave();
  expect([await first(), await first()]).toEqual([OPENED, NO_ROOM]);
});

test('one host holds so many streams and no more', async () => {
  const all = await Promise.all(Array.from({ length: settings.streams.host + 1 }, (_, n) => first(network(n))));
  expect(all.filter((text) => text === OPENED)).toHaveLength(settings.streams.host);
  expect(all.at(-1)).toBe(NO_ROOM);
});

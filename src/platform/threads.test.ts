import { expect, test } from 'vitest';
import { JobStarved } from './starved.server.ts';
import { createThreadPool, ThreadEnded } from './threads.server.ts';

const FILE = new URL('../../tests/doubles/thread.ts', import.meta.url);
const house = (ms = 15_000) => createThreadPool<string, number>(FILE, { ms, megabytes: 16 });

test('a thread is kept for the next job, and parallel jobs have one each', async () => {
  const run = house();
  const first = await run('a');
  expect(await run('b')).toBe(first);
  const both = await Promise.all([run('c'), run('d')]);
  expect(new Set(both).size).toBe(2);
  expect(both).toContain(first);
});

test('a job that does not end is stopped at its time, and the next one is done', async () => {
  const run = house(1_000);
  // Starved, too, where the machine had no time for it.
  await expect(run('hang')).rejects.toSatisfy((e) => e instanceof ThreadEnded || e instanceof JobStarved);
  await expect(house()('a')).resolves.toEqual(expect.any(Number));
});

test('a job that gets no processor is told from one that takes too long', async () => {
  const run = house(1_000);
  await expect(run('wait')).rejects.toThrow(JobStarved);
});

test('a job that takes more memory than it may have is stopped, and the process survives', async () => {
  const run = house();
  await expect(run('grow')).rejects.toThrow(ThreadEnded);
  await expect(run('a')).resolves.toEqual(expect.any(Number));
});

test('an error inside a thread is passed on unchanged, and the next job is done', async () => {
  const run = house();
  await run('a');
  await expect(run('fail')).rejects.toThrow(new RangeError('failed'));
  await expect(run('exit')).rejects.toThrow(ThreadEnded);
  await expect(run('a')).resolves.toEqual(expect.any(Number));
});

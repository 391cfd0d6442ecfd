import { afterEach, expect, test } from 'vitest';
import { ChildEnded, createChildPool } from './children.server.ts';
import { JobStarved } from './starved.server.ts';

const FILE = new URL('../../tests/doubles/child.ts', import.meta.url);
type Job = { do: string; bytes?: Uint8Array };
const house = (ms = 60_000) => createChildPool<Job, { pid: number; seen: unknown }>(FILE, { ms, megabytes: 300 });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Starved, too, where the machine had no time for it. */
const isOutOfTime = (error: unknown) => error instanceof ChildEnded || error instanceof JobStarved;
const begun: number[] = [];
afterEach(() => {
  for (const pid of begun.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});
/** The process that did the job. */
async function pidOf(run: ReturnType<typeof house>, what = 'a'): Promise<number> {
  const { pid } = await run({ do: what });
  begun.push(pid);
  return pid;
}

test('a process is kept for the next job, parallel jobs have one each, and bytes cross unchanged', async () => {
  const run = house();
  const first = await pidOf(run);
  expect(first).not.toBe(process.pid);
  expect(await pidOf(run)).toBe(first);
  const both = await Promise.all([pidOf(run), pidOf(run)]);
  expect(new Set(both).size).toBe(2);
  expect(both).toContain(first);
  const bytes = Buffer.alloc(10 << 20, 7);
  const { seen } = await run({ do: 'a', bytes });
  expect(bytes.equals(seen as Uint8Array)).toBe(true);
});

test('a job that does not end is killed at its time, and the next one is done by another process', async () => {
  const run = house(3_000);
  const first = await pidOf(run);
  await expect(run({ do: 'hang' })).rejects.toSatisfy(isOutOfTime);
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await pidOf(run)).not.toBe(first);
});

test('a job that gets no processor is told from one that takes too long, and the next one is done', async () => {
  const run = house(3_000);
  const first = await pidOf(run);
  process.kill(first, 'SIGSTOP');
  const starved = run({ do: 'a' });
  await expect(starved).rejects.toThrow(JobStarved);
  // Whatever was asked for, it is a 503 that says when to come back.
  await expect(starved).rejects.toMatchObject({ status: 503, retryAfter: 60 });
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await pidOf(run)).not.toBe(first);
});

test('a job that takes more memory than it may have ends its process, and the portal’s stays small', async () => {
  const run = house();
  await expect(run({ do: 'grow' })).rejects.toThrow(ChildEnded);
  await expect(pidOf(run)).resolves.toEqual(expect.any(Number));
});

test('a process that fails or ends in the middle of a job rejects that job, and the next one is done', async () => {
  const run = house();
  await expect(run({ do: 'fail' })).rejects.toThrow(ChildEnded);
  await expect(run({ do: 'exit' })).rejects.toThrow(ChildEnded);
  await expect(pidOf(run)).resolves.toEqual(expect.any(Number));
});

test('a process sees nothing of the portal’s environment', async () => {
  process.env.SEGRETO = 'x';
  const { seen } = await house()({ do: 'env' });
  expect(seen).not.toContain('SEGRETO');
});

test('a process finishes its job when it is told to stop together with its host', async () => {
  const run = house();
  const pid = await pidOf(run);
  const sent = run({ do: 'a', bytes: Buffer.alloc(10 << 20) });
  process.kill(pid, 'SIGTERM');
  process.kill(pid, 'SIGINT');
  expect((await sent).pid).toBe(pid);
});

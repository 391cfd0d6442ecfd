import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openBrowser } from './fake-browser.ts';
import { type ListState, remoteList } from './list.browser.ts';
import { keepList, recallList } from './vault.browser.ts';

type Report = { Id: string };
const Reports = z.array(z.object({ Id: z.string() }));
const old = [{ Id: 'vecchia' }];
const fresh = [{ Id: 'nuova' }];

beforeEach(() => {
  openBrowser();
});

/** A list whose call is answered by hand, with every state it had. */
function listening() {
  const calls: PromiseWithResolvers<unknown>[] = [];
  const list = remoteList<Report>({
    name: 'segnalazioni',
    schema: async () => Reports,
    load: () => {
      const call = Promise.withResolvers<unknown>();
      calls.push(call);
      return call.promise;
    },
  });
  const states: ListState<Report>[] = [];
  list.$list.subscribe((state) => states.push(state));
  return { list, calls, states };
}

test('the items that the server rendered win over the vault, are kept, and are not fetched again', async () => {
  await keepList('segnalazioni', old);
  const { list, calls } = listening();
  await list.start(fresh);
  expect(list.$list.get()).toEqual({ items: fresh, state: 'loaded' });
  expect(calls).toHaveLength(0);
  expect(await recallList('segnalazioni', Reports)).toEqual(fresh);
});

test('an empty list rendered by the server wins too', async () => {
  await keepList('segnalazioni', old);
  const { list } = listening();
  await list.start([]);
  expect(list.$list.get()).toEqual({ items: [], state: 'loaded' });
});

test('going back shows the kept list at once, still loading, then the fresh one', async () => {
  await keepList('segnalazioni', old);
  const { list, calls, states } = listening();
  const started = list.start();
  await expect.poll(() => states.at(-1)?.items).toEqual(old);
  expect(states.at(-1)?.state).toBe('loading');

  calls[0]?.resolve(fresh);
  await started;
  expect(list.$list.get()).toEqual({ items: fresh, state: 'loaded' });
  expect(await recallList('segnalazioni', Reports)).toEqual(fresh);
});

test("a network response before the vault's answer is not overwritten by it", async () => {
  await keepList('segnalazioni', old);
  const { list, calls, states } = listening();
  const started = list.start();
  calls[0]?.resolve(fresh);
  await started;
  expect(states.map(({ items }) => items)).not.toContainEqual(old);
  expect(list.$list.get().items).toEqual(fresh);
});

test('a failed fetch gives an empty list that is marked as failed, even when the vault had items', async () => {
  await keepList('segnalazioni', old);
  const { list, calls } = listening();
  const started = list.start();
  calls[0]?.reject(new TypeError('Failed to fetch'));
  await started;
  expect(list.$list.get()).toEqual({ items: [], state: 'failed' });
});

test('an answer of another shape counts as a failed fetch', async () => {
  const { list, calls } = listening();
  const started = list.start();
  calls[0]?.resolve({ data: fresh });
  await started;
  expect(list.$list.get().state).toBe('failed');
});

test('a list that the server could not get is shown as failed, and a retry loads it', async () => {
  const { list, calls, states } = listening();
  await list.start('failed');
  expect(list.$list.get()).toEqual({ items: [], state: 'failed' });

  const retry = list.reload();
  expect(states.at(-1)?.state).toBe('loading');
  calls[0]?.resolve(fresh);
  await retry;
  expect(list.$list.get()).toEqual({ items: fresh, state: 'loaded' });
});

test('two retries at a time make one call', async () => {
  const { list, calls } = listening();
  const both = [list.reload(), list.reload()];
  calls[0]?.resolve(fresh);
  await Promise.all(both);
  expect(calls).toHaveLength(1);
});

test('two islands that use one list start it once', async () => {
  const { list, calls } = listening();
  const both = [list.start(), list.start()];
  calls[0]?.resolve(fresh);
  await Promise.all(both);
  expect(calls).toHaveLength(1);
});

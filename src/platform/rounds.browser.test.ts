import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseAfter, startRounds } from './rounds.browser.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const network = Object.assign(new EventTarget(), { onLine: true });

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { hidden: false });
  Object.assign(network, { onLine: true });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setHidden(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

function setOnline(onLine: boolean): void {
  network.onLine = onLine;
  network.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

test('a page in sight asks again after each pause that the last round named', async () => {
  const pauses = [100, 500];
  const round = vi.fn(async () => pauses.shift());
  const rounds = startRounds(round, { first: 50 });
  await vi.advanceTimersByTimeAsync(50);
  await vi.advanceTimersByTimeAsync(100);
  expect(round).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(499);
  expect(round).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(round).toHaveBeenCalledTimes(3);
  rounds.stop();
});

test.each([
  ['out of sight', (away: boolean) => setHidden(away)],
  ['without a network', (away: boolean) => setOnline(!away)],
])('a page %s rests and asks nothing, and asks at once when that is over', async (_, setAway) => {
  const round = vi.fn(async () => 100);
  const rest = vi.fn();
  const rounds = startRounds(round, { first: 100, rest });
  setAway(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(round).not.toHaveBeenCalled();
  expect(rest).toHaveBeenCalledTimes(1);
  setAway(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(1);
  rounds.stop();
});

test('a round that becomes due while another is under way follows it at once, and only one at a time runs', async () => {
  let finish = (_pause: number) => {};
  const round = vi.fn(() => new Promise<number>((done) => (finish = done)));
  const rounds = startRounds(round, { first: 0 });
  await vi.advanceTimersByTimeAsync(0);
  rounds.now();
  rounds.now();
  expect(round).toHaveBeenCalledTimes(1);
  finish(1000);
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(2);
  finish(1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(round).toHaveBeenCalledTimes(2);
  rounds.stop();
});

test('a page that stopped asks no more, and the question under way is given up', async () => {
  let given: AbortSignal | undefined;
  const round = vi.fn(async (signal: AbortSignal) => {
    given = signal;
    return 100;
  });
  const rounds = startRounds(round, { first: 0 });
  await vi.advanceTimersByTimeAsync(0);
  rounds.stop();
  expect(given?.aborted).toBe(true);
  setHidden(true);
  setHidden(false);
  rounds.now();
  await vi.advanceTimersByTimeAsync(1000);
  expect(round).toHaveBeenCalledTimes(1);
});

test('a portal that does not answer is asked less and less often, but at least once a minute', () => {
  expect([0, 1, 2, 3, 4, 20].map((failures) => pauseAfter(failures, { every: 4000, most: 60_000 }))).toEqual([
    4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ]);
});

test('the browser does not ask again before the time that the portal named', () => {
  expect(pauseAfter(1, { every: 4000, most: 60_000, retryAfter: 300 })).toBe(300_000);
});

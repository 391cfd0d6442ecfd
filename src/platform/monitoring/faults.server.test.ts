import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PortalError } from '../errors.ts';
import { ProviderDown } from '../payments.ts';
import { faultCounts, systemFault, systemWell, whyOf } from './faults.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an outage is a line at once, one a minute with a count, and one with its length when the system answers again', () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (line: string) => void lines.push(JSON.parse(line));
  vi.spyOn(console, 'error').mockImplementation(keep);
  vi.spyOn(console, 'log').mockImplementation(keep);
  for (let second = 0; second < 90; second++) {
    systemFault('scanner', new Error('connect ECONNREFUSED'));
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(30_000);
  systemWell('scanner');
  expect(lines).toEqual([
    {
      time: expect.any(String),
      level: 'error',
      message: 'Antivirus: errore',
      system: 'scanner',
      why: 'connect ECONNREFUSED',
    },
    expect.objectContaining({ message: 'Antivirus: altri errori', times: 60 }),
    expect.objectContaining({ level: 'info', message: 'Antivirus risponde di nuovo', away_s: 120, times: 90 }),
  ]);
  expect(faultCounts.get('scanner')).toBe(90);
});

test.each([
  [
    'of a mail server only the codes: its words may hold an address or a name',
    new PortalError('send_failed', {
      cause: Object.assign(new Error('550 5.1.1 <anna@posta.it> Anna Bianchi unknown'), {
        code: 'EENVELOPE',
        responseCode: 550,
      }),
    }),
    'EENVELOPE 550',
  ],
  [
    'of a provider that is down our words, and the innermost code',
    new ProviderDown(
      'nessuna risposta',
      new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
    ),
    'nessuna risposta (ECONNREFUSED)',
  ],
  [
    'of a store its words, masked',
    new Error('invalid input: "Anna Bianchi" at anna@posta.it'),
    'invalid input: "…" at [email]',
  ],
  ['of what is no error its type', 'anna@posta.it', 'string'],
])('the log tells %s', (_what, error, words) => {
  expect(whyOf(error)).toBe(words);
});

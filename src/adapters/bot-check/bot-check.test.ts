import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { noteFaults } from '../../../tests/doubles/noted.ts';
import { startRecaptcha } from '../../../tests/doubles/recaptcha-server.ts';
import type { BotCheck, BotVerdict, SeenCall } from '../../platform/bot-check/bot-check.ts';
import { altchaBotCheck } from './altcha.server.ts';
import { type RecaptchaOptions, recaptchaBotCheck } from './recaptcha.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const seen: SeenCall = { now: NOW, address: '203.0.113.7' };

const google = await startRecaptcha();
afterAll(() => google.close());

/** The faults that the operator of the portal reads about in the log. */
const { faults, watch } = noteFaults();
const ownHosts = async () => ['127.0.0.1', 'borgo.example'];
const recaptcha = (options: Partial<RecaptchaOptions> = {}) =>
  recaptchaBotCheck({ ...google, ownHosts, watch, ...options });
const altcha = (...secrets: string[]) => altchaBotCheck({ secrets });

async function solve(bot: BotCheck, now = NOW): Promise<Payload> {
  const challenge = (await bot.challenge(now)) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { challenge, solution };
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');

/** The portal's side of the port: an id to spend works once, until it expires. */
function gate(bot: BotCheck): (token: string, now?: number) => Promise<BotVerdict['outcome']> {
  const spent = new Set<string>();
  return async (token, now = NOW) => {
    const verdict = await bot.verify(token, { ...seen, now });
    if (verdict.outcome !== 'human' || !verdict.spend) return verdict.outcome;
    if (spent.has(verdict.spend.id)) return 'refused';
    expect(verdict.spend.expires).toBeGreaterThan(now);
    spent.add(verdict.spend.id);
    return 'human';
  };
}

const own = altcha('segreto');
const adapters = [
  {
    name: 'altcha',
    bot: own,
    good: async () => encode(await solve(own)),
    expired: async () => encode(await solve(own, NOW - 10 * MINUTE)),
    otherAction: async () => {
      const { challenge, solution } = await solve(own);
      const data = { ...challenge.parameters.data, action: 'login' };
      return encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, data } }, solution });
    },
  },
  {
    name: 'reCAPTCHA',
    bot: recaptcha(),
    good: async () => google.issue(),
    expired: async () => google.issue({ age: 2 * MINUTE }),
    otherAction: async () => google.issue({ action: 'login' }),
  },
];

beforeEach(() => {
  faults.length = 0;
  google.setDown(false);
  google.setScore(0.9);
  google.setAnswer(undefined);
});

describe.each(adapters)('every bot check: $name', ({ bot, good, expired, otherAction }) => {
  test('a good token is a human', async () => {
    expect(await gate(bot)(await good())).toBe('human');
  });

  test('a token works once', async () => {
    const check = gate(bot);
    const token = await good();
    await check(token);

    expect(await check(token)).toBe('refused');
  });

  test('two tokens of one citizen are both accepted', async () => {
    const check = gate(bot);
    await check(await good());

    expect(await check(await good())).toBe('human');
  });

  test.each([
    ['expired', expired],
    ['made for another action', otherAction],
  ])('a token that is %s is refused', async (_, token) => {
    expect(await gate(bot)(await token())).toBe('refused');
  });

  test.each([
    ['empty', ''],
    ['not a token', 'ciao è un token'],
    ['a null byte', '\0'],
    ['huge', 'A'.repeat(5_000_000)],
    ['deep JSON', Buffer.from('['.repeat(1500)).toString('base64')],
    ['JSON of another shape', encode(null)],
    ['with prototype keys', Buffer.from('{"__proto__":{"challenge":1},"constructor":{}}').toString('base64')],
  ])('garbage is refused: %s', async (_, token) => {
    expect(await gate(bot)(token)).toBe('refused');
  });
});

describe('the proof of work', () => {
  test('a proof made for another portal is refused', async () => {
    expect(await gate(own)(encode(await solve(altcha('un altro sito'))))).toBe('refused');
  });

  test('a challenge ends ten minutes after it was made, not before', async () => {
    const token = encode(await solve(own));

    expect(await gate(own)(token, NOW + 10 * MINUTE - 1)).toBe('human');
    expect(await gate(own)(token, NOW + 10 * MINUTE)).toBe('refused');
  });

  test('a proof takes 50 to 100 attempts', async () => {
    const { solution } = await solve(own);

    expect(solution.counter).toBeGreaterThanOrEqual(50);
    expect(solution.counter).toBeLessThanOrEqual(100);
  });

  test('a secret that is being changed signs with the new one and accepts the old one', async () => {
    const during = altcha('nuovo', 'segreto');

    expect(await gate(during)(encode(await solve(own)))).toBe('human');
    expect(await gate(altcha('nuovo'))(encode(await solve(during)))).toBe('human');
    expect(await gate(own)(encode(await solve(during)))).toBe('refused');
  });

  test('a portal without a secret does not start', () => {
    expect(() => altcha()).toThrow('needs a secret');
  });

  test('a challenge that was made easier, longer or otherwise different is refused', async () => {
    const { challenge, solution } = await solve(own);
    const { parameters } = challenge;
    const changed = [
      { ...parameters, cost: 1 },
      { ...parameters, keyPrefix: '00' },
      { ...parameters, keySignature: undefined },
      { ...parameters, nonce: parameters.salt },
      { ...parameters, expiresAt: 1 },
      { ...parameters, data: { ...parameters.data, expires: NOW + 1000 * MINUTE } },
    ];

    for (const each of changed) {
      expect(await gate(own)(encode({ challenge: { ...challenge, parameters: each }, solution }))).toBe('refused');
    }
  });

  test('a guessed or partial solution is refused', async () => {
    const { challenge, solution } = await solve(own);
    const half = challenge.parameters.keyPrefix.padEnd(64, '0');

    expect(await gate(own)(encode({ challenge, solution: { ...solution, derivedKey: half } }))).toBe('refused');
    expect(await gate(own)(encode({ challenge, solution: null }))).toBe('refused');
  });

  test('the same solution in another encoding is spent as the same', async () => {
    const check = gate(own);
    const { challenge, solution } = await solve(own);
    await check(encode({ challenge, solution }));

    expect(await check(encode({ solution: { ...solution, counter: 7, time: 1 }, challenge }))).toBe('refused');
  });
});

describe('reCAPTCHA', () => {
  test('Google gets the secret, the token and the address', async () => {
    const token = google.issue();
    await recaptcha().verify(token, seen);

    expect(google.verifications.at(-1)).toEqual({ secret: google.secret, response: token, remoteip: '203.0.113.7' });
  });

  test('the script carries the key and there is no challenge', async () => {
    expect(recaptcha().scriptUrl).toBe(`${google.scriptUrl}?render=${google.siteKey}`);
    expect(await recaptcha().challenge(NOW)).toBeNull();
  });

  test('a score below the limit counts as a missing token, one at the limit passes', async () => {
    google.setScore(0.49);
    expect(await gate(recaptcha())(google.issue())).toBe('unavailable');

    google.setScore(0.5);
    expect(await gate(recaptcha())(google.issue())).toBe('human');
    expect(faults).toEqual([]);
  });

  test('a token made on a page of a municipality counts like one of the portal', async () => {
    expect(await gate(recaptcha())(google.issue({ hostname: 'borgo.example' }))).toBe('human');
    expect(faults).toEqual([]);
  });

  test('a token for another host counts as missing, and is noted as a fault, without personal data', async () => {
    const token = google.issue({ hostname: 'vecchio-nome.example' });
    expect(await gate(recaptcha())(token)).toBe('unavailable');
    expect(faults).toEqual(['host: vecchio-nome.example']);
  });

  test('a verifier that breaks the connection counts as a missing token', async () => {
    google.setDown(true);

    expect(await gate(recaptcha())(google.issue())).toBe('unavailable');
  });

  test('a verifier that never answers counts as a missing token', async () => {
    google.setDown('silent');

    expect(await gate(recaptcha({ timeoutMs: 50 }))(google.issue())).toBe('unavailable');
    expect(faults).toEqual([expect.stringMatching(/timeout/)]);
  });

  test.each([
    ['a page', '<html>blocked</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a key of version 2, without score', '{"success":true,"hostname":"127.0.0.1"}'],
    ['a score out of range', '{"success":true,"hostname":"127.0.0.1","action":"submit_form","score":7}'],
    ['success in words', '{"success":"true","hostname":"127.0.0.1","action":"submit_form","score":1}'],
    ['too much', `${' '.repeat(1_000_000)}{"success":true,"hostname":"127.0.0.1","action":"submit_form","score":1}`],
  ])('an unreadable answer counts as a missing token: %s', async (_, answer) => {
    google.setAnswer(answer);

    expect(await gate(recaptcha())(google.issue())).toBe('unavailable');
  });

  test('a wrong secret is not the citizen’s fault: it counts as a missing token, and is noted as a fault', async () => {
    expect(await gate(recaptcha({ secret: 'sbagliato' }))(google.issue())).toBe('unavailable');
    expect(faults).toEqual(['verifier: invalid-input-secret']);
  });

  test('a verifier that is not found counts as a missing token', async () => {
    expect(await gate(recaptcha({ verifyUrl: `${google.url}/altrove` }))(google.issue())).toBe('unavailable');
  });
});

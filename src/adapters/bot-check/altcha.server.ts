/** Bot check for portals without reCAPTCHA keys: browsers solve a proof of work, and the server verifies the solution. */
import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { BOT_ACTION, type BotCheck, type BotVerdict } from '../../platform/bot-check/bot-check.ts';

const LIFETIME_MS = 10 * 60 * 1000;
const POW_ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of one attempt: about 0.7 ms on a server, some 5 ms on an old phone. */
const POW_COST = 5000;
const KEY_BYTES = 32;
/** A valid token has some 800 characters. */
const MAX_TOKEN = 2048;

const hexSchema = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));

/** Exactly what {@link createChallenge} and the solver write: a token with one more key is not ours. */
const tokenSchema = (cost: number) =>
  z.strictObject({
    challenge: z.strictObject({
      parameters: z.strictObject({
        algorithm: z.literal(POW_ALGORITHM),
        nonce: hexSchema(16),
        salt: hexSchema(16),
        cost: z.literal(cost),
        keyLength: z.literal(KEY_BYTES),
        keyPrefix: hexSchema(KEY_BYTES / 2),
        keySignature: hexSchema(32),
        data: z.strictObject({ action: z.literal(BOT_ACTION), expires: z.int() }),
      }),
      signature: hexSchema(32),
    }),
    solution: z.strictObject({ counter: z.int(), derivedKey: hexSchema(KEY_BYTES), time: z.optional(z.number()) }),
  });

/**
 * The portal's own proof of work: no third party, no cookie, no puzzle for the citizen.
 * A challenge is valid for ten minutes and its solver needs 50 to 100 attempts, never more. Checking keeps no state: `spend`
 * names what the caller has to mark as used.
 * @param secrets the portal's secrets: the first signs, all of them are accepted (so that they can be changed)
 * @param cost rounds of one attempt; fewer in tests of what comes after the check
 * @throws Error without a secret
 */
export function altchaBotCheck({ secrets, cost = POW_COST }: { secrets: string[]; cost?: number }): BotCheck {
  const TokenSchema = tokenSchema(cost);
  const keys = secrets.map((secret) => ({
    hmacSignatureSecret: keyFor('bot-check challenge', secret),
    hmacKeySignatureSecret: keyFor('bot-check solution', secret),
  }));
  const [current] = keys;
  if (!current) throw new Error('The bot check needs a secret.');

  return {
    kind: 'altcha',
    scriptUrl: '',

    challenge: (now) =>
      createChallenge({
        ...current,
        algorithm: POW_ALGORITHM,
        cost,
        counter: randomInt(50, 101),
        deriveKey,
        // Not the package's expiresAt: it is compared with the machine's clock, ours with the time of the request.
        data: { action: BOT_ACTION, expires: now + LIFETIME_MS },
      }),

    async verify(token, { now }): Promise<BotVerdict> {
      const payload = readToken(token, TokenSchema);
      if (!payload || payload.challenge.parameters.data.expires <= now) return { outcome: 'refused' };
      const { signature, parameters } = payload.challenge;
      for (const key of keys) {
        const { verified } = await verifySolution({ ...key, ...payload, deriveKey });
        if (verified) return { outcome: 'human', spend: { id: signature, expires: parameters.data.expires } };
      }
      return { outcome: 'refused' };
    },
  };
}

function keyFor(label: string, secret: string): string {
  return createHmac('sha256', secret).update(label).digest('hex');
}

type PowToken = Payload & z.infer<ReturnType<typeof tokenSchema>>;

function readToken(token: string, schema: ReturnType<typeof tokenSchema>): PowToken | undefined {
  if (token.length > MAX_TOKEN || !/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return undefined;
  try {
    return z.safeParse(schema, JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    return undefined; // not JSON: a wrong token like any other
  }
}

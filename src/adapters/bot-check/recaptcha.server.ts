/** Bot check by Google: verifies tokens, and counts a token as missing when Google or our own settings are at fault. */
import * as z from 'zod/mini';
import { BOT_ACTION, type BotCheck, type BotVerdict } from '../../platform/bot-check/bot-check.ts';
import { unwatchedCall, type WatchCall } from '../../platform/monitoring/outside.server.ts';

/** Google's tokens have one to three thousand of these characters. */
const TOKEN_FORM = /^[\w.-]{1,8192}$/;
const MAX_ANSWER_BYTES = 16 * 1024;
/** The citizen's token is at fault; every other error code is ours or Google's. */
const TOKEN_ERRORS = ['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'];

const VerifierAnswer = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    score: z.number().check(z.gte(0), z.lte(1)),
    action: z.string(),
    hostname: z.string(),
  }),
  z.object({ success: z.literal(false), 'error-codes': z.array(z.string()) }),
]);
type VerifierAnswer = z.infer<typeof VerifierAnswer>;

/**
 * @property scriptUrl Google's api.js, without the key
 * @property minScore 0 to 1: below it a token counts as missing
 * @property ownHosts host names of the portal and of its municipalities: a token made elsewhere counts as missing
 * @property watch notes how each question ended, so that the operator of the portal learns what to correct
 */
export type RecaptchaOptions = {
  siteKey: string;
  secret: string;
  scriptUrl: string;
  verifyUrl: string;
  minScore?: number;
  timeoutMs?: number;
  ownHosts: () => Promise<readonly string[]>;
  watch?: WatchCall;
};

/** reCAPTCHA v3. Google itself makes a token expire after two minutes and work once. */
export function recaptchaBotCheck(options: RecaptchaOptions): BotCheck {
  const { siteKey, secret, verifyUrl, minScore = 0.5, timeoutMs = 5000, ownHosts, watch = unwatchedCall } = options;
  const script = new URL(options.scriptUrl);
  script.searchParams.set('render', siteKey);

  return {
    kind: 'recaptcha',
    scriptUrl: script.href,
    siteKey,
    challenge: async () => null,

    async verify(token, { address }): Promise<BotVerdict> {
      if (!TOKEN_FORM.test(token)) return { outcome: 'refused' };
      const body = new URLSearchParams({ secret, response: token, remoteip: address });
      const hosts = await ownHosts();
      try {
        return await watch(async () => verdictOf(await askVerifier(verifyUrl, body, timeoutMs), minScore, hosts));
      } catch {
        // The fault has been noted.
        return { outcome: 'unavailable' };
      }
    },
  };
}

/** @throws Error for a fault of Google's or of our settings, which may concern every guest */
function verdictOf(answer: VerifierAnswer, minScore: number, ownHosts: readonly string[]): BotVerdict {
  if (!answer.success) {
    const codes = answer['error-codes'];
    const tokenWrong = codes.length > 0 && codes.every((code) => TOKEN_ERRORS.includes(code));
    if (tokenWrong) return { outcome: 'refused' };
    throw new Error(`verifier: ${codes.filter((code) => /^[a-z-]{1,40}$/.test(code)).join(', ')}`);
  }
  if (answer.action !== BOT_ACTION) return { outcome: 'refused' };
  // If a wrong setting of ours refused here, it would refuse every guest: PUBLIC_URL, or the domains of the key at Google.
  if (!ownHosts.includes(answer.hostname))
    throw new Error(`host: ${answer.hostname.replace(/[^\w.-]/g, '').slice(0, 253)}`);
  return { outcome: answer.score < minScore ? 'unavailable' : 'human' };
}

/** @throws Error when the verifier is down, slow, redirects (the secret is sent nowhere else) or answers something unreadable */
async function askVerifier(url: string, body: URLSearchParams, timeoutMs: number): Promise<VerifierAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal });
  if (!response.ok || !response.body) throw new Error('no answer');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new Error('answer too long');
    }
    chunks.push(part.value);
  }
  return readAnswer(Buffer.concat(chunks).toString());
}

/** @throws Error without the text of what could not be read */
function readAnswer(text: string): VerifierAnswer {
  try {
    return z.parse(VerifierAnswer, JSON.parse(text));
  } catch {
    throw new Error('verifier: unreadable answer');
  }
}

/** Tokens of the bot check, one for each send. A failure here never stops a citizen: without a token the request proceeds. */
import type { Challenge, Solution } from 'altcha-lib/types';
import type { ApiOperation } from '../contract.ts';
import { BOT_ACTION, type BotConfig } from './bot-check.ts';
import { loadBotScript, mayLoad, readBotConfig, startSolver, withinLimit } from './bot-script.browser.ts';

type RecaptchaApi = {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
};

declare global {
  interface Window {
    grecaptcha?: RecaptchaApi;
  }
}

/** A puzzle is valid for ten minutes on the server: one minute is left for the send. */
const KEEP_MS = 9 * 60 * 1000;

/** The token solved ahead. Taking it clears it, so that it is never used twice. */
let solvedAhead: { token: Promise<string>; born: number } | undefined;

/**
 * Starts loading and solving at the first focus in a form of a route with the check. Never throws; {@link botToken} reports a
 * failure.
 */
export function startBotCheck(): void {
  const config = readBotConfig();
  if (!config?.here || !mayLoad(config)) return;
  const work = config.kind === 'altcha' ? solveAhead(config).token : loadBotScript(config);
  work.catch((cause) => console.debug(cause));
}

/**
 * A fresh token for one send, or undefined after 8 s or when the check cannot start. Never throws.
 * @param use of the call's contract: for a call that only checks, nothing is loaded on a route without the check
 */
export async function botToken(use: NonNullable<ApiOperation['bot']>): Promise<string | undefined> {
  const config = readBotConfig();
  if (use === 'checked' && !config?.here) return undefined;
  try {
    if (!config || !mayLoad(config)) throw new Error('no bot check, or no consent to it');
    return await withinLimit(config.kind === 'altcha' ? takeSolved(config) : askGoogle(config));
  } catch (cause) {
    console.error('recaptcha not started');
    console.debug(cause);
    return undefined;
  }
}

/** After a 422 on the token's field: discards the prepared token. @returns like {@link botToken} */
export function refreshBotToken(use: NonNullable<ApiOperation['bot']>): Promise<string | undefined> {
  solvedAhead = undefined;
  return botToken(use);
}

function takeSolved(config: BotConfig): Promise<string> {
  const { token } = solveAhead(config);
  solvedAhead = undefined;
  return token;
}

function solveAhead(config: BotConfig): { token: Promise<string>; born: number } {
  if (solvedAhead && Date.now() - solvedAhead.born < KEEP_MS) return solvedAhead;
  const mine = { token: solveChallenge(config.challenge), born: Date.now() };
  solvedAhead = mine;
  mine.token.catch(() => {
    // A failure is not kept: the next call tries again.
    if (solvedAhead === mine) solvedAhead = undefined;
  });
  return mine;
}

async function solveChallenge(challengePath: string): Promise<string> {
  const response = await fetch(challengePath, { headers: { accept: 'application/json' }, cache: 'no-store' });
  if (!response.ok) throw new Error(`challenge: ${response.status}`);
  const { data: challenge }: { data: Challenge } = await response.json();
  const solver = await startSolver();
  try {
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      solver.onmessage = (event) => resolve(event.data);
      solver.onerror = () => reject(new Error('solver not started'));
      solver.postMessage(challenge);
    });
    if (!solution) throw new Error('challenge not solved');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    solver.terminate();
  }
}

async function askGoogle({ siteKey = '', ...config }: BotConfig): Promise<string> {
  await loadBotScript(config);
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('the script brought no grecaptcha');
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  // Requested at the send: these tokens are valid for two minutes and work once.
  return grecaptcha.execute(siteKey, { action: BOT_ACTION });
}

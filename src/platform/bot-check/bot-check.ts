/**
 * The bot check as the portal sees it: one port, two adapters (own proof of work, reCAPTCHA v3).
 * The names on the wire are the same for both. Runs in the browser and on the server.
 */

/** Name of the token in every POST, body or form data (product rule). */
export const BOT_FIELD = 'g-recaptcha-response';

/** What a token was asked for; one for another action is refused (product rule). */
export const BOT_ACTION = 'submit_form';

/** `<meta name content>` with a {@link BotConfig} as JSON. */
export const BOT_META = 'portale-bot';

/** `<meta name content>` with the paths of the routes that load the check, separated by blanks, `{x}` for a part. */
export const BOT_ROUTES_META = 'portale-bot-rotte';

/** First-party cookie with the citizen's answer to the verification by Google. */
export const CONSENT_COOKIE = 'consenso-bot';

/**
 * What a token is worth.
 * - `human`: counts. With `spend` the caller marks `id` as used until `expires` (ms since 1970); the second use is
 *   a refusal. Without it the verifier itself accepts a token once.
 * - `refused`: wrong, expired, used, made for another action or site: 422 on {@link BOT_FIELD}.
 * - `unavailable`: verifier away, slow, incomprehensible, set up for another host name, or a low score: the same as no token
 *   at all. The adapter writes to the log what the operator of the portal has to put right.
 */
export type BotVerdict =
  | { outcome: 'human'; spend?: { id: string; expires: number } }
  | { outcome: 'refused' }
  | { outcome: 'unavailable' };

/** What the server saw: `now` in ms since 1970, the client's address. */
export type SeenCall = { now: number; address: string };

export type BotCheck = {
  kind: 'altcha' | 'recaptcha';
  /** What the browser loads for a route with the check; '' when it is the portal's own solver. */
  scriptUrl: string;
  siteKey?: string;
  /** A puzzle to hand to the browser, null where the script brings its own. `now` in ms since 1970. */
  challenge(now: number): Promise<object | null>;
  /** Never throws. */
  verify(token: string, seen: SeenCall): Promise<BotVerdict>;
};

/**
 * What a page tells the browser of the check in use.
 * @property challenge path of the operation that gives puzzles
 * @property here whether this route loads the check with the page; elsewhere nothing is loaded before a call that spends a token
 */
export type BotConfig = {
  kind: BotCheck['kind'];
  script: string;
  siteKey?: string;
  challenge: string;
  here: boolean;
};

/** @returns what goes, as JSON, into the meta element {@link BOT_META} */
export function botConfigOf(bot: BotCheck, route: Pick<BotConfig, 'challenge' | 'here'>): BotConfig {
  return { kind: bot.kind, script: bot.scriptUrl, siteKey: bot.siteKey, ...route };
}

/**
 * The bot check as the portal sees it: one port, two adapters (own proof of work, reCAPTCHA v3).
 * The names on the wire are the same for both. Runs in the browser and on the server.
 */

/** Name of the token in every POST, body or form data (product rule). */
export const BOT_FIELD = 'g-recaptcha-response';

/** The purpose a token was made for; a token for another action is refused (product rule). */
export const BOT_ACTION = 'submit_form';

/** Name of the `<meta>` element whose content is a {@link BotConfig} as JSON. */
export const BOT_META = 'portale-bot';

/** Name of the `<meta>` element that lists the paths of the routes that load the check, separated by blanks, `{x}` for a part. */
export const BOT_ROUTES_META = 'portale-bot-rotte';

/** First-party cookie with the citizen's answer to the verification by Google. */
export const CONSENT_COOKIE = 'consenso-bot';

/**
 * What a token is worth.
 * - `human`: valid. With `spend` the caller marks `id` as used until `expires` (ms since 1970), and a second use is refused.
 * Without it the verifier itself accepts a token once.
 * - `refused`: wrong, expired, used, made for another action or site: 422 on {@link BOT_FIELD}.
 * - `unavailable`: the verifier is down, slow, gives an unreadable answer or is set up for another host name, or the score is
 * low: the same as no token at all. The adapter logs what the operator of the portal has to correct.
 */
export type BotVerdict =
  | { outcome: 'human'; spend?: { id: string; expires: number } }
  | { outcome: 'refused' }
  | { outcome: 'unavailable' };

/** What the server saw: `now` in ms since 1970, the client's address. */
export type SeenCall = { now: number; address: string };

export type BotCheck = {
  kind: 'altcha' | 'recaptcha';
  /** The script that the browser loads for a route with the check; '' for the portal's own solver. */
  scriptUrl: string;
  siteKey?: string;
  /** A puzzle for the browser, null where the provider's script brings its own. `now` in ms since 1970. */
  challenge(now: number): Promise<object | null>;
  /** Never throws. */
  verify(token: string, seen: SeenCall): Promise<BotVerdict>;
};

/**
 * What a page tells the browser of the check in use.
 * @property challenge path of the operation that gives puzzles
 * @property here whether this route loads the check with the page; elsewhere it is loaded before a call that spends a token
 */
export type BotConfig = {
  kind: BotCheck['kind'];
  script: string;
  siteKey?: string;
  challenge: string;
  here: boolean;
};

/** @returns the content of the meta element {@link BOT_META}, as JSON */
export function botConfigOf(bot: BotCheck, route: Pick<BotConfig, 'challenge' | 'here'>): BotConfig {
  return { kind: bot.kind, script: bot.scriptUrl, siteKey: bot.siteKey, ...route };
}

/** Who may pass a screen. @property loggedIn where a logged-in citizen is sent instead */
export type ScreenAccess = { login: 'no' | 'optional' | 'required' | 'operator'; loggedIn?: string };

/** May this person see this screen? Pure: what the answer looks like is the middleware's. */
export type GuardVerdict =
  | { pass: true }
  /** Nobody is logged in: by way of /logout to /login, and back here afterwards */
  | { pass: false; because: 'anonymous' }
  /** A citizen at the operators' door, or the other way round */
  | { pass: false; because: 'role' }
  /** Somebody logged in has a better place for this */
  | { pass: false; because: 'better'; href: string };

/** @param ruolo of who is logged in, null for nobody */
export function guardScreen(screen: ScreenAccess, ruolo: 'cittadino' | 'operatore' | null): GuardVerdict {
  const { login, loggedIn } = screen;
  if (loggedIn && ruolo === 'cittadino') return { pass: false, because: 'better', href: loggedIn };
  if (login === 'no' || login === 'optional') return { pass: true };
  if (ruolo === null) return { pass: false, because: 'anonymous' };
  const needed = login === 'operator' ? 'operatore' : 'cittadino';
  return ruolo === needed ? { pass: true } : { pass: false, because: 'role' };
}

const NOT_AFTER_A_LOGIN = new Set(['login', 'logout', 'accesso', 'api', 'sanctum', 'sandbox']);

/**
 * Where to go after the login: a path of our own, else the front door (attack: `//evil`, `/\\evil`, `javascript:`).
 * @param asked from the query, anything at all
 */
export function ownPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return null;
  const url = URL.parse(asked, 'http://portale.invalid');
  if (url?.origin !== 'http://portale.invalid' || url.pathname.startsWith('//')) return null;
  // The first word of our paths needs no encoding: /%6cogout is no other way to /logout.
  const first = url.pathname.split('/')[1] as string;
  if (first.includes('%') || NOT_AFTER_A_LOGIN.has(first)) return null;
  return url.pathname + url.search;
}

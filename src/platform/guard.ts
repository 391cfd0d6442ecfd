/** Decides who may see a screen. */
import type { LoggedInUser } from '../context.ts';
import type { PortalScreen } from './screens.ts';

export type ScreenAccess = Pick<PortalScreen, 'login' | 'loggedIn'>;

/** May this person see this screen? A pure function: the middleware decides what the answer looks like. */
export type GuardVerdict =
  | { pass: true }
  /** Not logged in: by way of /logout to /login, and back here afterwards */
  | { pass: false; because: 'anonymous' }
  /** A citizen on a screen of the operators, or the other way round; an operator on one of the administrators */
  | { pass: false; because: 'role' }
  /** There is a better place for a logged-in citizen */
  | { pass: false; because: 'better'; href: string };

/** @param user null when the visitor has not logged in */
export function guardScreen(
  { login, loggedIn }: ScreenAccess,
  user: Pick<LoggedInUser, 'ruolo' | 'amministra' | 'codice_fiscale'> | null,
): GuardVerdict {
  // Positions go by the tax code. A citizen whose login told none (eIDAS) has the two codes of the letter, as a guest has.
  if (loggedIn && user?.ruolo === 'cittadino' && user.codice_fiscale)
    return { pass: false, because: 'better', href: loggedIn };
  if (login === 'no' || login === 'optional') return { pass: true };
  if (user === null) return { pass: false, because: 'anonymous' };
  const mayPass = {
    required: user.ruolo === 'cittadino',
    operator: user.ruolo === 'operatore',
    administrator: user.ruolo === 'operatore' && user.amministra.length > 0,
  };
  return mayPass[login] ? { pass: true } : { pass: false, because: 'role' };
}

const NOT_AFTER_A_LOGIN = new Set(['login', 'logout', 'accesso', 'api', 'sanctum', 'sandbox']);

/**
 * Where to go after the login: a path of the portal, else the home page (attack: `//evil`, `/\\evil`, `javascript:`).
 * @param asked from the query, any text
 */
export function ownPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return null;
  const url = URL.parse(asked, 'http://portale.invalid');
  if (url?.origin !== 'http://portale.invalid' || url.pathname.startsWith('//')) return null;
  // The first segment of the portal's paths needs no encoding, so /%6cogout cannot be used to reach /logout.
  const first = url.pathname.split('/')[1] as string;
  if (first.includes('%') || NOT_AFTER_A_LOGIN.has(first)) return null;
  return url.pathname + url.search;
}

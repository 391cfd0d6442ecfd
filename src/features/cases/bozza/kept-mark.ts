/** What a browser keeps that it could not send: under which names, for whom, and how all of it is forgotten. */
import { COPY_PREFIX } from './bozza-copy.ts';

/** Of what is kept beside the drafts' copies: photos, and reports that wait for a connection. */
export const KEPT_DATABASE = 'portale-in-attesa';
/**
 * Readable cookie: this browser keeps something sealed that was not sent. While it is there, a login that has merely expired clears
 * nothing; a logout clears all.
 */
export const KEPT_COOKIE = 'in-attesa';
const KEPT_SECONDS = 30 * 24 * 3600;

/** Name of the meta element of a page that a browser keeps for when there is no connection: it knows nobody. */
export const SHELL_META = 'portale-senza-linea';
/** What is written there belongs to somebody who has to say so. */
export const UNKNOWN_PERSON = '?';
export const isShellPage = (): boolean => document.querySelector(`meta[name="${SHELL_META}"]`) !== null;

/** The mark of the person for whom this page was made; '' for a guest. */
export const pagePerson = (): string => (isShellPage() ? UNKNOWN_PERSON : (document.documentElement.dataset.per ?? ''));
/** The name is readable, and holds nothing personal: each person of a browser has copies of their own. @param path of the form */
export const copyName = (path: string, per = pagePerson()): string => `${COPY_PREFIX}${per && `${per}:`}${path}`;
/** Says that photos for the form are kept, too. */
export const photosName = (path: string): string => `${copyName(path)}#foto`;

export const hasKept = (): boolean => document.cookie.includes(`${KEPT_COOKIE}=1`);

export function markKept(isKept: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that citizens use
  document.cookie = `${KEPT_COOKIE}=1; Max-Age=${isKept ? KEPT_SECONDS : 0}; Path=/; SameSite=Lax${secure}`;
}

/** As {@link copyName} names it. */
export function forgetCopy(path: string, per = pagePerson()): void {
  try {
    localStorage.removeItem(copyName(path, per));
  } catch {
    // Storage is forbidden in this browser: there is no copy.
  }
}

/** Whether a copy of anybody is left. */
export const hasCopies = (): boolean => Object.keys(localStorage).some((name) => name.startsWith(COPY_PREFIX));

/** After a logout nothing of anybody stays in the browser (product rule). */
export function forgetCopies(): void {
  markKept(false);
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(COPY_PREFIX)) localStorage.removeItem(name);
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // Storage is forbidden in this browser: there are no copies.
  }
}

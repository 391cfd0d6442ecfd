/**
 * Lists that the browser keeps in session storage, so that going back is instant on a slow line. They are encrypted (AES-GCM)
 * with the key of a readable cookie that lasts one hour: without the cookie they cannot be read, and logout removes both. The
 * vault is a convenience: any failure means "not kept", never an error.
 */
import { importKey, openSealed, sealValue } from './seal.browser.ts';

export type ListName =
  | 'tipi-segnalazione'
  | 'enti-sportello'
  | 'enti-categoria'
  | 'enti-pagamento'
  | 'enti-pagamento-precompilati'
  | 'posizioni'
  | 'documenti-rappresentanza'
  | 'dichiarazioni'
  | 'segnalazioni';

/** Checks that a list still has the shape in which it was kept; a schema does. */
export type ListShape<T> = { safeParse(value: unknown): { success: boolean; data?: T | undefined } };

/**
 * The name of a list, or of one of its parts, as in `enti-categoria/SF510`. It is readable in storage: no personal data in it.
 */
export type ListKey = ListName | `${ListName}/${string}`;

const KEY_COOKIE = 'chiave-elenchi';
const KEY_LIFETIME = 3600; // seconds (product rule)
const STORAGE_PREFIX = 'elenco:';

/** Encrypts and stores a list under its name. Keeps nothing where the browser has no cryptography or no storage. */
export async function keepList(name: ListKey, value: unknown): Promise<void> {
  if (!globalThis.crypto?.subtle) return;
  try {
    const hex = readKey() ?? makeKey();
    const sealed = await sealValue(await importKey(hex), name, value);
    // A logout during the encryption has removed the key: then nothing may stay in storage.
    if (readKey() === hex) sessionStorage.setItem(STORAGE_PREFIX + name, sealed);
  } catch {
    forgetList(name); // storage full or forbidden: an old list must not outlive the one that could not be kept
  }
}

/** @returns the list as it was kept, or undefined when it is missing, of another key, tampered with or of another shape */
export async function recallList<T>(name: ListKey, schema: ListShape<T>): Promise<T | undefined> {
  const hex = readKey();
  if (!hex) {
    clearLists(); // the hour is over: these lists can no longer be decrypted
    return undefined;
  }
  try {
    const sealed = sessionStorage.getItem(STORAGE_PREFIX + name) ?? '';
    const found = schema.safeParse(await openSealed(await importKey(hex), name, sealed));
    return found.success ? found.data : undefined;
  } catch {
    return undefined; // never kept, another key, or tampered with: the list is fetched again
  }
}

/** Removes lists and key. Called at logout, and at login, where the next list makes a new key. */
export function forgetAll(): void {
  writeCookie('', 0);
  clearLists();
}

function forgetList(name: ListKey): void {
  try {
    sessionStorage.removeItem(STORAGE_PREFIX + name);
  } catch {
    // Storage is forbidden in this browser: there is nothing to forget.
  }
}

function clearLists(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // Storage is forbidden in this browser: there is nothing to clear.
  }
}

function readKey(): string | undefined {
  return new RegExp(`(?:^|; )${KEY_COOKIE}=([0-9a-f]{32})(?:;|$)`).exec(document.cookie)?.[1];
}

function makeKey(): string {
  clearLists();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  writeCookie(hex, KEY_LIFETIME);
  return hex;
}

function writeCookie(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that citizens use
  document.cookie = `${KEY_COOKIE}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
}

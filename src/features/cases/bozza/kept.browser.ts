/** What the browser keeps in IndexedDB, each record sealed with the key of its person. */
import { createStore, del, entries, get, keys, set, type UseStore } from 'idb-keyval';
import { openBytes, openSealed, sealBytes, sealValue } from '../../../platform/vault/seal.browser.ts';
import { hasCopies, KEPT_DATABASE, markKept, pagePerson } from './kept-mark.ts';

/**
 * @property per mark of the person whose it is, '' for a guest; says nothing about who that is
 * @property value sealed @property bytes sealed, of a photo
 */
type KeptRecord = { per: string; value: string; bytes?: Uint8Array<ArrayBuffer> };
export type KeptEntry = KeptRecord & { name: string };

const DEVICE_KEY = 'chiave';

let keptStore: UseStore | undefined;
const kept = (): UseStore => {
  keptStore ??= createStore(KEPT_DATABASE, 'voci');
  return keptStore;
};

/** @throws DOMException when the browser has no room, or forbids storage */
export async function keepRecord(
  key: CryptoKey,
  name: string,
  value: unknown,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const record: KeptRecord = { per: pagePerson(), value: await sealValue(key, name, value) };
  if (bytes) record.bytes = await sealBytes(key, bytesName(name), bytes);
  // Marked first: what is stored is never without its mark.
  markKept(true);
  await set(name, record, kept());
}

/** Replaces the value alone; nothing when the record is gone. */
export async function renewRecord(key: CryptoKey, name: string, value: unknown): Promise<void> {
  const record = await get<KeptRecord>(name, kept());
  if (record) await set(name, { ...record, value: await sealValue(key, name, value) }, kept());
}

/** @returns undefined when it is gone, or of another key */
export async function openRecord(
  key: CryptoKey,
  name: string,
): Promise<{ value: unknown; bytes: Uint8Array<ArrayBuffer> | undefined } | undefined> {
  const record = await get<KeptRecord>(name, kept());
  if (!record) return undefined;
  try {
    const bytes = record.bytes && (await openBytes(key, bytesName(name), record.bytes));
    return { value: await openSealed(key, name, record.value), bytes };
  } catch {
    return undefined;
  }
}

/** @param prefix of the names */
export async function listKept(prefix: string): Promise<KeptEntry[]> {
  const all = await entries<string, KeptRecord>(kept());
  return all.filter(([name]) => name.startsWith(prefix)).map(([name, record]) => ({ name, ...record }));
}

/** Also takes the mark away from a browser that keeps nothing more. */
export async function forgetRecords(names: readonly string[]): Promise<void> {
  for (const name of names) await del(name, kept());
  const left = await keys<string>(kept());
  if (left.some((name) => name !== DEVICE_KEY)) return;
  await del(DEVICE_KEY, kept());
  if (!hasCopies()) markKept(false);
}

/**
 * The key of what was written where nobody could be asked who is there. It never leaves this browser, and goes with the last record.
 * @param makes one where there is none
 */
export async function deviceKey(makes: boolean): Promise<CryptoKey | undefined> {
  const known = await get<CryptoKey>(DEVICE_KEY, kept());
  if (known || !makes) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt', 'decrypt']);
  await set(DEVICE_KEY, made, kept());
  return made;
}

const bytesName = (name: string): string => `${name}#bytes`;

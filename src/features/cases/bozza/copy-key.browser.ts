/** The key of what this browser keeps for the person on the page, fetchedKeys once while there is a connection. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { importKey } from '../../../platform/vault/seal.browser.ts';
import { bozzaCalls } from './bozza.calls.ts';
import { deviceKey } from './kept.browser.ts';
import { hasKept, isShellPage } from './kept-mark.ts';

/**
 * @property own of the person on this page @property guest of this browser before the login, when there is one
 * @property device of what was written without a connection on a page that knew nobody
 */
export type CopyKeys = { own: CryptoKey; guest: CryptoKey | undefined; device: CryptoKey | undefined };

let fetchedKeys: Promise<CopyKeys | undefined> | undefined;

/** @returns undefined without a connection, or where the browser cannot encrypt; the next call tries again */
export function copyKeys(): Promise<CopyKeys | undefined> {
  fetchedKeys ??= fetchKeys().then((keys) => {
    if (!keys) fetchedKeys = undefined;
    return keys;
  });
  return fetchedKeys;
}

/** @returns the key of this person alone; undefined as with {@link copyKeys} */
export const copyKey = async (): Promise<CryptoKey | undefined> => (await copyKeys())?.own;

async function fetchKeys(): Promise<CopyKeys | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  if (isShellPage()) {
    const own = await deviceKey(true);
    return own && { own, guest: undefined, device: own };
  }
  try {
    const { chiave, ospite } = await sendCall(bozzaCalls.chiaveCopia, {});
    return {
      own: await importKey(chiave),
      guest: ospite ? await importKey(ospite) : undefined,
      device: hasKept() ? await deviceKey(false) : undefined,
    };
  } catch (cause) {
    if (cause instanceof PortalError || cause instanceof CallError) return undefined;
    throw cause;
  }
}

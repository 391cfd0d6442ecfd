/**
 * Solves the portal's own puzzle away from the page, so that typing never stutters.
 * For every challenge it answers with the solution, or null.
 */
import { solveChallenge } from 'altcha-lib';
// The other algorithms of the package need node:crypto; this one is Web Crypto.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

const GIVE_UP_MS = 20_000;

self.addEventListener('message', async (event: MessageEvent<Challenge>) => {
  try {
    self.postMessage(await solveChallenge({ challenge: event.data, deriveKey, timeout: GIVE_UP_MS }));
  } catch (cause) {
    console.debug(cause);
    self.postMessage(null);
  }
});

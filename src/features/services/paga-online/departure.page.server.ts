/** Sends a browser without JavaScript to the provider. */

import type { AstroGlobal } from 'astro';
import { onwardsPage } from '../../../platform/onwards.ts';
import { sha256Of } from '../../../platform/signer.server.ts';

/**
 * Makes Back from a provider load the page anew, with a new key for the next attempt. The answer to a POST cannot be loaded again, so a page
 * that answered one comes back as it was.
 */
export function forbidCaching({ request, response }: Pick<AstroGlobal, 'request' | 'response'>): void {
  if (request.method !== 'POST') response.headers.set('cache-control', 'no-store');
}

/** @param name of the provider */
export const leaveForFornitore = (redirect: string, name: string): Response =>
  onwardsPage(redirect, `Ti stiamo portando su ${name}`);

/**
 * Derives the key of a send from the key of its page and what is sent: the same button pressed twice opens one payment, other data are
 * another send.
 * @param pageKey undefined when the form came without one
 */
export const sendKeyOf = (pageKey: string | undefined, body: unknown): string | undefined =>
  pageKey && sha256Of(`${pageKey} ${JSON.stringify(body)}`);

/** Off to a provider, for who has no JavaScript. */

import type { AstroGlobal } from 'astro';
import { onwardsPage } from '../../../platform/onwards.ts';
import { sha256Of } from '../../../platform/signer.server.ts';

/**
 * The browser's Back from a provider brings the page as things stand, with a key of its own for the next attempt. What a form was
 * answered with cannot be asked for again: that one comes back as it was.
 */
export function forbidCaching({ request, response }: Pick<AstroGlobal, 'request' | 'response'>): void {
  if (request.method !== 'POST') response.headers.set('cache-control', 'no-store');
}

/** @param name of the provider */
export const leaveForFornitore = (redirect: string, name: string): Response =>
  onwardsPage(redirect, `Ti stiamo portando su ${name}`);

/**
 * The key of a page's one send: the same button pressed twice opens one payment; what was changed in between is another send.
 * @param pageKey of the page, undefined when the form came without
 */
export const sendKeyOf = (pageKey: string | undefined, body: unknown): string | undefined =>
  pageKey && sha256Of(`${pageKey} ${JSON.stringify(body)}`);

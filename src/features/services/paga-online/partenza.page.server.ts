/** Off to a provider, for who has no JavaScript. */

import type { AstroGlobal } from 'astro';
import { onwards } from '../../../platform/onwards.ts';
import { sha256 } from '../../../platform/signer.server.ts';

/**
 * The browser's Back from a provider brings the page as things stand, with a key of its own for the next attempt. What a form was
 * answered with cannot be asked for again: that one comes back as it was.
 */
export function freschi({ request, response }: Pick<AstroGlobal, 'request' | 'response'>): void {
  if (request.method !== 'POST') response.headers.set('cache-control', 'no-store');
}

/** @param nome of the provider */
export const partenza = (redirect: string, nome: string): Response =>
  onwards(redirect, `Ti stiamo portando su ${nome}`);

/**
 * The key of a page's one send: the same button pressed twice opens one payment; what was changed in between is another send.
 * @param chiave of the page, undefined when the form came without
 */
export const perQuestoInvio = (chiave: string | undefined, corpo: unknown): string | undefined =>
  chiave && sha256(`${chiave} ${JSON.stringify(corpo)}`);

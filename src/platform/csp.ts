/** The Content-Security-Policy of a page: which other origins its scripts, pictures and connections may use. */

import type { PortalSettings } from '../settings.ts';
import { isHttps } from './origin.ts';

export type CspNeeds = {
  settings: Pick<PortalSettings, 'sentryDsn' | 'recaptcha' | 'publicUrl'>;
  /** base64 SHA-256 of the inline styles of the layout: the style sheet, the colours of the ente */
  styleHashes: readonly string[];
  /** Origins of map tiles on this page */
  img: readonly string[];
};

/**
 * Adds to Astro's policy (hashes of scripts and styles) what only the running portal can tell. Each directive occurs once: the
 * browser keeps the first of two.
 */
export function completeCsp(policy: string, { settings, styleHashes, img }: CspNeeds): string {
  const google = settings.recaptcha ? [new URL(settings.recaptcha.scriptUrl).origin, 'https://www.gstatic.com'] : [];
  const sentry = settings.sentryDsn ? [new URL(settings.sentryDsn).origin] : [];
  const directive = (name: string, ...sources: string[]) => `${name} ${["'self'", ...sources].join(' ')}`;
  return [
    policy
      .replace(/;\s*$/, '')
      .replace('style-src ', `style-src ${styleHashes.map((hash) => `'sha256-${hash}' `).join('')}`)
      .replace('script-src ', `script-src ${google.map((origin) => `${origin} `).join('')}`),
    directive('form-action'),
    directive('connect-src', ...sentry, ...google),
    directive('img-src', 'data:', 'blob:', ...img),
    directive('frame-src', ...google),
    directive('worker-src'),
    ...(isHttps(settings) ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

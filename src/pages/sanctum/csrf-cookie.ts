/** Sets the anti-forgery cookie that a browser needs before its first call that changes something. */

import type { APIRoute } from 'astro';
import { setCookie } from '../../platform/cookie.ts';
import { isHttps } from '../../platform/origin.ts';

export const prerender = false;

/** Readable by the page's script, which sends it back as header; bound to the visitor cookie set beside it. */
export const GET: APIRoute = async ({ locals }) => {
  const { house, browser } = locals.ctx;
  if (browser) {
    // For the drafts, which are kept here.
    locals.token();
    await house.backEnd.renewToken(browser);
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  }
  const secure = isHttps(locals.ctx.house.settings);
  locals.setCookie(
    setCookie({
      name: 'XSRF-TOKEN',
      secure,
      forScripts: true,
      value: encodeURIComponent(locals.token().split('.', 1).join()),
    }),
  );
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
};

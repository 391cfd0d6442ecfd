/** Serves the HTML of a test mail on its own, for the preview frame of the sandbox mailbox. */
import type { APIRoute } from 'astro';
import { leggiMail } from '../../../../sandbox/posta.db.ts';
import { CSP_ANTEPRIMA } from '../../../../sandbox/posta.ts';

export const prerender = false;

/** The HTML part of a sandbox mail, shut off from the portal by its own policy. */
export const GET: APIRoute = async ({ params, locals, rewrite }) => {
  const mail = await leggiMail(locals.ctx.db, params.id ?? '');
  if (!mail) return rewrite('/404');
  return new Response(mail.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP_ANTEPRIMA,
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    },
  });
};

/** Serves the HTML of a test mail on its own, for the preview frame of the sandbox mailbox. */
import type { APIRoute } from 'astro';
import { readMail } from '../../../../sandbox/mailbox.db.ts';
import { PREVIEW_CSP } from '../../../../sandbox/mailbox.ts';

export const prerender = false;

/** The HTML part of a sandbox mail, isolated from the portal by its own policy. */
export const GET: APIRoute = async ({ params, locals, rewrite }) => {
  const mail = await readMail(locals.ctx.db, params.id ?? '');
  if (!mail) return rewrite('/404');
  return new Response(mail.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PREVIEW_CSP,
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    },
  });
};

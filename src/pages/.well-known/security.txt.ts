/** Tells security researchers where to report a weakness, if the settings name a contact. */
import type { APIRoute } from 'astro';

export const prerender = false;

/** RFC 9116; served only when there is a contact. */
export const GET: APIRoute = ({ locals }) => {
  const { securityContact, publicUrl } = locals.ctx.house.settings;
  if (!securityContact) return new Response(null, { status: 404 });
  const expires = new Date(locals.ctx.now + 180 * 24 * 3600_000).toISOString();
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: it, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};

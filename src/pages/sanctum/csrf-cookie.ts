import type { APIRoute } from 'astro';

export const prerender = false;

/** Readable by the page's script, which sends it back as header; bound to the visitor cookie set beside it. */
export const GET: APIRoute = ({ locals }) => {
  const secure = locals.ctx.house.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  locals.setCookie(
    `XSRF-TOKEN=${encodeURIComponent(locals.token().split('.', 1).join())}; Path=/; SameSite=Lax${secure}`,
  );
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
};

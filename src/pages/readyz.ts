/** Answers 200 only if the store answers: a load balancer takes the host out on anything else. */
import type { APIRoute } from 'astro';

export const prerender = false;

/** The host calls this before it says that the portal is ready. */
export const GET: APIRoute = async ({ locals }) => {
  await locals.ctx.db.selectFrom('portale').select('chiave').limit(1).execute();
  return new Response('ok\n', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } });
};

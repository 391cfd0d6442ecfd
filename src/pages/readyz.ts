/** Answers 200 only if the store can be written to: a load balancer takes the host out on anything else. */
import type { APIRoute } from 'astro';
import { requireWritable } from '../platform/ready.server.ts';

export const prerender = false;

/** The host calls this before it says that the portal is ready, and answers by itself once it stops. */
export const GET: APIRoute = async ({ locals }) => {
  await requireWritable(locals.ctx.house);
  return new Response('ok\n', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } });
};

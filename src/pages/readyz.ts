/** Answers 200 only if the store can be written to: a load balancer takes the host out on anything else. */
import type { APIRoute } from 'astro';
import { requireWritable } from '../platform/ready.server.ts';

export const prerender = false;

/**
 * The host calls this before it says that the portal is ready, and answers by itself once it stops. A back end that does not answer
 * is told and no reason to take the host out: its pages say it in words, and another host has the same back end.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { house } = locals.ctx;
  await requireWritable(house);
  const missing = await house.backEnd.check().then(
    () => '',
    () => 'Manca il sistema a monte (API_UPSTREAM_URL): non risponde.\n',
  );
  return new Response(`ok\n${missing}`, {
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
};

/** Answers as long as the process runs, whether or not the store does: a failure here means that it must be restarted. */
import type { APIRoute } from 'astro';

export const prerender = false;

export const GET: APIRoute = () =>
  new Response('ok\n', { headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } });

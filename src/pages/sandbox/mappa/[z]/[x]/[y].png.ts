/** A tile of the sandbox's map. Absent in production. */
import type { APIRoute } from 'astro';
import { readTileName, sandboxTile } from '../../../../../sandbox/town/tiles.server.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params: { z, x, y }, locals, rewrite }) => {
  const name = readTileName(z, x, y);
  const isSandbox = locals.ctx.house.settings.mode === 'sandbox';
  const tile = isSandbox && name ? await sandboxTile(name) : undefined;
  if (!tile) return rewrite('/404');
  return new Response(new Uint8Array(tile), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  });
};

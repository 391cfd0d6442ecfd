/** A tile of the sandbox's map. Absent in production. */
import type { APIRoute } from 'astro';
import { readTileName, sandboxTile } from '../../../../../sandbox/town/tiles.server.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params: { z, x, y }, locals, rewrite }) => {
  const name = readTileName(z, x, y);
  if (locals.ctx.house.settings.mode !== 'sandbox' || !name) return rewrite('/404');
  const tile = await sandboxTile(name);
  return new Response(new Uint8Array(tile), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  });
};

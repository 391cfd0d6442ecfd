/** A crest or a logo of a municipality. Its address holds the hash of its bytes, so that browsers keep it for a year. */
import type { APIRoute } from 'astro';
import { readImage } from '../../../features/cases/ente/ente.server.ts';
import { IMAGE_TYPES } from '../../../ui/images.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params: { ente = '', file = '' }, locals }) => {
  const [impronta = '', type, ...more] = file.split('.');
  const image = more.length === 0 ? await readImage(locals.ctx.house, { ente, impronta }) : undefined;
  if (!image || image.tipo !== type)
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(new Uint8Array(image.dati), {
    headers: {
      'content-type': IMAGE_TYPES[image.tipo],
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself, a drawing is a document: it runs nothing and fetches nothing.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
};

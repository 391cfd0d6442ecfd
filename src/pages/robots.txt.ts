/** Keeps search engines away from the API but its open data and public photos, the chats of pratiche, the checks of permits and the sandbox. */
import type { APIRoute } from 'astro';
import { siteOf } from '../features/cases/ente/ente.server.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { ctx } }) =>
  new Response(
    [
      'User-agent: *',
      'Disallow: /api/',
      'Allow: /api/v1/portale/segnalazioni.',
      'Allow: /api/v1/portale/segnalazioni/*/foto/',
      'Disallow: /segnalazione/chat/',
      'Disallow: /richiesta/chat/',
      'Disallow: /verifica/',
      'Disallow: /sandbox/',
      `Sitemap: ${await siteOf(ctx.house, ctx.host)}/sitemap.xml`,
      '',
    ].join('\n'),
    { headers: { 'content-type': 'text/plain' } },
  );

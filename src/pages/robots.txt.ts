/** Keeps search engines away from the API but its open data and public photos, the chats of pratiche, the checks of permits and the sandbox. */
import type { APIRoute } from 'astro';

export const prerender = true;

export const GET: APIRoute = () =>
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
      '',
    ].join('\n'),
  );

/** Routes every call of the API to its handler, with the anti-forgery check, and serves the OpenAPI document. */
import type { APIRoute } from 'astro';
import { known, rows } from '../../handlers.ts';
import { openApi } from '../../openapi.server.ts';
import { answer, notLetIn } from '../../platform/http.server.ts';
import { router } from '../../platform/router.server.ts';

export const prerender = false;

const api = { match: router(rows), known };
let document: string | undefined;

export const ALL: APIRoute = ({ request, locals, url }) => {
  if (url.pathname === '/api/v1/openapi.json' && request.method === 'GET') {
    document ??= JSON.stringify(openApi());
    return new Response(document, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  }
  if (locals.away) return notLetIn(request, api, locals.away);
  const unsafe = request.method !== 'GET' && request.method !== 'HEAD';
  const refused = unsafe ? locals.refusal(request.headers.get('x-xsrf-token')) : null;
  return answer(request, api, { ctx: locals.ctx, refused });
};

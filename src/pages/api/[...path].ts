/** Routes every call of the API to its handler, with the anti-forgery check, and serves the OpenAPI document. */
import type { APIRoute } from 'astro';
import { knownCaller, operationRows } from '../../handlers.ts';
import { openApi } from '../../openapi.server.ts';
import { answerCall, notLetIn } from '../../platform/http.server.ts';
import { createRouter } from '../../platform/router.server.ts';

export const prerender = false;

const apiRouter = { match: createRouter(operationRows), known: knownCaller };
let openApiDocument: string | undefined;

export const ALL: APIRoute = ({ request, locals, url }) => {
  if (url.pathname === '/api/v1/openapi.json' && request.method === 'GET') {
    openApiDocument ??= JSON.stringify(openApi());
    return new Response(openApiDocument, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  }
  if (locals.away) return notLetIn(request, apiRouter, locals.away);
  const unsafe = request.method !== 'GET' && request.method !== 'HEAD';
  const refused = unsafe ? locals.refusal(request.headers.get('x-xsrf-token')) : null;
  return answerCall(request, apiRouter, { ctx: locals.ctx, refused });
};

/** Routes every call of the API to its handler, with the anti-forgery check, and serves the OpenAPI document. */
import type { APIRoute } from 'astro';
import { callRules, operationRows } from '../../handlers.ts';
import { openApi } from '../../openapi.server.ts';
import { answerCall, gateCall, notLetIn } from '../../platform/http.server.ts';
import { createRouter } from '../../platform/router.server.ts';

export const prerender = false;

const apiRouter = { match: createRouter(operationRows), rules: callRules };
let openApiDocument: string | undefined;

export const ALL: APIRoute = ({ request, locals, url }) => {
  if (url.pathname === '/api/v1/openapi.json' && request.method === 'GET') {
    openApiDocument ??= JSON.stringify(openApi());
    return new Response(openApiDocument, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  }
  if (locals.notLetIn) return notLetIn(request, apiRouter, locals.notLetIn);
  return answerCall(request, apiRouter, gateCall(request, locals.ctx, locals.refusal));
};

/** Routes every call of the API to its handler, with the anti-forgery check. */
import type { APIRoute } from 'astro';
import { callRules, operationRows } from '../../handlers.ts';
import { answerCall, gateCall, notLetIn } from '../../platform/http.server.ts';
import { createRouter } from '../../platform/router.server.ts';

export const prerender = false;

const apiRouter = { match: createRouter(operationRows), rules: callRules };

export const ALL: APIRoute = ({ request, locals }) => {
  if (locals.notLetIn) return notLetIn(request, apiRouter, locals.notLetIn);
  return answerCall(request, apiRouter, gateCall(request, locals.ctx, locals.refusal));
};

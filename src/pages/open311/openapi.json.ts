/** The calls of Open311 for generators of programs. */
import type { APIRoute } from 'astro';
import { siteOf } from '../../features/cases/ente/ente.server.ts';
import { open311Api } from '../../features/town/open-data/open311-openapi.ts';
import { openJson } from '../../platform/responses.server.ts';

export const prerender = false;

export const GET: APIRoute = async ({ request, url, locals: { ctx } }) =>
  openJson(request, open311Api(await siteOf(ctx.house, url.hostname)));

/** Routes every address under `/sandbox/mooney` to the simulated provider; 404 where the sandbox has none. */
import type { APIRoute } from 'astro';
import { portalSites } from '../../../features/cases/ente/ente.server.ts';
import { mooneySandbox } from '../../../sandbox/mooney/mooney.server.ts';
import { makeMooney } from '../../../sandbox/mooney/mooney-house.server.ts';

export const prerender = false;

/** The sandbox's Mooney: its API for the portal, its pages for the tester. */
export const ALL: APIRoute = async ({ request, locals: { ctx }, rewrite }) => {
  const mooney = makeMooney(ctx.house, await portalSites(ctx.house));
  return mooney ? mooneySandbox(request, mooney) : rewrite('/404');
};

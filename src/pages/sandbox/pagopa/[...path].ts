/** Routes every address under `/sandbox/pagopa` to the simulated platform, so that a payment can be tried end to end. */
import { setTimeout } from 'node:timers/promises';
import type { APIRoute } from 'astro';
import { portalSites } from '../../../features/cases/ente/ente.server.ts';
import { makeMemory } from '../../../sandbox/pagopa/memory.server.ts';
import { answerPagopa } from '../../../sandbox/pagopa/pagopa.server.ts';

export const prerender = false;

/** pagoPA of the sandbox: absent in production, and where the settings name the real one. */
export const ALL: APIRoute = async ({ request, locals, rewrite }) => {
  const { settings, db, now } = locals.ctx.house;
  if (settings.mode !== 'sandbox' || settings.payments.pagopa) return rewrite('/404');
  return answerPagopa(request, {
    memory: makeMemory(db, 'pagopa'),
    publicUrl: settings.publicUrl,
    returnOrigins: await portalSites(locals.ctx.house),
    now,
    wait: async (ms) => void (await setTimeout(ms)),
  });
};

/** Routes every address under `/sandbox/pagopa` to the simulated platform, so that a payment can be tried end to end. */
import { setTimeout } from 'node:timers/promises';
import type { APIRoute } from 'astro';
import { memoriaDi } from '../../../sandbox/pagopa/memoria.server.ts';
import { rispondiPagopa } from '../../../sandbox/pagopa/pagopa.server.ts';

export const prerender = false;

/** pagoPA of the sandbox: absent in production, and where the settings name the real one. */
export const ALL: APIRoute = async ({ request, locals, rewrite }) => {
  const { settings, db, now } = locals.ctx.house;
  if (settings.mode !== 'sandbox' || settings.payments.pagopa) return rewrite('/404');
  return rispondiPagopa(request, {
    memoria: memoriaDi(db, 'pagopa'),
    publicUrl: settings.publicUrl,
    ritorni: [settings.publicUrl],
    now,
    attendi: async (ms) => void (await setTimeout(ms)),
  });
};

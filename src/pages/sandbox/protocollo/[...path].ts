/** Routes every address under `/sandbox/protocollo` to the test protocol, so that a registration can be tried end to end. */
import { setTimeout } from 'node:timers/promises';
import type { APIRoute } from 'astro';
import { makeMemory } from '../../../sandbox/pagopa/memory.server.ts';
import { answerProtocol } from '../../../sandbox/protocollo/protocollo.server.ts';

export const prerender = false;

/** Absent in production. */
export const ALL: APIRoute = async ({ request, locals, rewrite }) => {
  const { settings, db, now } = locals.ctx.house;
  if (settings.mode !== 'sandbox') return rewrite('/404');
  return answerProtocol(request, {
    memory: makeMemory(db, 'protocollo'),
    publicUrl: settings.publicUrl,
    now,
    wait: async (ms) => void (await setTimeout(ms)),
  });
};

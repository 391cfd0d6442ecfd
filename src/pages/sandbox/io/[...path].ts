/** Routes every address under `/sandbox/io` to the test App IO, so that a message can be tried end to end. */
import { setTimeout } from 'node:timers/promises';
import type { APIRoute } from 'astro';
import { answerAppIo } from '../../../sandbox/io/io.server.ts';
import { makeMemory } from '../../../sandbox/pagopa/memory.server.ts';

export const prerender = false;

const requestTimes = new Map<string, number[]>();

/** Absent in production. */
export const ALL: APIRoute = async ({ request, locals, rewrite }) => {
  const { settings, db, now } = locals.ctx.house;
  if (settings.mode !== 'sandbox') return rewrite('/404');
  return answerAppIo(request, {
    memory: makeMemory(db, 'io'),
    publicUrl: settings.publicUrl,
    quota: requestTimes,
    now,
    wait: async (ms) => void (await setTimeout(ms)),
  });
};

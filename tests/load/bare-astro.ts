/**
 * `npm run bench -- bare-astro`: the processor time that the server takes for each page of speed.ts, beside a bare Astro page of as many
 * bytes, which has no component, cookie or store. Both servers have core 0 and the same flags, are asked in turns, and send the page
 * uncompressed. BENCH_SECONDS sets another duration.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, medianOf } from './measure.ts';
import { startAstro } from './servers.ts';
import { measureRows, SPEED_PAGES, SPEED_PORT, visitOf } from './speed.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** Until V8 has compiled the bare page. */
const WARM_REQUESTS = 20_000;
const HEAD = [
  'page',
  'bytes',
  'portal, ms per request',
  'bare Astro, ms per request',
  'times the bare page',
  'from – to',
];

export async function benchBareAstro(): Promise<void> {
  const bare = await startAstro(buildBare(), SPEED_PORT + 1);
  try {
    for (let n = 0; n < WARM_REQUESTS; n++) await (await fetch(`${bare.base}/40000`)).arrayBuffer();
    await measureRows('bare-astro', HEAD, SPEED_PAGES, async (page, site) => {
      const { path, cookies } = await visitOf(page, site);
      const headers = { 'accept-encoding': 'identity', cookie: cookies };
      const answer = await fetch(site.portal.base + path, { headers, redirect: 'manual' });
      const bytes = (await answer.arrayBuffer()).byteLength;
      const got = await measure({ requests: [{ path, headers }] }, site.portal, bare, SECONDS);
      if (got.errors + got.peer.errors > 0) throw new Error(`${page.name}: ${got.errors + got.peer.errors} errors`);
      const times = got.cpuShares.map((share) => 1 / share).toSorted((a, b) => a - b);
      const span = `${times[0]?.toFixed(1)} – ${times.at(-1)?.toFixed(1)}`;
      return { cells: [bytes, got.cpu.toFixed(2), got.peer.cpu.toFixed(2), medianOf(times).toFixed(1), span] };
    });
  } finally {
    await bare.stop();
  }
}

/** Builds the app of tests/load/astro with the Astro of the project, beside whose packages it runs. @returns the folder of the build */
function buildBare(): string {
  const pathTo = (place: string) => fileURLToPath(new URL(place, import.meta.url));
  const app = pathTo('../../node_modules/.cache/bare-astro');
  cpSync(pathTo('./astro'), app, { recursive: true });
  execFileSync(pathTo('../../node_modules/.bin/astro'), ['build', '--root', app], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return join(app, 'dist');
}

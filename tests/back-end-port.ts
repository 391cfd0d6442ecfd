/** What the tests of a portal in front of a back end share: the port to a server of theirs, and browsers that ask. */
import { type BackEndOptions, httpBackEnd } from '../src/adapters/back-end/back-end.server.ts';
import type { BackEndCaller, BackEndPort } from '../src/platform/back-end/back-end.ts';
import { browserJar } from '../src/platform/back-end/jar.ts';
import { identityProfile } from '../src/platform/back-end/profile.ts';
import { unwatchedCall } from '../src/platform/monitoring/outside.server.ts';

export const FRONT_ORIGIN = 'https://portale.example';

/** @property reports the shapes that were told, with their operation */
type WatchedPort = { port: BackEndPort; reports: [operation: string, words: string][] };

/** @param url of the server, which is given 10 s unless told otherwise: only a test that means it waits for a time-out */
export function portTo(url: string, over: Partial<BackEndOptions> = {}): WatchedPort {
  const reports: WatchedPort['reports'] = [];
  const port = httpBackEnd({
    url,
    timeoutMs: 10_000,
    publicUrl: FRONT_ORIGIN,
    fetch,
    profile: identityProfile,
    facts: async () => ({ enteName: (id) => id, tipoOf: () => 'richiesta', now: 0 }),
    watch: unwatchedCall,
    now: () => 0,
    report: (fault, operation) => void reports.push([operation, fault.message]),
    ...over,
  });
  return { port, reports };
}

/** A browser with these cookies. */
export const browserWith = (cookie: string | null = null, address = '203.0.113.7'): BackEndCaller => ({
  jar: browserJar(cookie, { own: new Set(['visitatore']), secure: true }),
  address,
});

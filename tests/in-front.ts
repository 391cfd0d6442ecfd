/** Two portals, one in front of the other: the one behind plays the back end that a municipality already has. */
import { randomBytes } from 'node:crypto';
import { freePort, type Portal, portal } from './portal.ts';

/** What only the one behind may be told: mail is its own. */
const BEHIND_ONLY = ['SMTP_URL', 'MAIL_FROM'];

/**
 * @property front its store has drafts; the other members are those of the pair, whose addresses are the front's and whose folder
 *   is that of the portal behind, which has cases, positions and payments
 */
export type PortalPair = Portal & { front: Portal };

/** @param env settings of both, beyond port, address and folder */
export async function portalInFront(env: Record<string, string> = {}): Promise<PortalPair> {
  const frontPort = await freePort();
  const base = `http://127.0.0.1:${frontPort}`;
  // One secret: a page of the one is sent to the other.
  const both = { PORTAL_SECRET: randomBytes(32).toString('hex'), ...env };
  const behind = await portal({ ...both, PUBLIC_URL: base, TRUST_PROXY: '1' });
  const own = Object.fromEntries(Object.entries(both).filter(([name]) => !BEHIND_ONLY.includes(name)));
  const front = await portal({
    ...own,
    PORT: String(frontPort),
    API_UPSTREAM_URL: behind.local,
    API_UPSTREAM_PROFILE: 'portale',
  });
  return {
    base,
    front,
    local: front.local,
    dataDir: behind.dataDir,
    pid: front.pid,
    log: () => `${behind.log()}\n${front.log()}`,
    start: async () => {
      await behind.start();
      await front.start();
    },
    stop: async () => {
      const code = await front.stop();
      return (await behind.stop()) || code;
    },
    kill: async () => {
      await front.kill();
      await behind.kill();
    },
    end: async () => {
      await front.end();
      await behind.end();
    },
  };
}

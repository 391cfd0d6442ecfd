/** A real Laravel of Debian's packages, which `.ci/laravel` unpacks, behind PHP's own server. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../installed.ts';
import { freePort } from '../portal.ts';

/** @property url without a final slash @property home folder of its sessions, files and log */
export type Laravel = {
  url: string;
  home: string;
  /** What its application noted, an error in a line */
  errors(): string[];
  end(): Promise<void>;
};

/** @param php program with its options, as `.ci/laravel` says @param portal host and port of the pages that it has sessions for */
export async function startLaravel(php: string, portal: string): Promise<Laravel> {
  const home = mkdtempSync(join(tmpdir(), 'laravel-'));
  for (const folder of ['bootstrap/cache', 'cache', 'files', 'sessions', 'views'])
    mkdirSync(join(home, folder), { recursive: true });
  const port = await freePort();
  const own = [
    `LARAVEL_HOME=${home}`,
    `LARAVEL_KEY=${randomBytes(16).toString('hex')}`,
    `SANCTUM_STATEFUL_DOMAINS=${portal}`,
  ];
  const script = new URL('./bootstrap.php', import.meta.url).pathname;
  const server = await startServer('env', [...own, ...php.split(' '), '-S', `127.0.0.1:${port}`, script], port);
  return {
    url: `http://127.0.0.1:${port}`,
    home,
    errors: () =>
      readFileSync(join(home, 'laravel.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('.ERROR: ')),
    end: async () => {
      await server.stop('SIGTERM');
      rmSync(home, { recursive: true });
    },
  };
}

/** A real nginx in front of several hosts, with the files of docs/operations, where the machine has one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { installedProgram, startServer } from './installed.ts';
import { freePort } from './portal.ts';

const PROGRAM = installedProgram('nginx');
export const hasNginx = PROGRAM !== undefined;

export type Nginx = {
  /** What browsers see */
  url: string;
  /** What the proxy has logged so far */
  log(): string;
  stop(): Promise<void>;
};

/** The lines by which nginx keeps what it has to put by in this folder, and needs none of Debian's. */
export const nginxFolders = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`).join(' ');

/**
 * Changes in the files of docs/operations what an administrator would, host name and addresses, and what a test has to: another
 * port, and no TLS.
 * @param port where it listens @param hosts ports of the hosts, of which each gets the place of one in nginx-several-hosts.conf
 */
function configuration(folder: string, port: number, hosts: readonly number[]): string {
  const read = (name: string) => readFileSync(new URL(`../docs/operations/${name}`, import.meta.url), 'utf8');
  const places = [...hosts];
  const several = read('nginx-several-hosts.conf').replaceAll(
    /10\.0\.0\.\d+:4321/g,
    () => `127.0.0.1:${places.shift()}`,
  );
  if (places.length > 0) throw new Error('nginx-several-hosts.conf has fewer hosts than the test');
  const conf = read('nginx.conf')
    .replace(/^include .*portale-hosts.conf;$/m, several)
    // The first server only leads to the second.
    .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '')
    .replaceAll(/^ *(listen \[::\]|ssl_).*$/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll('servizi.comune.example', '127.0.0.1')
    .replaceAll('/var/log/nginx', folder)
    // The port of https is no part of the name.
    .replace('Host $host;', 'Host $http_host;');
  // As root it would give its workers to a user that may not enter this folder.
  const user = userInfo().uid === 0 ? 'user root;' : '';
  return `${user} pid ${folder}/nginx.pid; daemon off; worker_processes 2; error_log stderr;
events { worker_connections 768; }
http { ${nginxFolders(folder)}
${conf} }`;
}

/** @param hosts addresses of three hosts */
export async function startNginx(hosts: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'portale-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const ports = hosts.map((address) => Number(new URL(address).port));
  writeFileSync(file, configuration(folder, port, ports));
  const server = await startServer(PROGRAM as string, ['-p', folder, '-c', file], port);
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(join(folder, 'portale.log'), 'utf8'),
    stop: async () => {
      await server.stop('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}

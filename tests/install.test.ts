/**
 * What docs/deploy.md tells an administrator to do, done: `npm run test:install` makes a bare Debian, installs the portal there by
 * install.sh, boots it and runs the commands of that page as they are written. `npm test` keeps to what needs no other system.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import typescript from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const OPERATIONS = 'docs/operations';
const SCRIPT = `${OPERATIONS}/install.sh`;
const UNITS = [
  'portale.service',
  'portale-backup.service',
  'portale-backup.timer',
  'portale-arrivi.service',
  'portale-arrivi.timer',
];
const HOST = 'servizi.comune.example';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const page = read('docs/deploy.md');

/** Runs a program. @returns what it says, and its exit code */
function run(program: string, ...options: string[]): { said: string; code: number | null } {
  const { stdout, stderr, status, error } = spawnSync(program, options, { cwd: ROOT, encoding: 'utf8' });
  if (error) throw error;
  return { said: stdout + stderr, code: status };
}

describe('the script that installs the portal', () => {
  test('is one that a shell takes', () => {
    expect(run('sh', '-n', SCRIPT)).toEqual({ said: '', code: 0 });
  });

  // It is no part of the project: where it is missing there is nothing to ask.
  const checksShell = spawnSync('shellcheck', ['--version']).status === 0;
  test.skipIf(!checksShell)('has nothing that ShellCheck warns of', () => {
    expect(run('shellcheck', SCRIPT)).toEqual({ said: '', code: 0 });
  });

  test('puts each file where its first line and docs/deploy.md say', () => {
    const places = readdirSync(join(ROOT, OPERATIONS)).flatMap((name) => {
      const [, place] = /^# (\/etc\/[\w./-]*\w)/.exec(read(`${OPERATIONS}/${name}`)) ?? [];
      return place ? [{ name, place }] : [];
    });
    expect(places.length).toBeGreaterThan(6);
    const script = read(SCRIPT);
    for (const { name, place } of places) {
      expect(page).toContain(`](operations/${name})`);
      const folder = place.slice(0, place.lastIndexOf('/'));
      const isNamed = (text: string) => text.includes(place) || (text.includes(folder) && text.includes(name));
      expect([name, isNamed(page), isNamed(script)]).toEqual([name, true, true]);
    }
  });
});

test('the built server takes nothing from a package that production does not install', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const files = readdirSync(join(ROOT, 'dist/server'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.mjs'),
  );
  const named = files.flatMap((file) =>
    typescript.preProcessFile(read(`dist/server/${file}`), true, true).importedFiles.map(({ fileName }) => fileName),
  );
  const packages = named.filter((name) => !/^(?:\.|node:|data:)/.test(name));
  expect(packages.length).toBeGreaterThan(20);
  expect(packages.filter((name) => !((/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] as string) in dependencies))).toEqual([]);
});

/** The commands of the first block of docs/deploy.md that has these words, as they are written there. */
function commandsWith(words: string): string {
  const blocks = [...page.matchAll(/^( *)```\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const found = blocks.find((block) => block.includes(words));
  if (!found) throw new Error(`docs/deploy.md has no block with «${words}»`);
  return found;
}

/** Takes minutes and packages of Debian's, and needs root: a command of its own. */
const isAsked = process.env.DEBIAN_TREE === '1';

describe.skipIf(!isAsked)('a bare Debian 12 (npm run test:install)', () => {
  let folder: string;
  let tree: string;
  let machine: ChildProcess | undefined;
  let console_ = '';

  beforeAll(() => {
    const missing = ['mmdebstrap', 'systemd-nspawn', 'nsenter'].filter((name) => spawnSync(name, ['--version']).error);
    if (process.getuid?.() !== 0 || missing.length > 0)
      throw new Error(`Needs root, and: apt-get install mmdebstrap systemd-container (missing: ${missing})`);
    folder = mkdtempSync(join(tmpdir(), 'portale-install-'));
    tree = join(folder, 'debian');
    // What Debian's installer puts on every machine of what the portal needs, and what docs/deploy.md has installed but npm: the
    // packages of npm are copied from here.
    const packages = ['systemd-sysv', 'dbus', 'logrotate', 'nginx', 'openssl', 'ca-certificates', 'chrony', 'curl'];
    execFileSync('mmdebstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', tree], { stdio: 'ignore' });
    const portal = join(tree, 'opt/portale');
    mkdirSync(portal, { recursive: true });
    const files = join(folder, 'files');
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
    writeFileSync(files, listed);
    execFileSync('sh', ['-c', `tar -c --null -T ${files} | tar -x --no-same-owner -C ${portal}`], { cwd: ROOT });
    // Not as hard links: the script sets owners and modes.
    execFileSync('cp', ['-a', 'node_modules', 'dist', portal], { cwd: ROOT });
  }, 900_000);

  afterAll(async () => {
    if (machine && machine.exitCode === null) {
      const gone = once(machine, 'exit');
      spawnSync('nsenter', [...intoMachine(), 'systemctl', 'poweroff', '--force']);
      await gone;
    }
    if (folder) execFileSync('rm', ['-rf', '--one-file-system', folder]);
  }, 120_000);

  const inTree = (...command: string[]) => run('chroot', tree, ...command);

  const install = () => {
    const { stdout, stderr, status } = spawnSync('sh', [join(tree, 'opt/portale', SCRIPT), HOST], {
      env: { PATH: process.env.PATH, ROOT: tree },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  test('gets everything by the script, with owners and modes, and nothing more when it is run again', () => {
    expect(install()).not.toMatch(/^(is there|differs)/m);
    const looked = inTree(
      'stat',
      '-c',
      '%a %U %G %n',
      '/etc/portale.env',
      '/opt/portale',
      '/var/lib/portale',
      '/var/backups/portale',
      ...UNITS.map((n) => `/etc/systemd/system/${n}`),
      '/etc/systemd/journald.conf.d/portale.conf',
      '/etc/nginx/conf.d/portale.conf',
      '/etc/nginx/portale-hosts.conf',
    );
    expect(looked.said.trim().split('\n')).toEqual([
      '600 root root /etc/portale.env',
      '755 root root /opt/portale',
      '700 portale portale /var/lib/portale',
      '700 portale portale /var/backups/portale',
      ...UNITS.map((unit) => `644 root root /etc/systemd/system/${unit}`),
      '644 root root /etc/systemd/journald.conf.d/portale.conf',
      '644 root root /etc/nginx/conf.d/portale.conf',
      '644 root root /etc/nginx/portale-hosts.conf',
    ]);
    expect(inTree('getent', 'passwd', 'portale').said).toMatch(/:\/opt\/portale:\/usr\/sbin\/nologin\n$/);
    const foreign = inTree(
      'find',
      '/opt/portale',
      '(',
      '!',
      '-user',
      'root',
      '-o',
      '-perm',
      '/022',
      '!',
      '-type',
      'l',
      ')',
    );
    expect(foreign).toEqual({ said: '', code: 0 });
    const settings = readFileSync(join(tree, 'etc/portale.env'), 'utf8');
    expect(settings).toMatch(/^PORTAL_SECRET=[A-Za-z0-9+/]{64}$/m);

    appendFileSync(join(tree, 'etc/nginx/portale-hosts.conf'), '# ours\n');
    const again = install();
    expect(again).not.toMatch(/^made/m);
    expect(again).toMatch(/^differs +\/etc\/nginx\/portale-hosts.conf /m);
    expect(readFileSync(join(tree, 'etc/portale.env'), 'utf8')).toBe(settings);
    expect(inTree('sh', '-c', 'find /etc -name "*portale*.??????"')).toEqual({ said: '', code: 0 });
  }, 120_000);

  test('has an nginx, a systemd and a logrotate that take what was installed', () => {
    const live = join(tree, 'etc/letsencrypt/live', HOST);
    mkdirSync(live, { recursive: true });
    const key = ['-keyout', join(live, 'privkey.pem'), '-out', join(live, 'fullchain.pem')];
    run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${HOST}`, ...key);
    expect(inTree('nginx', '-t').said).toContain('test is successful');
    expect(inTree('systemd-analyze', 'verify', ...UNITS)).toEqual({ said: '', code: 0 });
    writeFileSync(join(tree, 'var/log/nginx/portale.log'), '');
    expect(inTree('logrotate', '-d', '/etc/logrotate.d/nginx').said).toContain('/var/log/nginx/portale.log');
  });

  /** Into the namespaces of the machine that was booted. */
  function intoMachine(): string[] {
    const pid = machine?.pid;
    const [leader = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return ['-t', leader, '-m', '-u', '-i', '-n', '-p', '-C'];
  }
  const inMachine = (commands: string) =>
    run('nsenter', ...intoMachine(), 'env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'sh', '-ec', commands);
  const askHost = (path: string) =>
    inMachine(`curl -sSk --resolve ${HOST}:443:127.0.0.1 -w '%{http_code}' -o /tmp/answer https://${HOST}${path}`).said;

  test('boots, creates its store, and answers through nginx; its backup is made and its stop is clean', async () => {
    // A network of its own: nothing of this machine's, and nobody to ask outside.
    const options = ['--boot', '--private-network', '--register=no', '--keep-unit', '--quiet', '-D', tree];
    machine = spawn('systemd-nspawn', options, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [machine.stdout, machine.stderr])
      stream?.on('data', (text) => {
        console_ += text;
      });
    const state = () => {
      try {
        return inMachine('systemctl is-system-running || true').said.trim();
      } catch (error) {
        return String(error);
      }
    };
    await expect.poll(state, { timeout: 60_000, message: console_ }).toMatch(/^(running|degraded)$/);

    expect(inMachine(commandsWith('scripts/data.ts create'))).toEqual(expect.objectContaining({ code: 0 }));
    expect(inMachine(commandsWith('systemctl enable --now portale'))).toEqual(expect.objectContaining({ code: 0 }));
    const log = () => inMachine('journalctl -u portale -o cat --no-pager').said;
    await expect.poll(log, { timeout: 60_000 }).toContain(`Portale pronto: https://${HOST}`);
    expect([askHost('/readyz'), askHost('/'), askHost('/login')]).toEqual(['200', '200', '200']);
    expect(inMachine('cat /var/log/nginx/portale.log').said).toContain('"path":"/login","status":200');

    expect(inMachine('systemctl start portale-backup')).toEqual({ said: '', code: 0 });
    const copies = inMachine('stat -c "%a %U %n" /var/backups/portale/*').said;
    expect(copies).toMatch(/^600 portale \/var\/backups\/portale\/[\d-]+\.copia\n$/);
    expect(inMachine('systemctl list-timers portale-backup.timer --no-legend').said).toContain(
      'portale-backup.service',
    );

    expect(inMachine('systemctl stop portale && systemctl show -P Result portale').said).toBe('success\n');
    expect(inMachine('systemctl --failed --no-legend --plain').said).not.toContain('portale');
  }, 240_000);
});

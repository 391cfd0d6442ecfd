/** The files of docs/operations name only metrics, labels and settings that the portal has, and nginx and systemd take theirs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { HOST_FLAGS } from '../scripts/host-flags.ts';
import { prometheusMetrics } from '../src/adapters/metrics/prometheus.server.ts';
import { SETTING_ROWS } from '../src/settings.ts';
import { installedProgram } from './installed.ts';
import { nginxFolders } from './nginx.ts';

const readDocument = (name: string) => readFileSync(new URL(`../docs/operations/${name}`, import.meta.url), 'utf8');

type AlertRule = { alert: string; expr: string; annotations: { summary: string } };
const rules = (parse(readDocument('alerts.yml')) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };
const { panels } = JSON.parse(readDocument('dashboard.json')) as { panels: Panel[] };
const expressions: [where: string, expression: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** Name of each series → its labels. */
const series = new Map<string, Set<string>>();
beforeAll(async () => {
  const metrics = prometheusMetrics({ port: 0, host: '127.0.0.1' });
  await metrics.serve({
    outbox: async () => new Map(),
    ready: async () => undefined,
    lastBackup: async () => 0,
    pool: () => ({ total: 1, idle: 1, waiting: 0 }),
    uploads: () => ({ count: 0, bytes: 0 }),
    streams: () => 0,
    limits: new Map(),
    faults: new Map(),
  });
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, type, labelNames = [] } = metric as unknown as { name: string; type: unknown; labelNames?: string[] };
    // Prometheus itself adds what it scrapes from.
    const labels = new Set([...labelNames, 'instance', 'job']);
    if (String(type) !== 'histogram') series.set(name, labels);
    for (const part of String(type) === 'histogram' ? ['bucket', 'sum', 'count'] : [])
      series.set(`${name}_${part}`, part === 'bucket' ? new Set([...labels, 'le']) : labels);
  }
  await metrics.close();
});

const metricNames = (expression: string) => expression.match(/\b(?:portale|process|nodejs)_\w+/g) ?? [];

test.each(expressions)('%s asks for metrics that the portal has, by labels that they have', (_where, expression) => {
  const names = metricNames(expression);
  expect(expression.startsWith('up{') || names.length > 0).toBe(true);
  expect(names.filter((name) => !series.has(name))).toEqual([]);
  for (const [, name = '', selectors = ''] of expression.matchAll(/\b((?:portale|process|nodejs)_\w+)\{([^}]*)\}/g)) {
    const asked = [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label as string);
    expect(asked.filter((label) => !series.get(name)?.has(label))).toEqual([]);
  }
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const known = new Set(names.flatMap((name) => [...(series.get(name) ?? [])]));
  expect(grouped.filter((label) => !known.has(label))).toEqual([]);
});

test('every alert has its heading in the runbook, with what it means, where to look and what to do, and no heading is of none', () => {
  const sections = readDocument('runbook.md').split(/^## /m).slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(rules.map(({ alert }) => alert));
  for (const section of sections) expect(section).toMatch(/\*\*Means:\*\* .*\*\*Look at:\*\* .*\*\*Do:\*\* /s);
});

test('the dashboard shows every metric of the portal', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricNames(expr))));
  const own = [...series.keys()].filter((name) => name.startsWith('portale_'));
  const families = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const missing = [...families].filter((name) => ![...shown].some((one) => one === name || one.startsWith(`${name}_`)));
  expect(missing).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), 'portale-operations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isInstalled = (program: string, option: string) => spawnSync(program, [option]).status === 0;
/** Runs a program over a file of docs/operations. @returns what it says, and its exit code */
function check(program: string, ...options: string[]): [said: string, code: number | null] {
  const { stdout, stderr, status } = spawnSync(program, options, { encoding: 'utf8' });
  return [stdout + stderr, status];
}

test('the settings of a service are settings of the portal', () => {
  const names = [...readDocument('portale.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !SETTING_ROWS.some((row) => row.name === name))).toEqual([]);
});

test('the unit starts the portal as `npm start` does', () => {
  expect(readDocument('portale.service')).toContain(
    `ExecStart=/opt/portale/node_modules/.bin/node ${HOST_FLAGS.join(' ')} src/host.ts\n`,
  );
});

test('the image starts the portal as `npm start` does, and is made of files that are there', () => {
  const recipe = readDocument('Containerfile');
  expect(recipe).toContain(`CMD ${JSON.stringify([...HOST_FLAGS, 'src/host.ts']).replaceAll('","', '", "')}\n`);
  const copied = [...recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((name) => !existsSync(new URL(`../${name}`, import.meta.url)))).toEqual([]);
});

// It is no part of the project: where it is missing there is nothing to ask.
const nginx = installedProgram('nginx');
test.skipIf(!nginx).each(['nginx-one-host.conf', 'nginx-several-hosts.conf'])(
  'nginx takes its configuration with %s',
  (hosts) => {
    const key = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
    const name = ['-subj', '/CN=servizi.comune.example'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...name, ...key], { stdio: 'ignore' });
    const conf = readDocument('nginx.conf')
      .replace(/^include .*portale-hosts.conf;$/m, readDocument(hosts))
      .replace(/\S+fullchain.pem/, join(folder, 'certificate.pem'))
      .replace(/\S+privkey.pem/, join(folder, 'key.pem'))
      .replaceAll('/var/log/nginx', folder)
      // Who runs the tests may not open these ports, and the machine may have no IPv6.
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replaceAll(/listen (80|443)/g, 'listen 127.0.0.1:18$1');
    const path = join(folder, 'nginx.conf');
    writeFileSync(
      path,
      `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${nginxFolders(folder)} ${conf} }`,
    );
    const [said, code] = check(nginx as string, '-t', '-p', folder, '-c', path);
    expect(said).not.toContain('[emerg]');
    expect(code).toBe(0);
  },
);

const hasSystemd = isInstalled('systemd-analyze', '--version'); // as nginx
test.skipIf(!hasSystemd)('systemd takes the unit', () => {
  const path = join(folder, 'portale.service');
  writeFileSync(
    path,
    readDocument('portale.service')
      .replace('/opt/portale/node_modules/.bin/node', process.execPath)
      .replace('User=portale', 'User=daemon'),
  );
  // Its exit code tells of the other units of this machine, too.
  const [said] = check('systemd-analyze', 'verify', path);
  expect(said.split('\n').filter((line) => line.includes('portale.service'))).toEqual([]);
});

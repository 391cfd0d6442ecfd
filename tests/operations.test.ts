/** The files that watch the portal (docs/operations) name only metrics and labels that it has, and explain every alert. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheusMetrics } from '../src/adapters/metrics/prometheus.server.ts';

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
    outbox: async () => ({ due: 0, later: 0, given_up: 0, oldest_s: 0 }),
    pool: () => ({ total: 1, idle: 1, waiting: 0 }),
    uploads: () => ({ count: 0, bytes: 0 }),
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

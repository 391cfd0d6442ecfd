/** What PostgreSQL reads for the questions of some work, by its own account. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A part of a plan. @property read rows of the table that were looked at */
export type PlanRead = { table: string; how: string; read: number; question: string };

type AskedQuestion = { text: string; values: unknown[] };
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

const answering = new AsyncLocalStorage<AskedQuestion[]>();

const own = pg.Client.prototype.query as (...values: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  const [asked, given] = values;
  const question =
    typeof asked === 'string' ? { text: asked, values: Array.isArray(given) ? given : [] } : (asked as AskedQuestion);
  if (/^(select|with)\b/i.test(question?.text ?? '')) answering.getStore()?.push(question);
  return own.apply(this, values);
} as never;

/** @returns the tables that the questions of this work read, and how many rows of each */
export async function readsOf(databaseUrl: string, work: () => Promise<unknown>): Promise<PlanRead[]> {
  const asked: AskedQuestion[] = [];
  await answering.run(asked, work);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const reads: PlanRead[] = [];
    for (const { text, values } of asked) {
      await client.query('begin');
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
      await client.query('rollback');
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const table = node['Relation Name'];
        if (!table) continue;
        const each =
          (node['Actual Rows'] ?? 0) +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0);
        const how = [node['Node Type'], node['Index Name']].filter(Boolean).join(' ');
        reads.push({ table, how, read: each * (node['Actual Loops'] ?? 1), question: text });
      }
    }
    return reads;
  } finally {
    await client.end();
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

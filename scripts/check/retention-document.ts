/** docs/retention.md, from the table of kinds. */
import type { FIXED_TERMS, RetentionRow } from '../../src/upkeep/retention-kinds.ts';
import { markdownCode, markdownTable } from './markdown.ts';

const termOf = (days: number) => (days === 0 ? 'never' : `${days} days`);

/** The text of docs/retention.md. */
export function retentionDocument(rows: readonly RetentionRow[], fixed: typeof FIXED_TERMS): string {
  const kinds = markdownTable(
    ['Kind', 'What', 'Counted from', 'Default', 'Allowed', 'Reason'],
    rows.map(({ kind, what, from, days, least, most, why }) => [
      markdownCode(kind),
      what,
      from,
      termOf(days),
      `${least}–${most} days${days === 0 ? ' or `"mai"`' : ''}`,
      why,
    ]),
  );
  const terms = markdownTable(
    ['What', 'Until'],
    fixed.map(({ what, term }) => [what, term]),
  );
  return `# Retention

Generated from \`src/upkeep/retention-kinds.ts\`. \`RETENTION\` sets days per kind, for example
\`RETENTION={"pratiche":3650,"consultazioni":730}\`; a kind that is not named has its default. Cases and payments are never deleted by age unless
the setting says so: the ente, which answers for the data, takes the days from its retention plan.

${kinds}
Drafts, files and sent mails are deleted every hour, the others once a day, in portions, by one host. \`npm run data -- retention --dry-run\` counts
what would go. The table \`cancellazioni\` records day, reason, kind, ente, year and number of what was deleted, and never whose it was;
\`npm run data -- check\` accepts missing numbers of cases only up to what is recorded there.

What no setting changes:

${terms}
Accounts of citizens are deleted when they ask for it (\`npm run data -- forget\`, [deploy.md](deploy.md#the-right-to-be-forgotten)). Backups hold what was deleted
until they are deleted themselves.
`;
}

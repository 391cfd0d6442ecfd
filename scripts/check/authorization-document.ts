/** docs/authorization.md: every operation as every actor, from the table that a test runs. */
import type { apiOperations } from '../../src/api.ts';
import type { ApiOperation } from '../../src/platform/contract.ts';
import { AUTHORIZATION_TABLE, outcomesOf } from '../../tests/authorization-table.ts';
import { ACTOR_NAMES, type ActorName } from '../../tests/town.ts';
import { markdownTable } from './markdown.ts';

const programCell = ({ scope }: ApiOperation): string => (scope ? `\`${scope}\`` : '403');

/** The text of docs/authorization.md, from the table that tests/authorization-table.test.ts runs. */
export function authorizationDocument(all: typeof apiOperations): string {
  const actors = Object.keys(ACTOR_NAMES) as ActorName[];
  const missing = Object.keys(all).filter((name) => !AUTHORIZATION_TABLE.some(({ operation }) => operation === name));
  if (missing.length > 0) throw new Error(`tests/authorization-table.ts has no row for ${missing.join(', ')}`);
  return `# Who may do what

Every operation × every actor. Generated from \`tests/authorization-table.ts\`; \`tests/authorization-table.test.ts\` calls every cell for real, on SQLite and
PostgreSQL, and fails for an operation without a row. What is asked for belongs to A, except that the visitor asks for what they sent themselves. Operators and the holder
of the key ask as the ente (\`vista: operatore\`), the others as the citizen.

${markdownTable(
  ['Actor', 'Person'],
  actors.map((actor) => [`**${actor}**`, ACTOR_NAMES[actor]]),
)}
Cells have the status of the answer. *nothing*: done, but nothing is returned or removed. 401: not logged in. 403: not allowed. 404: not there or somebody else's, with the same
answer for both. 409 and 422: access was granted, but state or content forbid it. After a refusal the store is unchanged.

${markdownTable(
  ['Operation', 'Asked', ...actors, 'Program'],
  AUTHORIZATION_TABLE.map((row) => [
    `[${row.operation}](api.md#${row.operation.toLowerCase()})`,
    row.what ?? '',
    ...Object.values(outcomesOf(row)),
    programCell(all[row.operation]),
  ]),
)}
A program with a key of the ente ([decision 58](decisions/058-programs.md)) makes the calls for which its column names a scope, where its key opens that: then its cell is that of **X**, for a
program of another ente that of **Y**; only what came in is each program's own ente's, as its key says who keeps the books. All else is 403. \`tests/programs.test.ts\` makes every call with every scope.

The pair of e-mail and id is all that the citizen's side of a case needs (the links in mails work on every device). The ente's side has an id of its own in its links, lists and
calls, which opens that side only, and only with a login or key. A browser with one of these is refused the citizen's side of the case (403 if the pair is right), unless the citizen
concerned is logged in there.

A municipality may keep its offices apart (\`uffici_riservati\`, [decision 50](decisions/050-offices-apart.md)). **X** is then an operator of the office of the case, the person who has
it, or anybody of the ente where it has no office; **Z** stays an administrator. An operator of another office gets 403 from every call about the case until they give a reason, and nothing of
it from lists, searches, counts, map, figures and CSV; \`src/features/cases/pratica/riservati.test.ts\` makes all these calls for real.
`;
}

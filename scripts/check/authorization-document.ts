/** docs/authorization.md: every operation as every actor, from the table that a test runs. */
import type { operations } from '../../src/api.ts';
import { ATTORI, type Attore, esitiDi, TABELLA } from '../../tests/autorizzazioni.ts';
import { table } from './markdown.ts';

/** docs/authorization.md from the table that tests/autorizzazioni.test.ts runs. */
export function authorizationDocument(all: typeof operations): string {
  const attori = Object.keys(ATTORI) as Attore[];
  const missing = Object.keys(all).filter((name) => !TABELLA.some(({ operazione }) => operazione === name));
  if (missing.length > 0) throw new Error(`tests/autorizzazioni.ts has no row for ${missing.join(', ')}`);
  return `# Who may do what

Every operation × every actor. Generated from \`tests/autorizzazioni.ts\`; \`tests/autorizzazioni.test.ts\` calls every cell for real, on SQLite and
PostgreSQL, and fails for an operation without a row. What is asked for belongs to A, except that the visitor asks for what they sent themselves. Operators and the holder
of the key ask as the ente (\`vista: operatore\`), the others as the citizen.

${table(
  ['Actor', 'Person'],
  attori.map((attore) => [`**${attore}**`, ATTORI[attore]]),
)}
Cells have the status of the answer. *nothing*: done, but nothing is returned or removed. 401: not logged in. 403: not allowed. 404: not there or somebody else's, with the same
answer for both. 409 and 422: access was granted, but state or content forbid it. After a refusal the store is unchanged.

${table(
  ['Operation', 'Asked', ...attori],
  TABELLA.map((riga) => [
    `[${riga.operazione}](api.md#${riga.operazione.toLowerCase()})`,
    riga.cosa ?? '',
    ...Object.values(esitiDi(riga)),
  ]),
)}
The pair of e-mail and id is all that the citizen's side of a case needs (the links in mails work on every device). The ente's side has an id of its own in its links, lists and
calls, which opens that side only, and only with a login or key. A browser with one of these is refused the citizen's side of the case (403 if the pair is right), unless the citizen
concerned is logged in there.
`;
}

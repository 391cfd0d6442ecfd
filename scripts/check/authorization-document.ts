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
PostgreSQL, and an operation without a row fails it. What is asked for is A's, except that the visitor asks for what they sent themselves. On a case the
operators and the holder of the key stand on the side of the body (\`vista: operatore\`), the others on that of the citizen.

${table(
  ['Actor', 'Who that is'],
  attori.map((attore) => [`**${attore}**`, ATTORI[attore]]),
)}
Cells are the status of the answer. *nothing*: done, and nothing comes back or goes away. 401 not logged in, 403 not theirs to do, 404 not there or not theirs: the same answer,
whatever is wrong. 409 and 422 got past the door: the state or the content forbids it. After a refusal the store is as it was.

${table(
  ['Operation', 'Asked', ...attori],
  TABELLA.map((riga) => [
    `[${riga.operazione}](api.md#${riga.operazione.toLowerCase()})`,
    riga.cosa ?? '',
    ...Object.values(esitiDi(riga)),
  ]),
)}
The pair of e-mail and id is all that a citizen's side of a case needs (the links in their mails work on every device). The body's side has an id of its own: its links, lists and
calls carry that one, which opens the body's side only, and only to a login or key. A browser that holds one of these is refused the citizen's side of the case (403 when the pair
is right), unless the citizen whose case it is has logged in there.
`;
}

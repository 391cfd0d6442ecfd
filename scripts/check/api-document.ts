/** docs/api.md: every call with its access, fields, limits and answer. */
import { jsonSchema } from '../../src/api-schemas.server.ts';
import { type ApiOperation, eventsOutput, fileOutput } from '../../src/platform/contract.ts';
import { PORTAL_ERRORS } from '../../src/platform/errors.ts';
import { callersInWords, factsInWords } from '../../src/platform/operation-words.ts';
import { inWords, withoutNames } from '../../src/platform/schema-words.ts';
import { markdownCode, markdownTable } from './markdown.ts';

/** The text of docs/api.md, from the contracts. */
export function apiDocument(operations: Record<string, ApiOperation>): string {
  const rows = Object.entries(operations);
  return `# The calls

Generated from the contracts (\`src/features/*/*/*.contract.ts\`). The same as OpenAPI: \`GET /api/v1/openapi.json\`.

Results come as \`{"data": …}\`, errors as \`{"message", "code", "errors": {field: [sentences]}}\`. Every call that writes carries the
anti-forgery token: \`GET /sanctum/csrf-cookie\` sets the cookies, the value of \`XSRF-TOKEN\` goes back in the header \`X-XSRF-TOKEN\`
(pages without JavaScript carry it in their forms' field \`_token\`). A call that *creates* takes an \`Idempotency-Key\` (8–100 letters, digits, \`-\`, \`_\`): the same key with the same body gets
the first answer for 7 days, with another body 422. A call that spends a *bot check* takes its token in \`g-recaptcha-response\`.
JSON and form bodies have at most 64 KB. In the body of a form a nested field has a dot in its name (\`richiedente.nome\`), and a list has commas or
repeats the name.

${markdownTable(
  ['Call', 'Name', 'Summary', 'Access'],
  rows.map(([name, o]) => [
    markdownCode(`${o.method} ${o.path}`),
    `[${name}](#${name.toLowerCase()})`,
    o.summary,
    o.access,
  ]),
)}
## Errors

${markdownTable(
  ['Status', 'Code', 'What a citizen reads, unless a better sentence is known'],
  Object.entries(PORTAL_ERRORS).map(([name, { status, message }]) => [String(status), markdownCode(name), message]),
)}
${rows.map(([name, operation]) => operationSection(name, operation)).join('\n')}`;
}

function operationSection(name: string, operation: ApiOperation): string {
  const input = withoutNames(jsonSchema(operation.input, 'input'));
  const fields = Object.entries(input.properties ?? {});
  const facts = [`Answers ${answerInWords(operation)}.`, ...callersInWords(operation), ...factsInWords(operation)];
  return `## ${name}

\`${operation.method} ${operation.path}\`

${operation.summary} ${facts.join(' ')}
${
  fields.length > 0
    ? `\n${markdownTable(
        ['Field', 'Needed', 'What'],
        fields.map(([key, schema]) => [
          markdownCode(key),
          input.required?.includes(key) ? 'yes' : '–',
          inWords(schema),
        ]),
      )}`
    : ''
}`;
}

function answerInWords(operation: ApiOperation): string {
  const status = typeof operation.status === 'function' ? '200 or 201' : String(operation.status ?? 200);
  if (operation.output === fileOutput) return `${status} with the bytes of a file`;
  if (operation.output === eventsOutput) return `${status} with server-sent events`;
  if (status === '204') return '204';
  return `${status} with ${inWords(withoutNames(jsonSchema(operation.output, 'output')))}`;
}

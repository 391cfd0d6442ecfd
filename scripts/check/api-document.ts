/** docs/api.md: every call with its access, fields, limits and answer. */
import { jsonSchema } from '../../src/openapi.server.ts';
import { type ApiOperation, type CallBrake, eventsOutput, fileOutput } from '../../src/platform/contract.ts';
import { PORTAL_ERRORS } from '../../src/platform/errors.ts';
import { markdownCode, markdownTable } from './markdown.ts';

/** The parts of JSON Schema that the document puts into words. */
export type JsonSchema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
};

const COUNTED_BY = { visitor: 'a visitor', address: 'a network address' } as const;

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
  const input = jsonSchema(operation.input, 'input') as JsonSchema;
  const fields = Object.entries(input.properties ?? {});
  const facts = [
    `Answers ${answerInWords(operation)}.`,
    operation.access === 'login' ? 'Needs a login.' : '',
    operation.creates ? 'Creates: takes an idempotency key.' : '',
    operation.bot === 'spent' ? 'Spends a bot-check token.' : '',
    operation.bot === 'checked' ? 'Takes a bot-check token; without one it goes through.' : '',
    operation.upload ? `Takes a file of up to ${operation.upload / 1024 / 1024} MB, as multipart.` : '',
    operation.anyOrigin ? 'Pages of every site may read it.' : '',
    ...(operation.brakes ?? []).map(brakeInWords),
  ];
  return `## ${name}

\`${operation.method} ${operation.path}\`

${operation.summary} ${facts.filter(Boolean).join(' ')}
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
  return `${status} with ${inWords(jsonSchema(operation.output, 'output') as JsonSchema)}`;
}

const brakeInWords = ({ by, times, minutes }: CallBrake) =>
  `At most ${times} in ${minutes} minutes for ${COUNTED_BY[by]}.`;

/** @returns a schema in a few words, such as "text of 1–80 characters" */
export function inWords(schema: JsonSchema): string {
  if (schema.const !== undefined) return markdownCode(String(schema.const));
  if (schema.enum) return `one of ${schema.enum.map((v) => markdownCode(String(v))).join(', ')}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(inWords).join(' or ');
  switch (schema.type) {
    case 'string':
      return textInWords(schema);
    case 'number':
    case 'integer':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${rangeInWords(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return '`null`';
    case 'array':
      return `list of ${schema.items ? inWords(schema.items) : 'values'}${schema.maxItems ? `, ${schema.maxItems} at the most` : ''}`;
    case 'object':
      return objectInWords(schema);
    default:
      return 'any value';
  }
}

const FORMAT_WORDS: Readonly<Record<string, string>> = { email: 'e-mail address', date: 'date, such as `2026-11-20`' };

function textInWords({ format, minLength, maxLength, examples }: JsonSchema): string {
  if (format === 'binary') return 'a file';
  const kind = FORMAT_WORDS[format ?? ''] ?? 'text';
  const length = maxLength ? ` of ${minLength ? `${minLength}–` : 'up to '}${maxLength} characters` : '';
  return `${kind}${length}${examples ? `, such as ${examples.map((e) => markdownCode(String(e))).join(' or ')}` : ''}`;
}

function rangeInWords(low: number | undefined, high: number | undefined): string {
  const said = (n: number | undefined) => n !== undefined && Math.abs(n) < Number.MAX_SAFE_INTEGER;
  return `${said(low) ? ` from ${low}` : ''}${said(high) ? ` to ${high}` : ''}`;
}

function objectInWords({ properties, required = [], additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties ?? {}).map((key) => (required.includes(key) ? key : `${key}?`));
  if (names.length > 0) return markdownCode(`{${names.join(', ')}}`);
  return typeof additionalProperties === 'object' ? `object of ${inWords(additionalProperties)}` : 'an object';
}

/** JSON Schema in words, for people who read about a call. */
import type { JsonSchema } from './openapi.ts';

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const asCode = (value: unknown): string => `\`${value}\``;

/** @param schema with the named ones that it refers to @returns the same with each of them written out in its place */
export function withoutNames({
  $defs = {},
  ...schema
}: JsonSchema & { $defs?: Record<string, JsonSchema> }): JsonSchema {
  return writtenOut(schema) as JsonSchema;

  function writtenOut(json: unknown): unknown {
    if (typeof json !== 'object' || json === null) return json;
    if (Array.isArray(json)) return json.map(writtenOut);
    const { $ref, ...rest } = json as JsonSchema;
    const whole = $ref ? { ...$defs[nameOfRef($ref)], ...rest } : rest;
    return Object.fromEntries(Object.entries(whole).map(([key, inner]) => [key, writtenOut(inner)]));
  }
}

/** @returns a schema in a few words, such as "text of 1–80 characters"; names and values between backticks */
export function inWords(schema: JsonSchema): string {
  if (schema.$ref) return asCode(nameOfRef(schema.$ref));
  if (schema.const !== undefined) return asCode(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(asCode).join(', ')}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(inWords).join(' or ');
  if (schema.allOf) return schema.allOf.map(inWords).join(' and ');
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
  return `${kind}${length}${examples ? `, such as ${examples.map(asCode).join(' or ')}` : ''}`;
}

function rangeInWords(low: number | undefined, high: number | undefined): string {
  const said = (n: number | undefined) => n !== undefined && Math.abs(n) < Number.MAX_SAFE_INTEGER;
  return `${said(low) ? ` from ${low}` : ''}${said(high) ? ` to ${high}` : ''}`;
}

function objectInWords({ properties, required = [], additionalProperties }: JsonSchema): string {
  const names = Object.keys(properties ?? {}).map((key) => (required.includes(key) ? key : `${key}?`));
  if (names.length > 0) return asCode(`{${names.join(', ')}}`);
  return typeof additionalProperties === 'object' ? `object of ${inWords(additionalProperties)}` : 'an object';
}

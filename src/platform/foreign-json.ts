/** Reads JSON that others wrote, without what only an attack has in it. Pure. */

/** No form of the portal has more than three levels, a border nine. What is nested thousands of times ends whatever walks through it. */
export const MAX_DEPTH = 10;

/** As names of fields they lead to the prototype of an object. */
export const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** @returns the value without fields of forbidden names, however deep they are @throws SyntaxError for no JSON, and when it is too deep */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MAX_DEPTH)) throw new SyntaxError('too deep');
  return withoutForbidden(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function withoutForbidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForbidden);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => !FORBIDDEN_NAMES.has(name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutForbidden(inner)]));
}

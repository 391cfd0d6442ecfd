/** The schemas of the calls as JSON Schema, for the documents of the API. */
import * as z from 'zod/mini';
import { serviceCode } from './features/cases/ente/ente.contract.ts';
import { actionsOn, requestsOn } from './features/cases/posizione/azioni.ts';
import { documentAction } from './features/cases/posizione/posizione.contract.ts';
import { requestSlug } from './features/cases/scelta-documenti/scelta.contract.ts';
import type { JsonSchema } from './platform/openapi.ts';
import { SERVICE_CODES, SERVICE_ROWS } from './services.ts';

/** Lists that are open in the contract, because the services define their values. */
const KNOWN_VALUES: ReadonlyMap<unknown, readonly string[]> = new Map([
  [serviceCode, Object.keys(SERVICE_CODES)],
  [documentAction, actionsOn(SERVICE_ROWS).map(({ action }) => action)],
  [requestSlug, requestsOn(SERVICE_ROWS).map(({ slug }) => slug)],
]);

/** @property $defs the schemas that have a name (`id` in zod's global registry), each once; `#/$defs/` leads to them */
type NamedSchemas = JsonSchema & { $defs?: Record<string, JsonSchema> };

/**
 * A file is bytes; a type that JSON Schema cannot describe is left open; a field with a default is not required. An answer may get
 * fields: a program that refuses those it does not know would break.
 */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): NamedSchemas {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ path, jsonSchema: json, zodSchema }) => {
      const known = KNOWN_VALUES.get(zodSchema);
      if (known) Object.assign(json, { enum: known });
      if (path.at(-1) === 'file') Object.assign(json, { type: 'string', format: 'binary' });
      if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties;
      // After the places of a tuple, which `maxItems` counts: generators expect a schema.
      if (json.items === false) json.items = {};
      nameKeys(json);
    },
  });
  return (io === 'input' ? withDefaults(rest) : rest) as NamedSchemas;
}

/** A table with known keys is written as an object with these fields, which every generator understands. */
function nameKeys(json: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = json;
  if (typeof propertyNames !== 'object' || !propertyNames.enum || typeof additionalProperties !== 'object') return;
  json.properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), additionalProperties]));
  delete json.propertyNames;
  delete json.additionalProperties;
}

/**
 * A default is told in words: of a field with a default in its schema, generators of types make one that is needed. zod drops that of a
 * transformed value, so ours are published as `x-default`.
 */
function withDefaults<T>(json: T): T {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withDefaults) as T;
  const { required, properties = {}, ...rest } = json as JsonSchema;
  const needed = required?.filter((key) => defaultOf(properties[key]) === undefined);
  const value = defaultOf(rest);
  const inner = Object.entries(rest).filter(([name]) => !DEFAULT_KEYWORDS.includes(name));
  return {
    ...Object.fromEntries(inner.map(([name, part]) => [name, withDefaults(part)])),
    ...(value !== undefined && { description: `Without it: ${JSON.stringify(value)}` }),
    ...('properties' in json && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withDefaults(part)])),
    }),
    ...(needed?.length && { required: needed }),
  } as T;
}

const DEFAULT_KEYWORDS = ['default', 'x-default'];
const defaultOf = (json: JsonSchema & { 'x-default'?: unknown } = {}): unknown => json.default ?? json['x-default'];

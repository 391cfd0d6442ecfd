/** Makes a form of plain fields from a schema of the data file, and reads what was posted back into the shape of the file. Pure. */
import type * as z from 'zod/mini';
import { parseForeignJson } from '../../../platform/foreign-json.ts';
import { FIELD_HINTS, fieldLabel, withoutPlaces } from './field-labels.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * One control. @property name path of the field, which names its errors, too
 * @property value of a picture its {@link pictureName}; of a list of words one on each line
 */
type FormControl = {
  kind: 'line' | 'long' | 'lines' | 'date' | 'email' | 'number' | 'tick' | 'choice' | 'picture';
  name: string;
  label: string;
  hint?: string | undefined;
  required: boolean;
  value: string;
  options: { value: string; label: string }[];
};
/**
 * Fields that belong together: an object, an entry of a list, the codes of services.
 * @property removable an entry of a list that is there already
 */
type FormGroup = {
  kind: 'group';
  name: string;
  label: string;
  hint?: string | undefined;
  removable?: boolean;
  nodes: FormNode[];
};
export type FormNode = FormControl | FormGroup;

/**
 * @property codes of the services to choose from, with their names
 * @property section whose own labels and hints come before those that all forms share
 * @property choices what may stand in a field, by the path to it, where the schema does not know it
 */
export type FormWords = {
  codes: Readonly<Record<string, string>>;
  section?: string;
  choices?: Readonly<Record<string, FormControl['options']>>;
};

type FieldPlace = { name: string; label: string; required: boolean };

/** @param name path of the field */
const labelOf = (field: string, { codes, section }: FormWords, name = field): string =>
  fieldLabel(name, section) ??
  codes[field] ??
  field
    .replace(/_cent$/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (c) => c.toUpperCase());
const hintOf = (name: string, { section = '' }: FormWords): string | undefined =>
  FIELD_HINTS[`${section}/${withoutPlaces(name)}`] ?? FIELD_HINTS[withoutPlaces(name)];
const joinPath = (...parts: string[]) => parts.filter(Boolean).join('.');

/** The schema of a value that may also be null, without the null. */
const plainSchema = (schema: JsonSchema): JsonSchema =>
  (schema.anyOf?.find((choice) => typeof choice === 'object' && choice.type !== 'null') as JsonSchema | undefined) ??
  schema;

const itemsOf = ({ items }: JsonSchema): JsonSchema =>
  typeof items === 'object' && !Array.isArray(items) ? items : {};
const isCodeList = (schema: JsonSchema) => schema.type === 'array' && itemsOf(schema).enum !== undefined;

const valueAt = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(field) : undefined;

/** The fields of an object of the file. A list has one empty entry more than the value, which is ignored when it stays empty. */
export function formNodes(schema: JsonSchema, value: unknown, words: FormWords, name = ''): FormNode[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, inner]): FormNode[] => {
    if (typeof inner === 'boolean') return [];
    const required = schema.required?.includes(field) ?? false;
    const path = joinPath(name, field);
    const place = { name: path, label: labelOf(field, words, path), required };
    return [nodeOf(plainSchema(inner), valueAt(value, field), place, words)];
  });
}

function nodeOf(schema: JsonSchema, value: unknown, place: FieldPlace, words: FormWords): FormNode {
  const hint = hintOf(place.name, words);
  const group = (nodes: FormNode[]): FormGroup => {
    return { kind: 'group', name: place.name, label: place.label, hint, nodes };
  };
  if (schema.properties) return group(formNodes(schema, value, words, place.name));
  if (isCodeList(schema)) {
    const chosen = Array.isArray(value) ? value : [];
    const codes = (itemsOf(schema).enum ?? []).map(String);
    return group(
      codes.map((code) => ({
        kind: 'tick',
        name: joinPath(place.name, code),
        label: labelOf(code, words),
        required: false,
        value: chosen.includes(code) ? 'on' : '',
        options: [],
      })),
    );
  }
  if (schema.type === 'array' && itemsOf(schema).type === 'string')
    return {
      kind: 'lines',
      name: place.name,
      label: place.label,
      hint,
      required: place.required,
      options: [],
      value: Array.isArray(value) ? value.join('\n') : '',
    };
  if (schema.type === 'array') {
    const entries: unknown[] = [...(Array.isArray(value) ? value : []), undefined];
    return group(
      entries.map((entry, n) => ({
        kind: 'group',
        name: joinPath(place.name, String(n)),
        label: entry === undefined ? `${place.label}: aggiungi` : `${place.label} ${n + 1}`,
        ...(entry !== undefined && { removable: true }),
        nodes: formNodes(itemsOf(schema), entry, words, joinPath(place.name, String(n))),
      })),
    );
  }
  if (schema.type === 'object' && schema.format !== 'geojson') {
    const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const codes = ['*', ...Object.keys(words.codes)];
    return group(
      codes.map((code) => {
        const label = code === '*' ? 'Tutti gli altri servizi' : labelOf(code, words);
        return nodeOf(inner, valueAt(value, code), { name: joinPath(place.name, code), label, required: false }, words);
      }),
    );
  }
  return controlOf(schema, value, place, words);
}

function controlOf(schema: JsonSchema, value: unknown, place: FieldPlace, words: FormWords): FormControl {
  const isLong =
    schema.format === 'geojson' ||
    (schema.type === 'string' && schema.format !== 'uri' && (schema.maxLength ?? 0) > 250);
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const choices = words.choices?.[withoutPlaces(place.name)];
  const kind = isPicture(schema)
    ? 'picture'
    : schema.enum || choices
      ? 'choice'
      : schema.type === 'boolean'
        ? 'tick'
        : isNumber
          ? 'number'
          : schema.format === 'date' || schema.format === 'email'
            ? schema.format
            : isLong
              ? 'long'
              : 'line';
  const typed =
    value === undefined || value === null || value === false
      ? ''
      : value === true
        ? 'on'
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  const text = isPicture(schema) ? (pictureName(value) ?? '') : isNumber ? typed.replace('.', ',') : typed;
  const options =
    choices ??
    (schema.enum ?? []).map((option) => ({
      value: String(option),
      label: labelOf(String(option), words, joinPath(place.name, String(option))),
    }));
  const isCents = isNumber && place.name.endsWith('_cent');
  return {
    kind,
    name: place.name,
    hint: hintOf(place.name, words),
    required: place.required,
    options,
    label: isCents ? `${place.label} (euro)` : place.label,
    value: isCents && typeof value === 'number' ? (value / 100).toFixed(2).replace('.', ',') : text,
  };
}

const isPicture = ({ format }: JsonSchema) => format === 'picture';

/** Whether a form with these fields takes uploads. */
export const hasPicture = (nodes: readonly FormNode[]): boolean =>
  nodes.some((node) => (node.kind === 'group' ? hasPicture(node.nodes) : node.kind === 'picture'));

const PICTURE_NAME = /^([\w-]{22})\.(svg|png)$/;

/** Names a picture that the store has, as its address does. @returns undefined for one that was only typed or uploaded */
function pictureName(value: unknown): string | undefined {
  const [impronta, tipo] = [valueAt(value, 'impronta'), valueAt(value, 'tipo')];
  return impronta && tipo ? `${String(impronta)}.${String(tipo)}` : undefined;
}

/** Name of the control with which a picture is uploaded, and of the tick by which a picture or an entry of a list goes. */
export const FILE_SUFFIX = '.file';
export const REMOVE_SUFFIX = '.togli';

type PostedFields = Readonly<Record<string, string>>;

/** The object of the file that was posted: an empty field is left out, and an entry of a list with empty fields only. */
export function readNodes(schema: JsonSchema, posted: PostedFields, name = ''): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    if (typeof inner === 'boolean') return [];
    const required = schema.required?.includes(field) ?? false;
    const value = readValue(plainSchema(inner), posted, joinPath(name, field));
    if (value !== undefined) return [[field, value] as const];
    return required ? [[field, emptyOf(plainSchema(inner), inner)] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** What stands for an empty required field, so that its own words ask for it. */
function emptyOf(schema: JsonSchema, whole: JsonSchema): unknown {
  if (schema !== whole) return null;
  if (schema.type === 'array') return [];
  return schema.type === 'object' ? readNodes(schema, {}) : '';
}

/** @returns undefined when nothing was filled in */
function readValue(schema: JsonSchema, posted: PostedFields, name: string): unknown {
  if (schema.properties) return hasAny(posted, name) ? readNodes(schema, posted, name) : undefined;
  if (isCodeList(schema)) {
    const chosen = (itemsOf(schema).enum ?? []).filter((code) => posted[joinPath(name, String(code))] === 'on');
    return chosen.length > 0 ? chosen : undefined;
  }
  if (schema.type === 'array' && itemsOf(schema).type === 'string') {
    const lines = (posted[name] ?? '').split('\n').flatMap((line) => line.trim() || []);
    return lines.length > 0 ? lines : undefined;
  }
  if (schema.type === 'array') {
    const places = new Set(namesBelow(posted, name).map((below) => Number(below.slice(name.length + 1).split('.')[0])));
    const entries = [...places].sort((a, b) => a - b).map((n) => joinPath(name, String(n)));
    const filled = entries.filter((entry) => hasAny(posted, entry) && posted[entry + REMOVE_SUFFIX] !== 'on');
    return filled.length > 0 ? filled.map((entry) => readNodes(itemsOf(schema), posted, entry)) : undefined;
  }
  if (schema.type === 'object' && schema.format !== 'geojson') {
    const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const entries = namesBelow(posted, name).flatMap((below) => {
      const value = readValue(inner, posted, below);
      return value === undefined ? [] : [[below.slice(name.length + 1), value] as const];
    });
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }
  const text = posted[name]?.trim() ?? '';
  if (schema.type === 'boolean') return text === 'on';
  if (text === '') return undefined;
  // A file uploaded in its place counts more than the tick.
  if (isPicture(schema) && PICTURE_NAME.test(text) && posted[name + REMOVE_SUFFIX] === 'on') return undefined;
  if (schema.format === 'geojson') return readJson(text);
  const [, impronta, tipo] = (isPicture(schema) && PICTURE_NAME.exec(text)) || [];
  if (impronta) return { impronta, tipo };
  if (schema.type !== 'integer' && schema.type !== 'number') return posted[name];
  const number = /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (Number.isNaN(number)) return text;
  return name.endsWith('_cent') ? Math.round(number * 100) : number;
}

/** A text that is no JSON stays one: the schema says what is wanted. */
function readJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return text;
  }
}

const namesBelow = (posted: PostedFields, name: string): string[] =>
  Object.keys(posted).filter((below) => below.startsWith(`${name}.`));
const hasAny = (posted: PostedFields, name: string): boolean =>
  namesBelow(posted, name).some((below) => posted[below]?.trim());

/** Reads the body of a request as nginx and PHP do: JSON, urlencoded or multipart, with the names that PHP makes of fields. */
import type { IncomingMessage } from 'node:http';
import { MultipartTooLarge, type ReceivedFile, readMultipart } from './multipart.ts';

export type BackEndFields = Record<string, unknown>;
/** @property logged text of the body, or the number of its bytes when it was multipart */
export type ReceivedBody = { fields: BackEndFields; files: ReceivedFile[]; logged: string | number };

/** nginx refuses it before PHP sees a byte. */
export class BodyTooLarge extends Error {}

/** @property body most bytes of a multipart body @property fields most bytes of any other */
export type BodyLimits = { body: number; fields: number };

/** @throws BodyTooLarge as soon as the limit is passed */
export async function readBackEndBody(request: IncomingMessage, limits: BodyLimits): Promise<ReceivedBody> {
  const type = (request.headers['content-type'] ?? '').trim();
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
  const limit = boundary ? limits.body : limits.fields;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge();
  let bytes = 0;
  async function* counted() {
    // A refused request stays open until its answer is read.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new BodyTooLarge();
      yield chunk;
    }
  }
  if (boundary) {
    const read = await readMultipart(counted(), boundary[1] ?? boundary[2] ?? '').catch((error: unknown) => {
      throw error instanceof MultipartTooLarge ? new BodyTooLarge() : error;
    });
    // PHP gives a script nothing of a body that is not whole.
    const whole = read.complete ? read : { texts: [], files: [] };
    return { fields: phpFields(whole.texts), files: whole.files, logged: bytes };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of counted()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { fields: fieldsIn(text, type), files: [], logged: text };
}

/** Laravel takes no notice of JSON that it cannot read, nor of a body of another type: the fields are missing then. */
function fieldsIn(text: string, type: string): BackEndFields {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return phpFields([...new URLSearchParams(text)]);
  if (!/[/+]json\b/i.test(type)) return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (trimmed(read) as BackEndFields) : {};
  } catch {
    return {};
  }
}

/**
 * Fields as PHP names them: `a[b]` and `a[]` nest, and a dot or a blank becomes `_`. Of a name that occurs twice without
 * brackets only the last counts.
 */
export function phpFields(pairs: readonly (readonly [string, string])[]): BackEndFields {
  const root: BackEndFields = {};
  for (const [name, text] of pairs) {
    const at = name.indexOf('[');
    const first = (at < 0 ? name : name.slice(0, at)).replace(/[. ]/g, '_');
    const keys = at < 0 ? [] : [...name.slice(at).matchAll(/\[([^\]]*)\]/g)].map(([, key]) => key ?? '');
    let place: BackEndFields = root;
    let key = first;
    for (const next of keys) {
      if (typeof place[key] !== 'object' || place[key] === null) place[key] = {};
      place = place[key] as BackEndFields;
      key = next === '' ? String(Object.keys(place).length) : next;
    }
    place[key] = text;
  }
  return trimmed(withLists(root)) as BackEndFields;
}

/** An array of PHP with the keys 0, 1, 2 … is a list. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, withLists(inner)]);
  const isList = entries.length > 0 && entries.every(([key], place) => key === String(place));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Laravel's TrimStrings and ConvertEmptyStringsToNull. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimmed(inner)]));
}

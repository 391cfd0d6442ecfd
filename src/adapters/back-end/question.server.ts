/** A call as a question to the back end: where it goes, and what of it goes into path, query or body. */

import type { BackEndAsk, BackEndCall } from '../../platform/back-end/back-end.ts';
import type { BackEndProfile, ProfileFields } from '../../platform/back-end/profile.ts';
import { PortalError } from '../../platform/errors.ts';
import { fillPath } from '../../platform/path-template.ts';
import type { BackEndQuestion } from './exchange.server.ts';

/** @param fields in the back end's own words */
export function questionOf(
  named: BackEndCall,
  fields: ProfileFields,
  how: BackEndAsk,
  profile: BackEndProfile,
): BackEndQuestion {
  const { method, upload } = named.operation;
  const { path, rest } = addressOf(named, fields, profile);
  const headers = headersOf(how);
  if (method !== 'POST') {
    const query = new URLSearchParams(textsOf(rest)).toString();
    return { method, path: query ? `${path}?${query}` : path, headers };
  }
  if (upload) return { method, path, headers, body: formOf(rest) };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(rest) };
}

export const headersOf = ({ key, ifNoneMatch }: BackEndAsk) => ({
  ...(key && { 'idempotency-key': key }),
  ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
});

/** Where a call goes, and what is left for its query or body. */
export function addressOf(
  { name, operation }: BackEndCall,
  fields: ProfileFields,
  { calls }: BackEndProfile,
): { path: string; rest: ProfileFields } {
  const { path = operation.path } = calls?.[name] ?? {};
  for (const part of path.matchAll(/\{(\w+)\??\}/g)) requirePlainSegment(fields[part[1] as string]);
  return fillPath(path, fields);
}

/** @throws PortalError `not_found` for a name that a server would read as a way to another path, or that no path can hold */
function requirePlainSegment(value: unknown): void {
  const text = String(value ?? '');
  const parts = text.split(/[/\\]/);
  if (!text.isWellFormed() || parts.some((part) => part === '.' || part === '..')) throw new PortalError('not_found');
}

const textsOf = (fields: ProfileFields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  );

function formOf(fields: ProfileFields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

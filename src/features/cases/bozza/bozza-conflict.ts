/** Why a draft is not saved over another: the reasons of the refusal, and what the page that asks makes of them. Pure; page and island. */
import type { PortalError } from '../../../platform/errors.ts';
import type { SeenBozza } from './bozza.contract.ts';

/** Another tab, or another device of the account, has changed it. */
export const BOZZA_CHANGED = 'BOZZA_CAMBIATA';
/** It was sent, and is no draft any more. */
export const BOZZA_SENT = 'BOZZA_INVIATA';
/** It was taken up by a person who has logged in. */
export const BOZZA_IN_ACCOUNT = 'BOZZA_NELL_AREA';
/** It is on another device: the reason of `once.server.ts`, which a send meets, too. */
export const BOZZA_ELSEWHERE = 'CEDUTA';

type ConflictReason = typeof BOZZA_CHANGED | typeof BOZZA_SENT | typeof BOZZA_IN_ACCOUNT | typeof BOZZA_ELSEWHERE;

const CONFLICT_REASONS: readonly string[] = [BOZZA_CHANGED, BOZZA_SENT, BOZZA_IN_ACCOUNT, BOZZA_ELSEWHERE];

/** @property version of the draft that this one would replace, '' when it is on another device */
export type BozzaConflict = { reason: ConflictReason; words: string; version: string };

/** @param stored when the draft that the portal has was changed last @returns undefined for any other error */
export function conflictOf(
  { reason, message }: Pick<PortalError, 'reason' | 'message'>,
  stored: string | undefined,
): BozzaConflict | undefined {
  if (reason === undefined || !CONFLICT_REASONS.includes(reason)) return undefined;
  const version = reason === BOZZA_CHANGED ? (stored ?? '') : '';
  return { reason: reason as ConflictReason, words: message, version };
}

/** The field `_vista` of a form: the version that its page shows and, once scripts run, the name of the page. */
export const formatSeen = (version: string, pageName = ''): string => `${version} ${pageName}`.trimEnd();

/** @returns what a save says of it */
export function parseSeen(seen: string | undefined): SeenBozza {
  if (seen === undefined) return {};
  const [version, pageName] = seen.split(' ');
  return { vista: version, ...(pageName && { mano: pageName }) };
}

/** The errors that a call can end with, as they follow from its row of the contract. */
import * as z from 'zod/mini';
import type { ApiOperation } from './contract.ts';
import type { ErrorCode } from './errors.ts';

/** @returns their codes, in the order of their statuses: every call answers one of these, or its success */
export function errorsOf(operation: ApiOperation): ErrorCode[] {
  const { access, method, scope, signedBy, bot, brakes, upload, fails = [] } = operation;
  const writes = method !== 'GET';
  const codes: [ErrorCode, boolean][] = [
    // Of a call for everybody: a login that ended after the page was made.
    ['anonymous', access !== 'anyone' || scope !== undefined || (writes && !signedBy)],
    // Of a call for both sides of a case: the other side, or a case of another office.
    [
      'forbidden',
      (access !== 'anyone' && access !== 'login') || scope !== undefined || fieldsOf(operation).includes('vista'),
    ],
    // In front of a back end, which need not answer each call, too.
    ['not_found', true],
    // Another call changed the same thing first, or is under way with the same key.
    ['conflict', writes && !signedBy],
    ['too_large', method === 'POST'],
    ['wrong_type', method === 'POST' && !signedBy],
    ['token', writes && !signedBy],
    // A parameter that the call does not have is enough.
    ['invalid', true],
    // Of a call without a login: what is asked for by a name is counted, so that no name is guessed.
    [
      'too_many',
      brakes !== undefined ||
        scope !== undefined ||
        bot === 'spent' ||
        upload !== undefined ||
        (access === 'anyone' && fieldsOf(operation).length > 0),
    ],
    ['failed', true],
    ['send_failed', false],
    ['unavailable', true],
  ];
  return codes.filter(([code, follows]) => follows || fails.includes(code)).map(([code]) => code);
}

const fieldsOf = ({ input }: ApiOperation): string[] =>
  input instanceof z.ZodMiniObject ? Object.keys(input.shape) : [];

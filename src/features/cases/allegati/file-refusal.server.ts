/** The error that all checks of an upload throw, so that the form can show the reason at its file field. */
import { type ErrorCode, PortalError } from '../../../platform/errors.ts';

/**
 * The refusal of one file: the same words as message and beside the field `file`.
 *
 * @param message Italian sentence that says what is wrong and what to do next
 */
export function fileRefusal(message: string, code: ErrorCode = 'invalid', cause?: unknown): PortalError {
  return new PortalError(code, { message, fields: { file: [message] }, cause });
}

export const BUSY_WORDS = 'Stiamo controllando molti file in questo momento. Attendi un minuto e riprova.';

/** The refusal of a file that could not be looked at for want of time, which is no fault of the file. */
export const busyRefusal = (cause: unknown): PortalError =>
  new PortalError('unavailable', { message: BUSY_WORDS, fields: { file: [BUSY_WORDS] }, retryAfter: 60, cause });

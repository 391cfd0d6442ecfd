/** The error that all checks of an upload throw, so that the form can show the reason at its file field. */
import { type ErrorCode, PortalError } from '../../../platform/errors.ts';

/**
 * The refusal of one file: the same words as message and beside the field `file`.
 *
 * @param parole Italian sentence that says what is wrong and what to do next
 */
export function rifiuto(parole: string, code: ErrorCode = 'invalid', cause?: unknown): PortalError {
  return new PortalError(code, { message: parole, fields: { file: [parole] }, cause });
}

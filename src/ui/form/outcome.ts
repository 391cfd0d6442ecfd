/** What a check or a call leaves on screen. Pure. */
import { type FieldErrors, hasNoErrors } from '../../platform/errors.ts';

/** @property message an error without a field */
export type ScreenOutcome = { errors?: FieldErrors | undefined; message?: string | undefined };

export const isWrong = ({ message, errors }: ScreenOutcome): boolean => Boolean(message) || !hasNoErrors(errors);

/** A step whose buttons are the page's own POST: it waits for an upload that is under way, and leaves once. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { checkOnline, useCall } from '../../../ui/form/useCall.ts';

/** @param errors of the page as it was loaded */
export function usePageButtons(errors?: FieldErrors) {
  const call = async () => {
    checkOnline();
    return undefined;
  };
  return useCall({ errors }, { call, failed: '' });
}

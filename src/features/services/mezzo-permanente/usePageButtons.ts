/** A step whose buttons are the page's own POST: it waits for an upload that is under way, and leaves once. */
import { useRef } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { checkOnline, useCall } from '../../../ui/form/useCall.ts';
import type { PendingUploads } from '../../cases/allegati/Attachments.tsx';

/** @param errors what the page came with */
export function usePageButtons(errors?: FieldErrors) {
  const upload: PendingUploads = useRef(undefined);
  const call = async () => {
    checkOnline();
    return undefined;
  };
  return { upload, ...useCall({ errors }, { call, failed: '', uploads: [upload] }) };
}

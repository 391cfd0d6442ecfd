/** The work that a field for files has for its script, one upload after the other, and what the citizen is told came of it. */
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, PORTAL_ERRORS } from '../../../platform/errors.ts';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { queueUpload } from '../../../ui/form/uploads.store.ts';
import type { FilesOutcome } from './files.browser.ts';

type FilesWork = (script: typeof import('./files.browser.ts')) => Promise<FilesOutcome>;

/**
 * @param formErrors that the form shows after a check: one of this field replaces the field's own
 * @returns `box` for the element around the field, `errors` with why files were refused, `announcement` for a screen reader
 */
export function useFilesWork(fieldName: string, formErrors: FormErrors | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [ownErrors, setOwnErrors] = useState<FormErrors>();
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error that the form shows after a check replaces that of this field
  useEffect(() => setOwnErrors(undefined), [formErrors?.[fieldName]]);
  // The button of a removed file, or the input after the last possible file, is gone, so the focus moves to the field.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (announcement && hadFocus.current && document.activeElement === document.body)
      document.getElementById(fieldName)?.focus();
  }, [announcement, fieldName]);

  /** Does what needs the script for files, and says what came of it. @returns why a file was refused */
  async function attempt(work: FilesWork) {
    hadFocus.current = box.current?.contains(document.activeElement) ?? false;
    // Emptied first, so that a screen reader reads the same words a second time.
    setAnnouncement('');
    const script = await import('./files.browser.ts').catch(() => undefined);
    const { message } = PORTAL_ERRORS.failed;
    const { refused, said } = script ? await work(script) : { refused: message, said: message };
    const told: FieldErrors = refused ? { [fieldName]: [refused] } : {};
    setOwnErrors(told);
    setAnnouncement(said);
    return told;
  }

  /** As `attempt`, after what is under way; a send waits for it. */
  const queue = (work: FilesWork) =>
    void queueUpload(
      () => attempt(work),
      () => box.current !== null,
    );

  return { box, errors: { ...formErrors, ...ownErrors }, announcement, attempt, queue };
}

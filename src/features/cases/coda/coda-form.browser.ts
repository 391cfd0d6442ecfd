/** The part of a form that has to be in the browser before the connection goes. Loaded with the first key. */
import { createElement, type ReactElement } from 'react';
import { copyKey } from '../bozza/copy-key.browser.ts';
import { keepPhotosOf } from '../bozza/kept-photos.browser.ts';
import { type QueuedForm, queueReport } from './coda.browser.ts';
import { startCoda } from './coda-sign.browser.ts';
import { type WaitingFor, WaitingForm } from './WaitingForm.tsx';

export async function prepareOffline(path: string): Promise<void> {
  keepPhotosOf(path);
  // A part that could not be loaded once is not loaded by every browser later.
  await Promise.all([
    import('../../../platform/upload.browser.ts'),
    import('../allegati/files.browser.ts'),
    import('../bozza/keep-typed.browser.ts'),
    copyKey(),
  ]);
}

/** Keeps the report, and shows that it waits. @returns what takes the place of the form; undefined when the browser cannot keep it */
export async function queueAndShow(form: QueuedForm, of: WaitingFor['of']): Promise<ReactElement | undefined> {
  if (!(await queueReport(form))) return undefined;
  startCoda();
  return createElement(WaitingForm, { path: form.behaviour.definition.path, of });
}

/** The files of a form that a page sends itself, with and without scripts by the same POST: with them a file is uploaded once it is chosen. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { $uploads, waitForUploads } from '../../../ui/form/uploads.store.ts';
import { Attachments } from './Attachments.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import { $allegati } from './allegati.store.ts';

export type PageAttachmentsProps = {
  label: string;
  /** Of the form */
  path: string;
  /** Files that were added before the page came */
  files: ShownAllegato[];
  errors: FieldErrors | undefined;
};

/** Stands in the form. @param mounted true once scripts run */
export function PageAttachments({
  label,
  path,
  files: rendered,
  errors,
  mounted,
}: PageAttachmentsProps & { mounted: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const files = useStore($allegati, { ssr: 'initial' }) ?? rendered;

  // What is pressed while a photo is on its way waits for it.
  useEffect(() => {
    const form = box.current?.closest('form');
    const wait = (event: SubmitEvent) => {
      if (!$uploads.get()) return;
      event.preventDefault();
      void waitForUploads().then((refused) => {
        if (Object.keys(refused).length === 0) form?.requestSubmit(event.submitter);
      });
    };
    form?.addEventListener('submit', wait);
    return () => form?.removeEventListener('submit', wait);
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler is told that a field is in use
    <div ref={box} onFocus={startBotCheck}>
      <input type="hidden" name="filesAllegati" value={files.map(({ Id }) => Id).join(' ')} />
      <Attachments label={label} path={path} rendered={rendered} errors={errors} mounted={mounted} />
      <BotConsent />
    </div>
  );
}

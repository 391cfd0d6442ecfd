/** State and saving behind the form of one device: what is typed survives a reload, and a save waits for uploads. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { type ErrorCode, hasNoErrors, PortalError } from '../../../platform/errors.ts';
import { afterTyping } from '../../../ui/form/after-typing.ts';
import { checkOnline, useCall } from '../../../ui/form/useCall.ts';
import { useHidden } from '../../../ui/form/useHidden.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { $allegati } from '../../cases/allegati/allegati.store.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { mezziCalls } from './mezzo.calls.ts';
import type { MezzoFormProps } from './mezzo.form.ts';
import { bodyOf, orderMezzoErrors } from './mezzo-fields.ts';
import { TIPO_FIELD } from './mezzo-values.ts';
import { addressAfterMezzo } from './steps.ts';

const SAVE_FAILED =
  'Non siamo riusciti a salvare il mezzo: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

/** Each save is a page's POST, of which a network has forty a minute. */
const SAVE_EVERY_MS = 30_000;

/** Removed elsewhere, sent, position closed, login over, key used: the page's POST redirects, and keeps what was typed. */
const LEFT_TO_PAGE: readonly ErrorCode[] = ['not_found', 'conflict', 'invalid', 'token', 'anonymous'];

/**
 * Saves a device by a call that waits for uploads. Typed values are kept in the draft while somebody types, when the page goes out of
 * sight, when a file was added or removed and when the device was refused, so that a reload finds them.
 * @param mounted false until scripts run
 * @returns `typed`: the values of the fields, with those typed before scripts ran
 */
export function useMezzoForm({ dichiarazione, mezzo, sendKey, ...props }: MezzoFormProps, mounted: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const file = useStore($allegati, { ssr: 'initial' }) ?? props.file;
  // An upload may end between two renderings.
  const latestFiles = () => $allegati.get() ?? props.file;
  const leaving = useRef(false);
  // A form that was only looked at is not half-typed.
  const touched = useRef(false);

  const keeping = useRef<Promise<unknown>>(undefined);
  const keepTyped = useRef(() => {});
  keepTyped.current = () => {
    if (leaving.current || !touched.current || !form.current) return;
    const body = new FormData(form.current);
    body.set('_azione', 'tieni');
    // Files have a way of their own.
    for (const [name, value] of [...body]) if (value instanceof File) body.delete(name);
    // The answer is not needed: the button sends everything again.
    keeping.current = fetch(form.current.action, { method: 'POST', body, keepalive: true }).catch((cause) =>
      console.debug(cause),
    );
  };

  const [quiet] = useState(() => afterTyping(() => keepTyped.current(), SAVE_EVERY_MS));

  const before = useRef(file);
  useEffect(() => {
    if (before.current === file) return;
    before.current = file;
    touched.current = true;
    keepTyped.current();
  }, [file]);

  useHidden(() => keepTyped.current());
  useEffect(() => {
    // Without this a reload would send the form with errors again.
    history.replaceState(history.state, '', location.href);
  }, []);

  const [typed, setTyped] = useState(props.values);
  const readTyped = () => {
    const read = Object.fromEntries(new FormData(form.current ?? undefined)) as FormValues;
    setTyped(read);
    return read;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    if (mounted) readTyped();
  }, [mounted]);
  const onTyped = () => {
    touched.current = true;
    quiet.typed();
    readTyped();
  };

  function saveMezzo(values: FormValues) {
    const call = values[TIPO_FIELD] === 'Automezzo' ? mezziCalls.scriviAutomezzo : mezziCalls.scriviMezzoFisso;
    const allegati = namedFiles(latestFiles());
    const body = { ...bodyOf(values), dichiarazione, allegati, ...(mezzo !== 'nuovo' && { id: mezzo }) };
    return sendCall(call, body as never, { key: sendKey });
  }

  function leaveToPage(): undefined {
    leaving.current = true;
    const field = form.current?.elements.namedItem('allegati');
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(namedFiles(latestFiles()));
  }

  const invio = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: SAVE_FAILED,
      call: async (_typed, azione) => {
        checkOnline();
        quiet.cancel();
        // Saving removes the device from the draft, so a pending write to the draft has to end first.
        await keeping.current;
        if (azione === 'annulla') return leaveToPage();
        leaving.current = true;
        const values = readTyped();
        try {
          return addressAfterMezzo(dichiarazione, await saveMezzo(values), azione);
        } catch (error) {
          leaving.current = false;
          if (!(error instanceof PortalError)) throw error;
          if (hasNoErrors(error.fields ?? {}) && LEFT_TO_PAGE.includes(error.code)) return leaveToPage();
          keepTyped.current();
          await keeping.current;
          const fields = orderMezzoErrors(error.fields ?? {}, values);
          throw new PortalError(error.code, hasNoErrors(fields) ? { message: error.message } : { fields });
        }
      },
    },
  );

  return { form, file, typed, onTyped, invio };
}

/** The files of a device as they are sent. */
export const namedFiles = (file: readonly ShownAllegato[]) => file.map(({ Id, categoria }) => ({ Id, categoria }));

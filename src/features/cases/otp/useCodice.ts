/** Asks for the one-time code of an e-mail address and checks it, behind the fields of `EmailWithCode`. */
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PORTAL_ERRORS, PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { confirmCodice, requestCodice } from './codice.browser.ts';
import { CODICE_AWAY, CODICE_PAUSE_MINUTES, isSameMailbox, isWholeCodice } from './codice.ts';
import { $confirmedEmail } from './otp.store.ts';

export type CodiceButton = 'invia' | 'verifica';

export type UseCodiceOptions = {
  email: string;
  /** The address that the last code went to, or '' */
  sentTo: string;
  /** The address that was confirmed when the page was rendered, or '' */
  confirmedEmail: string;
  errors?: FormErrors | undefined;
  onSent(email: string): void;
};

/** @returns `box` for the element around the fields; `pause`: seconds until another code may be asked for; `words` for a screen reader */
export function useCodice({ email, sentTo, errors, onSent, ...page }: UseCodiceOptions) {
  const confirmedEmail = useStore($confirmedEmail, { ssr: 'initial' }) ?? page.confirmedEmail;
  const box = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState(email);
  const [running, setRunning] = useState<CodiceButton>();
  const [ownErrors, setOwnErrors] = useState<FormErrors>();
  /** An error that belongs to no field; it is shown at the button that was pressed */
  const [fault, setFault] = useState<{ button: CodiceButton; words: string }>();
  const [words, tell] = useState('');
  const [focusTarget, setFocusTarget] = useState<string>();
  /** Of all of it with the code, in pixels: when that goes away, what is below must not move under a finger. */
  const [keptHeight, keepHeight] = useState<number>();
  const [pause, startPause] = useCountdown();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors of a check of the form replace those of this component
  useEffect(() => setOwnErrors(undefined), [errors?.email, errors?.otp]);
  // The focus can move only when its target is on screen.
  useEffect(() => {
    if (focusTarget) box.current?.querySelector<HTMLElement>(focusTarget)?.focus();
    setFocusTarget(undefined);
  }, [focusTarget]);
  // The citizen may have typed before hydration.
  useEffect(() => setAddress(readValue(box.current, 'email')), []);

  async function run(button: CodiceButton) {
    if (running) return;
    const typed = readValue(box.current, 'email');
    setRunning(button);
    keepHeight(button === 'verifica' ? box.current?.offsetHeight : undefined);
    setFault(undefined);
    try {
      if (button === 'invia') {
        await requestCodice(typed);
        onSent(typed);
        startPause(CODICE_PAUSE_MINUTES * 60);
        tell(`Abbiamo inviato un codice a ${typed}.`);
        setFocusTarget('#otp');
      } else {
        await confirmCodice(typed, readValue(box.current, 'otp'));
        tell('');
        // Its field goes away; a person who is further on already stays there.
        if (isAtCode(box.current)) setFocusTarget('[data-confermata]');
      }
      setOwnErrors({ email: undefined, otp: undefined });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const fields = error instanceof PortalError ? error.fields : undefined;
      setOwnErrors({ email: undefined, otp: undefined, ...fields });
      tell('');
      if (fields) setFocusTarget(`#${button === 'invia' ? 'email' : 'otp'}`);
      else setFault({ button, words: button === 'invia' && isAway(error) ? CODICE_AWAY : errorMessage(error) });
    } finally {
      setRunning(undefined);
    }
  }

  function onInput({ target }: FormEvent) {
    setAddress(readValue(box.current, 'email'));
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === 'email') keepHeight(undefined);
    else if (target.name === 'otp' && isWholeCodice(target.value)) void run('verifica');
  }

  return {
    box: { ref: box, onInput, style: { minHeight: keptHeight } },
    errors: { ...errors, ...ownErrors },
    sent: isSameMailbox(sentTo, address),
    verified: isSameMailbox(confirmedEmail, address),
    pause,
    words,
    running,
    fault,
    run,
  };
}

/** @returns the seconds that are left, and what begins them anew */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const [end, setEnd] = useState(0);
  useEffect(() => {
    const look = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(ticking);
    };
    const ticking = setInterval(look, 1000);
    look();
    return () => clearInterval(ticking);
  }, [end]);
  return [left, (seconds) => setEnd(Date.now() + seconds * 1000)];
}

const isAtCode = (box: HTMLElement | null): boolean =>
  document.activeElement === document.body || Boolean(box?.querySelector('.codice')?.contains(document.activeElement));

function readValue(box: HTMLElement | null, name: string): string {
  return box?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? '';
}

const isAway = (error: Error): boolean =>
  error instanceof CallError && error.status === PORTAL_ERRORS.unavailable.status;

function errorMessage(error: Error): string {
  if (error instanceof PortalError && error.code !== 'send_failed') return error.message;
  return 'Non siamo riusciti a inviare o controllare il codice. Verifica la connessione e l’indirizzo, poi riprova.';
}

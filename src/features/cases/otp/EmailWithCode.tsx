/** The part of a form in which a citizen types an e-mail address and confirms it by a one-time code. */
import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PORTAL_ERRORS, PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CodiceField } from './CodiceField.tsx';
import { confirmCodice, requestCodice } from './codice.browser.ts';
import { CODICE_AWAY, CODICE_PAUSE_MINUTES, isSameMailbox, isWholeCodice } from './codice.ts';
import { $confirmedEmail } from './otp.store.ts';

type Props = {
  /** What the portal writes to that address: "il numero della richiesta e le risposte" */
  purpose: string;
  email: string;
  /** The address that the last code went to, or '' */
  sentTo: string;
  /** The address that was confirmed when the page was rendered, or '' */
  confirmedEmail: string;
  errors?: FormErrors | undefined;
  onSent(email: string): void;
};

/**
 * Fields `email` and `otp`. An address stays confirmed while it is the one that the code was typed for; another address needs a new
 * code. Without JavaScript the buttons send `_azione` `invia_codice` and `verifica_codice`.
 */
export function EmailWithCode(props: Props) {
  const { purpose, email, sentTo, errors, onSent } = props;
  const confirmedEmail = useStore($confirmedEmail, { ssr: 'initial' }) ?? props.confirmedEmail;
  const box = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState(email);
  const [running, setRunning] = useState<'invia' | 'verifica'>();
  const [ownErrors, setOwnErrors] = useState<FormErrors>();
  /** An error that belongs to no field; it is shown at the button that was pressed */
  const [fault, setFault] = useState<{ button: 'invia' | 'verifica'; words: string }>();
  const [told, setTold] = useState('');
  const [focusTarget, setFocusTarget] = useState<string>();
  /** Of all of it with the code, in pixels: when that goes away, what is below must not move under a finger. */
  const [keptHeight, keepHeight] = useState<number>();
  const [pause, startPause] = useCountdown();
  const isMounted = useMounted();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the errors of a check of the form replace those of this component
  useEffect(() => setOwnErrors(undefined), [errors?.email, errors?.otp]);
  // The focus can move only when its target is on screen.
  useEffect(() => {
    if (focusTarget) box.current?.querySelector<HTMLElement>(focusTarget)?.focus();
    setFocusTarget(undefined);
  }, [focusTarget]);
  // The citizen may have typed before hydration.
  useEffect(() => setAddress(readValue(box.current, 'email')), []);

  const shownErrors = { ...errors, ...ownErrors };
  const isSent = isSameMailbox(sentTo, address);
  const isVerified = isSameMailbox(confirmedEmail, address);

  async function runButton(button: 'invia' | 'verifica') {
    if (running) return;
    const typed = readValue(box.current, 'email');
    setRunning(button);
    keepHeight(button === 'verifica' ? box.current?.offsetHeight : undefined);
    setFault(undefined);
    try {
      await (button === 'invia' ? requestCodice(typed) : confirmCodice(typed, readValue(box.current, 'otp')));
      setOwnErrors({ email: undefined, otp: undefined });
      if (button === 'invia') {
        onSent(typed);
        startPause(CODICE_PAUSE_MINUTES * 60);
      }
      setTold(button === 'invia' ? `Abbiamo inviato un codice a ${typed}.` : '');
      if (button === 'invia') setFocusTarget('#otp');
      // Its field goes away; a person who is further on already stays there.
      else if (isAtCode(box.current)) setFocusTarget('[data-confermata]');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const fields = error instanceof PortalError ? error.fields : undefined;
      setOwnErrors({ email: undefined, otp: undefined, ...fields });
      setTold('');
      if (fields) setFocusTarget(`#${button === 'invia' ? 'email' : 'otp'}`);
      else setFault({ button, words: button === 'invia' && isAway(error) ? CODICE_AWAY : errorMessage(error) });
    } finally {
      setRunning(undefined);
    }
  }

  function readTyped({ target }: FormEvent) {
    setAddress(readValue(box.current, 'email'));
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === 'email') keepHeight(undefined);
    else if (target.name === 'otp' && isWholeCodice(target.value)) void runButton('verifica');
  }

  const buttonProps = (button: 'invia' | 'verifica') => ({
    name: '_azione',
    value: `${button}_codice`,
    className: 'btn btn-outline-primary mb-4',
    busy: running === button,
    formNoValidate: true,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      void runButton(button);
    },
  });

  const renderFault = (button: 'invia' | 'verifica') => (
    <p role="alert" className="form-feedback">
      {fault?.button === button && fault.words}
    </p>
  );

  return (
    <div ref={box} onInput={readTyped} style={{ minHeight: keptHeight }}>
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        spellCheck={false}
        defaultValue={email}
        errors={shownErrors}
        hint={`Ti scriviamo qui ${purpose}. Controlliamo che sia tua con un codice.`}
      />
      {isVerified ? (
        <p className="confermata" data-confermata tabIndex={-1}>
          <Icon name="check-circle" className="icon-sm" /> Indirizzo confermato
        </p>
      ) : (
        <>
          {renderFault('invia')}
          {isSent && pause > 0 ? (
            <p className="mb-4">{`Puoi chiedere un altro codice tra ${pause}\u00a0secondi.`}</p>
          ) : (
            <BusyButton {...buttonProps('invia')} busyLabel="Invio il codice…">
              {isSent ? 'Invia un altro codice' : 'Invia il codice'}
            </BusyButton>
          )}
        </>
      )}
      <p role="status" className="visually-hidden">
        {isVerified ? 'Indirizzo confermato' : told}
      </p>
      {isSent && !isVerified && (
        <div className="codice">
          <CodiceField sentTo={sentTo} errors={shownErrors} verifiesItself={isMounted} />
          {renderFault('verifica')}
          <BusyButton {...buttonProps('verifica')} busyLabel="Controllo…">
            Verifica
          </BusyButton>
        </div>
      )}
    </div>
  );
}

/** @returns the seconds that are left, and what begins them anew */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  const [end, setEnd] = useState(0);
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    look();
    if (end <= Date.now()) return;
    const ticking = setInterval(() => {
      look();
      if (end <= Date.now()) clearInterval(ticking);
    }, 1000);
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

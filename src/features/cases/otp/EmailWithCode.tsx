/** The part of a form in which a citizen types an e-mail address and confirms it by a one-time code. */
import { useEffect, useRef, useState } from 'react';
import { PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { Errors } from '../../../ui/form/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { chiediCodice, confermaCodice } from './codice.browser.ts';
import { MINUTI, stessa } from './otp.contract.ts';

type Props = {
  /** What we write to that address: "il numero della richiesta e le risposte" */
  scopo: string;
  email: string;
  /** The address that the last code went to, or '' */
  inviatoA: string;
  /** The address that is confirmed, or '' */
  confermata: string;
  errors?: Errors | undefined;
  onSent(email: string): void;
  onConfirmed(email: string): void;
};

/**
 * Fields `email` and `otp`. An address counts as confirmed as long as it is the one the code was typed for; another one asks for a
 * new code. Without JavaScript its buttons are `_azione` `invia_codice` and `verifica_codice`.
 */
export function EmailWithCode(props: Props) {
  const { scopo, email, inviatoA, confermata, errors, onSent, onConfirmed } = props;
  const box = useRef<HTMLDivElement>(null);
  const [indirizzo, setIndirizzo] = useState(email);
  const [lavoro, setLavoro] = useState<'invia' | 'verifica'>();
  const [propri, setPropri] = useState<Errors>();
  /** What went wrong with no field: it stands at the button that was pressed */
  const [guasto, setGuasto] = useState<{ di: 'invia' | 'verifica'; parole: string }>();
  const [detto, setDetto] = useState('');
  const [verso, setVerso] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form says after a check takes the place of our own errors
  useEffect(() => setPropri(undefined), [errors?.email, errors?.otp]);
  // Once what it leads to is on screen.
  useEffect(() => {
    if (verso) box.current?.querySelector<HTMLElement>(verso)?.focus();
    setVerso(undefined);
  }, [verso]);
  // What was typed before hydration.
  useEffect(() => setIndirizzo(valore(box.current, 'email')), []);

  const mostrati = { ...errors, ...propri };
  const inviato = stessa(inviatoA, indirizzo);
  const verificato = stessa(confermata, indirizzo);

  async function fai(quale: 'invia' | 'verifica') {
    if (lavoro) return;
    const scritto = valore(box.current, 'email');
    setLavoro(quale);
    setGuasto(undefined);
    try {
      await (quale === 'invia' ? chiediCodice(scritto) : confermaCodice(scritto, valore(box.current, 'otp')));
      setPropri({ email: undefined, otp: undefined });
      if (quale === 'invia') onSent(scritto);
      else onConfirmed(scritto);
      setDetto(quale === 'invia' ? `Abbiamo inviato un codice a ${scritto}.` : '');
      setVerso(quale === 'invia' ? '#otp' : '[data-confermata]');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const campi = error instanceof PortalError ? error.fields : undefined;
      setPropri({ email: undefined, otp: undefined, ...campi });
      setDetto('');
      if (campi) setVerso(`#${quale === 'invia' ? 'email' : 'otp'}`);
      else setGuasto({ di: quale, parole: daDire(error) });
    } finally {
      setLavoro(undefined);
    }
  }

  const bottone = (quale: 'invia' | 'verifica') => ({
    name: '_azione',
    value: `${quale}_codice`,
    className: 'btn btn-outline-primary mb-4',
    busy: lavoro === quale,
    formNoValidate: true,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      void fai(quale);
    },
  });

  const alBottone = (quale: 'invia' | 'verifica') => (
    <p role="alert" className="form-feedback">
      {guasto?.di === quale && guasto.parole}
    </p>
  );

  return (
    <div ref={box} onInput={() => setIndirizzo(valore(box.current, 'email'))}>
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        spellCheck={false}
        defaultValue={email}
        errors={mostrati}
        hint={`Ti scriviamo qui ${scopo}. Controlliamo che sia tua con un codice.`}
      />
      {verificato ? (
        <p className="confermata" data-confermata tabIndex={-1}>
          <Icon name="check-circle" className="icon-sm" /> Indirizzo confermato
        </p>
      ) : (
        <>
          {alBottone('invia')}
          <BusyButton {...bottone('invia')} busyLabel="Invio il codice…">
            {inviato ? 'Invia un altro codice' : 'Invia il codice'}
          </BusyButton>
        </>
      )}
      <p role="status" className="visually-hidden">
        {verificato ? 'Indirizzo confermato' : detto}
      </p>
      {inviato && !verificato && (
        <div className="codice">
          <Field
            name="otp"
            label="Codice ricevuto per e-mail"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            errors={mostrati}
            hint={`Sono 6 cifre, inviate a ${inviatoA.trim()}: valgono ${MINUTI} minuti. Se non trovi l’e-mail guarda nella posta indesiderata.`}
          />
          {alBottone('verifica')}
          <BusyButton {...bottone('verifica')} busyLabel="Controllo…">
            Verifica
          </BusyButton>
        </div>
      )}
    </div>
  );
}

function valore(box: HTMLElement | null, nome: string): string {
  return box?.querySelector<HTMLInputElement>(`[name="${nome}"]`)?.value.trim() ?? '';
}

function daDire(error: Error): string {
  if (error instanceof PortalError && error.code !== 'send_failed') return error.message;
  return 'Non siamo riusciti a inviare o controllare il codice. Verifica la connessione e l’indirizzo, poi riprova.';
}

/** The part of a form in which a citizen types an e-mail address and confirms it by a one-time code. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { CodiceField } from './CodiceField.tsx';
import { type CodiceButton, type UseCodiceOptions, useCodice } from './useCodice.ts';

/** @property purpose what the portal writes to that address: "il numero della richiesta e le risposte" */
type Props = UseCodiceOptions & { purpose: string };

/**
 * Fields `email` and `otp`. An address stays confirmed while it is the one that the code was typed for; another address needs a new
 * code. Without JavaScript the buttons send `_azione` `invia_codice` and `verifica_codice`.
 */
export function EmailWithCode({ purpose, ...props }: Props) {
  const { box, errors, sent, verified, pause, words, running, fault, run } = useCodice(props);
  const isMounted = useMounted();

  const buttonProps = (button: CodiceButton) => ({
    name: '_azione',
    value: `${button}_codice`,
    className: 'btn btn-outline-primary mb-4',
    busy: running === button,
    formNoValidate: true,
    onClick: (event: { preventDefault(): void }) => {
      event.preventDefault();
      void run(button);
    },
  });

  const renderFault = (button: CodiceButton) => (
    <p role="alert" className="form-feedback">
      {fault?.button === button && fault.words}
    </p>
  );

  return (
    <div {...box} className={verified ? 'confermato' : undefined}>
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        spellCheck={false}
        defaultValue={props.email}
        errors={errors}
        hint={`Ti scriviamo qui ${purpose}. Controlliamo che sia tua con un codice.`}
      />
      {verified ? (
        <p className="confermata" data-confermata tabIndex={-1}>
          <Icon name="check-circle" className="icon-sm" /> Indirizzo confermato
        </p>
      ) : (
        <>
          {renderFault('invia')}
          {sent && pause > 0 ? (
            <p className="mb-4">{`Puoi chiedere un altro codice tra ${pause}\u00a0secondi.`}</p>
          ) : (
            <BusyButton {...buttonProps('invia')} busyLabel="Invio il codice…">
              {sent ? 'Invia un altro codice' : 'Invia il codice'}
            </BusyButton>
          )}
        </>
      )}
      <p role="status" className="visually-hidden">
        {verified ? 'Indirizzo confermato' : words}
      </p>
      {sent && !verified && (
        <div className="codice">
          <CodiceField sentTo={props.sentTo} errors={errors} verifiesItself={isMounted} />
          {renderFault('verifica')}
          <BusyButton {...buttonProps('verifica')} busyLabel="Controllo…">
            Verifica
          </BusyButton>
        </div>
      )}
    </div>
  );
}

/** The form in the reserved area that adds a position to the citizen's own. */
import type { FormEvent } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { PosizioniProps } from './posizioni.ts';
import { schedaPath } from './schede.ts';

type Props = Pick<PosizioniProps, 'token' | 'sendKey' | 'values'> & {
  errors?: FieldErrors | undefined;
  busy: boolean;
  servizio?: string | undefined;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
};

export function NewPosizioneForm({ token, sendKey, values, errors, busy, servizio, onSubmit }: Props) {
  return (
    <Panel
      id="aggiungi"
      title="Aggiungi una posizione"
      intro="Ti servono i due codici della lettera che hai ricevuto dall’ente. Bastano una volta sola."
    >
      <form method="post" action={schedaPath('posizioni', { servizio })} noValidate onSubmit={onSubmit}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="_chiave" value={sendKey} />
        <Field
          name="codice_utente"
          label="Codice utente"
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          defaultValue={values.codice_utente}
          errors={errors}
        />
        <Field
          name="codice_controllo"
          label="Codice controllo"
          required
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          hint="Maiuscole e spazi non contano."
          defaultValue={values.codice_controllo}
          errors={errors}
        />
        {/* The script of the check is fetched only when the form is sent. */}
        <BotConsent />
        <BusyButton name="_azione" value="aggiungi" busy={busy}>
          Aggiungi la posizione
        </BusyButton>
      </form>
    </Panel>
  );
}

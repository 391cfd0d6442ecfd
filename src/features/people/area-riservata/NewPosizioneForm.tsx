/** The form in the reserved area that adds a position to the citizen's own. */
import type { FormEvent } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { LetteraPicture } from '../../cases/posizione/LetteraPicture.tsx';
import type { PosizioniProps } from './posizioni.ts';
import { schedaPath } from './schede.ts';

type Props = Pick<PosizioniProps, 'token' | 'sendKey' | 'values'> & {
  errors?: FieldErrors | undefined;
  busy: boolean;
  servizio?: string | undefined;
  /** There are positions already: the form waits behind its name */
  folded: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
};

/** The target of links to the form is inside the fold: a browser opens what hides the place that an address names. */
export function NewPosizioneForm({ folded, ...form }: Props) {
  if (!folded) return <CodiciPanel {...form} />;
  return (
    <details className="aggiungi" open={form.errors !== undefined}>
      <summary>Aggiungi una posizione</summary>
      <CodiciPanel {...form} />
    </details>
  );
}

function CodiciPanel({ token, sendKey, values, errors, busy, servizio, onSubmit }: Omit<Props, 'folded'>) {
  return (
    <Panel
      id="aggiungi"
      title="Aggiungi una posizione"
      intro="Ti servono i due codici della lettera che hai ricevuto dall’ente. Bastano una volta sola."
    >
      <form method="post" action={schedaPath('posizioni', { servizio })} noValidate onSubmit={onSubmit}>
        <input type="hidden" name="_token" value={token} />
        <input type="hidden" name="_chiave" value={sendKey} />
        <LetteraPicture />
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

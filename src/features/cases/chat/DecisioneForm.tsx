/** The form in which an operator decides on a request, and is asked once more. With and without scripts a plain post to the page. */

import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { controlProps, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { FILE_ACCEPT } from '../allegati/file-limits.ts';
import type { DecisioneField } from '../pratica/decisione.ts';
import { MAX_MESSAGGIO_LENGTH } from '../pratica/messaggio-length.ts';
import { DecisioneFields } from './DecisioneFields.tsx';
import type { FormError } from './MessageForm.tsx';

type Props = {
  esito: 'accettata' | 'rifiutata';
  submitLabel: string;
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  error: FormError | undefined;
  asks: readonly DecisioneField[];
  readyFiles: readonly { nome: string }[];
  buttons: React.ReactNode;
};

export function DecisioneForm({ esito, valori, error, asks, readyFiles, ...p }: Props) {
  const errors = error?.fields;
  const file = {
    name: 'file_decisione',
    label: 'Documento da allegare (facoltativo)',
    errors,
    hint: 'Un file PDF, JPEG, PNG o P7M.',
  };
  return (
    <form method="post" encType="multipart/form-data" action="#scrivi" noValidate>
      <ErrorSummary errors={errors} message={error?.message} />
      <input type="hidden" name="_token" value={p.token} />
      <input type="hidden" name="_chiave" value={p.chiave} />
      <input type="hidden" name="_chiave_file" value={p.chiaveFile} />
      <input type="hidden" name="esito" value={esito} />
      <TextArea
        name="motivo"
        label="Motivo della decisione"
        required
        hint="Lo legge il cittadino."
        max={MAX_MESSAGGIO_LENGTH}
        rows={4}
        defaultValue={valori.motivo}
        errors={errors}
      />
      {esito === 'accettata' && <DecisioneFields asks={asks} valori={valori} errors={errors} />}
      <FormGroup {...file}>
        <input {...controlProps(file)} type="file" accept={FILE_ACCEPT} />
      </FormGroup>
      {readyFiles.length > 0 && (
        <p className="form-text">Partono anche i file già allegati: {readyFiles.map(({ nome }) => nome).join(', ')}.</p>
      )}
      <Checkbox name="conferma" label="Ho ricontrollato: la decisione è definitiva" required errors={errors} />
      <p className="mt-4 pulsanti">
        <BusyButton name="_azione" value="decidi">
          {p.submitLabel}
        </BusyButton>
        {p.buttons}
      </p>
    </form>
  );
}

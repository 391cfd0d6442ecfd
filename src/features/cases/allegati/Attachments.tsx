/** Uploads files in a form or a message: the choice, the progress, the list, and how names and sizes are written. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { controlProps, FieldError, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { ProgressBar } from '../../../ui/form/Progress.tsx';
import { queueUpload } from '../../../ui/form/uploads.store.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { allegatoCalls } from './allegati.calls.ts';
import type { ShownAllegato } from './allegati.contract.ts';
import { $allegati } from './allegati.store.ts';
import { type FileCategoria, MAX_FILE, MAX_FILES } from './file-limits.ts';

type Props = {
  label: string;
  /** Purpose of these files; undefined for the form's own files */
  categoria?: FileCategoria | undefined;
  /** What to attach. The field of the form's own files also names the limits, which hold for all fields */
  hint?: string | undefined;
  required?: boolean | undefined;
  /** Path of the form to whose draft the files belong */
  path: string;
  /** All files that were rendered with the page; those of this category are shown */
  rendered: readonly ShownAllegato[];
  /** This category alone may have as many files as a form takes */
  countedApart?: boolean | undefined;
  errors?: FormErrors | undefined;
  /** True once scripts run: a chosen file is then uploaded at once */
  mounted: boolean;
};

const MEGABYTE = 1024 * 1024;
const LIMITS_HINT = `Fino a ${MAX_FILES} file da ${MAX_FILE / MEGABYTE} MB: foto (JPEG, PNG, HEIC), PDF o file firmati (P7M).`;

/**
 * Fields `file` and `note`, and the files of the draft. Without JavaScript its buttons are `_azione` `aggiungi_file` and
 * `togli_file:Id`, one file at a time.
 */
export function Attachments(props: Props) {
  const { label, categoria, path, rendered, countedApart, errors, mounted } = props;
  const suffix = categoria ? `_${categoria}` : '';
  const fieldName = `file${suffix}`;
  const box = useRef<HTMLDivElement>(null);
  const [uploading, setUploading] = useState<{ name: string; fraction: number }>();
  const [ownErrors, setOwnErrors] = useState<FormErrors>();
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error that the form shows after a check replaces that of this field
  useEffect(() => setOwnErrors(undefined), [errors?.[fieldName]]);
  // Uploads what was chosen before the script ran, because the button that would have sent it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the component is mounted
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('[type="file"]');
    if (mounted && input) void uploadChosen(input);
  }, [mounted]);
  const hint = categoria ? props.hint : [props.hint, LIMITS_HINT].filter(Boolean).join(' ');
  const field = { name: fieldName, label, hint, required: props.required, errors: { ...errors, ...ownErrors } };
  const noteInput = () => box.current?.querySelector<HTMLInputElement>('[name="note"]');
  const ofCategoria = (files: readonly ShownAllegato[]) => files.filter((file) => file.categoria === categoria);
  const files = useStore($allegati, { ssr: 'initial' }) ?? rendered;
  const shown = ofCategoria(files);
  const isFull = (countedApart ? shown : files).length >= MAX_FILES;
  // An upload may end between two renderings: the store is ahead then.
  const latestFiles = () => $allegati.get() ?? rendered;
  const countFiles = () => (countedApart ? ofCategoria(latestFiles()) : latestFiles()).length;
  // The button of a removed file, or the input after the last possible file, is gone, so the focus moves to the field.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (announcement && hadFocus.current && document.activeElement === document.body)
      document.getElementById(fieldName)?.focus();
  }, [announcement, fieldName]);
  const startAction = () => {
    hadFocus.current = box.current?.contains(document.activeElement) ?? false;
    // Emptied first, so that a screen reader reads the same words a second time.
    setAnnouncement('');
  };

  async function uploadAll(chosen: File[]) {
    const refused: string[] = [];
    startAction();
    for (const file of chosen) {
      setUploading({ name: file.name, fraction: 0 });
      const reason = await uploadOne(file, (fraction) => setUploading({ name: file.name, fraction }));
      if (reason) refused.push(`${file.name}: ${reason}`);
    }
    setUploading(undefined);
    const refusalText = refused.join(' ');
    const noteField = noteInput();
    if (noteField && !refusalText) noteField.value = '';
    setOwnErrors({ [fieldName]: refusalText ? [refusalText] : undefined });
    const uploadedCount = chosen.length - refused.length;
    const uploadedText = `${uploadedCount === 1 ? 'File caricato' : 'File caricati'}: ${countFiles()} in tutto.`;
    setAnnouncement([...(uploadedCount > 0 ? [uploadedText] : []), ...refused].join(' '));
    return refusalText ? { [fieldName]: [refusalText] } : {};
  }

  async function uploadChosen(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])];
    // Emptied at once: a file chosen during hydration is found by its event and by the effect above, and must be sent once.
    input.value = '';
    if (!chosen.length) return;
    await queueUpload(
      () => uploadAll(chosen),
      () => box.current !== null,
    );
  }

  /** @returns the reason of a refusal, or undefined */
  async function uploadOne(file: File, progress: (fraction: number) => void) {
    if (countFiles() >= MAX_FILES) return `puoi allegare al massimo ${MAX_FILES} file.`;
    if (file.size > MAX_FILE) return `supera i ${MAX_FILE / MEGABYTE} MB. Riducilo e riprova.`;
    try {
      const uploaded = await sendCall(
        allegatoCalls.caricaFile,
        { file, note: noteInput()?.value, percorso: path, categoria },
        { progress },
      );
      $allegati.set([...latestFiles(), uploaded]);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  async function removeFile(file: ShownAllegato) {
    startAction();
    try {
      await sendCall(allegatoCalls.togliFile, { id: file.Id });
    } catch (error) {
      if (!(error instanceof PortalError && error.code === 'not_found'))
        return setOwnErrors({ [fieldName]: [`${file.nome}: ${messageOf(error)}`] });
    }
    $allegati.set(latestFiles().filter((f) => f.Id !== file.Id));
    setAnnouncement(`${file.nome} tolto.`);
  }

  const fileList = shown.length > 0 && (
    <ul className="allegati" aria-label={`File allegati: ${label}`}>
      {shown.map((file) => (
        <Allegato key={file.Id} file={file} onRemove={mounted ? () => void removeFile(file) : undefined} />
      ))}
    </ul>
  );
  return (
    <div ref={box}>
      {isFull ? (
        <div className="form-group" id={fieldName} tabIndex={-1}>
          <b>{label}</b>
          <FieldError {...field} />
          <p className="form-text">Hai allegato {MAX_FILES} file, il massimo. Per aggiungerne un altro togline uno.</p>
          {fileList}
        </div>
      ) : (
        <fieldset aria-label={label}>
          <FormGroup {...field} spoken>
            <input
              {...controlProps({ ...field, required: false })}
              type="file"
              accept=".pdf,.jpg,.jpeg,.png,.heic,.heif,.p7m"
              multiple={mounted}
              onChange={(event) => void uploadChosen(event.currentTarget)}
            />
            {fileList}
          </FormGroup>
          {!categoria && (
            <Field
              name="note"
              label="Nota per il prossimo file"
              maxLength={200}
              hint="Facoltativa: che cosa si vede. Scrivila prima di scegliere il file."
            />
          )}
        </fieldset>
      )}
      {!mounted && !isFull && (
        <BusyButton
          name="_azione"
          value={categoria ? `aggiungi_file:${categoria}` : 'aggiungi_file'}
          className="btn btn-outline-primary"
          formNoValidate
        >
          <Icon name="upload" className="icon-sm" /> Aggiungi file
        </BusyButton>
      )}
      {uploading && (
        <ProgressBar
          id={`avanzamento${suffix}`}
          label={`Carico ${uploading.name}`}
          value={Math.round(uploading.fraction * 100)}
        />
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** One file with its preview; without `onRemove` its button is a POST of the page. */
function Allegato({ file, onRemove }: { file: ShownAllegato; onRemove?: (() => void) | undefined }) {
  return (
    <li>
      {file.miniatura ? (
        <img src={`/api/v1/portale/allegati/${file.Id}?miniatura=1`} alt="" width={56} height={56} loading="lazy" />
      ) : (
        <Icon name="file" />
      )}
      <span>
        <b>{file.nome}</b> <span className="form-text">{formatSize(file.dimensione)}</span>
        {file.nota && <span className="form-text d-block">{file.nota}</span>}
      </span>
      <button
        type="submit"
        className="btn"
        name="_azione"
        value={`togli_file:${file.Id}`}
        formNoValidate
        onClick={(event) => {
          if (!onRemove) return;
          event.preventDefault();
          onRemove();
        }}
      >
        Togli<span className="visually-hidden"> {file.nome}</span>
      </button>
    </li>
  );
}

/** Names and sizes of the files of a category, or of the form's own, for the summary; '' if there are none. */
export type FileListText = (categoria?: FileCategoria) => string;

export const fileListText =
  (files: readonly Pick<ShownAllegato, 'nome' | 'dimensione' | 'categoria'>[]): FileListText =>
  (categoria) =>
    files
      .filter((f) => f.categoria === categoria)
      .map((f) => `${f.nome} (${formatSize(f.dimensione)})`)
      .join('\n');

/** @param bytes of a file @returns "2,3 MB" */
export function formatSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / MEGABYTE).toFixed(1).replace('.', ',')} MB`;
}

function messageOf(error: unknown): string {
  if (error instanceof PortalError) return error.message;
  return 'non siamo riusciti a completare l’operazione. Controlla la connessione e riprova.';
}

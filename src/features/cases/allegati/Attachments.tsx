/** A field for files: the choice, their progress, and what is attached under its own label, with previews and notes. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, PORTAL_ERRORS } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { controlProps, FieldError, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { ProgressBar } from '../../../ui/form/Progress.tsx';
import { queueUpload } from '../../../ui/form/uploads.store.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { AllegatoHead } from './AllegatoHead.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import { $allegati } from './allegati.store.ts';
import { FILE_ACCEPT, type FileCategoria, MAX_FILE, MAX_FILES, MAX_NOTE, noteField } from './file-limits.ts';
import type { ComingFile, FilesOutcome } from './files.browser.ts';

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

const LIMITS_HINT = `Fino a ${MAX_FILES} file da ${MAX_FILE / 1024 / 1024} MB: foto (JPEG, PNG, HEIC), PDF o file firmati (P7M).`;

/**
 * Field `file`, and the files of the draft with a note each. Without JavaScript its buttons are `_azione` `aggiungi_file` and
 * `togli_file:Id`, one file at a time, and every button saves the notes.
 */
export function Attachments(props: Props) {
  const { label, categoria, path, rendered, countedApart, errors, mounted } = props;
  const suffix = categoria ? `_${categoria}` : '';
  const fieldName = `file${suffix}`;
  const box = useRef<HTMLDivElement>(null);
  const [coming, setComing] = useState<readonly ComingFile[]>([]);
  const [ownErrors, setOwnErrors] = useState<FormErrors>();
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error that the form shows after a check replaces that of this field
  useEffect(() => setOwnErrors(undefined), [errors?.[fieldName]]);
  // Uploads what was chosen before the script ran, because the button that would have sent it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the component is mounted
  useEffect(() => {
    const input = document.getElementById(fieldName);
    if (mounted && input instanceof HTMLInputElement) takeChosen(input);
  }, [mounted]);
  const hint = categoria ? props.hint : [props.hint, LIMITS_HINT].filter(Boolean).join(' ');
  const field = { name: fieldName, label, hint, required: props.required, errors: { ...errors, ...ownErrors } };
  const files = useStore($allegati, { ssr: 'initial' }) ?? rendered;
  const shown = files.filter((file) => file.categoria === categoria);
  const isFull = (countedApart ? shown : files).length >= MAX_FILES;
  // The button of a removed file, or the input after the last possible file, is gone, so the focus moves to the field.
  const hadFocus = useRef(false);
  useEffect(() => {
    if (announcement && hadFocus.current && document.activeElement === document.body)
      document.getElementById(fieldName)?.focus();
  }, [announcement, fieldName]);

  /** Does what needs the script for files, and says what came of it. @returns why a file was refused */
  async function attempt(work: (script: typeof import('./files.browser.ts')) => Promise<FilesOutcome>) {
    hadFocus.current = box.current?.contains(document.activeElement) ?? false;
    // Emptied first, so that a screen reader reads the same words a second time.
    setAnnouncement('');
    const script = await import('./files.browser.ts').catch(() => undefined);
    const { message } = PORTAL_ERRORS.failed;
    const { refused, said } = script ? await work(script) : { refused: message, said: message };
    const told: FieldErrors = refused ? { [fieldName]: [refused] } : {};
    setOwnErrors(told);
    setAnnouncement(said);
    return told;
  }

  const queue = (work: Parameters<typeof attempt>[0]) =>
    void queueUpload(
      () => attempt(work),
      () => box.current !== null,
    );

  const filesField = { path, categoria, countedApart, rendered, show: setComing };
  const upload = (chosen: FileList | null) => {
    const list = [...(chosen ?? [])];
    if (list.length > 0) queue((script) => script.uploadAll(list, filesField));
  };

  function takeChosen(input: HTMLInputElement) {
    upload(input.files);
    // Emptied at once: a file chosen during hydration is found by its event and by the effect above, and must be sent once.
    input.value = '';
  }

  const annotate = (file: ShownAllegato, input: HTMLInputElement) => {
    const nota = input.value.trim();
    if (nota !== (file.nota ?? '')) queue((script) => script.saveNote(file, nota, filesField));
  };

  // Where the finger points there is a camera; where there is none, files are dragged.
  const touch = mounted && matchMedia('(pointer: coarse)').matches;
  const fileList = shown.length > 0 && (
    <ul className="allegati" aria-label={`File allegati: ${label}`}>
      {shown.map((file) => (
        <li key={file.Id}>
          <AllegatoHead
            file={file}
            onOpen={(event) => {
              if (!mounted) return;
              event.preventDefault();
              void attempt((script) => script.enlargePicture(file, shown));
            }}
          />
          <button
            type="submit"
            className="btn"
            name="_azione"
            value={`togli_file:${file.Id}`}
            formNoValidate
            onClick={(event) => {
              if (!mounted) return;
              event.preventDefault();
              void attempt((script) => script.removeFile(file, filesField));
            }}
          >
            Togli<span className="visually-hidden"> {file.nome}</span>
          </button>
          <label>
            Nota<span className="visually-hidden"> per {file.nome}</span> (facoltativa)
            <input
              className="form-control"
              id={noteField(file.Id)}
              name={noteField(file.Id)}
              maxLength={MAX_NOTE}
              defaultValue={file.nota}
              onBlur={(event) => annotate(file, event.currentTarget)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                annotate(file, event.currentTarget);
              }}
            />
          </label>
        </li>
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
        // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it, whose field is inside
        <div
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            upload(event.dataTransfer.files);
          }}
        >
          <FormGroup {...field} spoken>
            {touch && (
              <label className="btn btn-outline-primary">
                <input
                  className="visually-hidden"
                  type="file"
                  accept="image/*"
                  capture="environment"
                  onChange={(event) => takeChosen(event.currentTarget)}
                />
                <Icon name="camera" className="icon-sm" /> Scatta una foto
              </label>
            )}
            <label className={mounted ? 'btn btn-primary' : undefined}>
              <input
                {...controlProps({ ...field, required: false })}
                {...(mounted && { className: 'visually-hidden' })}
                type="file"
                accept={FILE_ACCEPT}
                multiple={mounted}
                onChange={(event) => takeChosen(event.currentTarget)}
              />
              {mounted && (
                <>
                  <Icon name="upload" className="icon-sm" /> Carica file{!touch && ' o trascinali qui'}
                </>
              )}
            </label>
            {!mounted && (
              <BusyButton
                name="_azione"
                value={categoria ? `aggiungi_file:${categoria}` : 'aggiungi_file'}
                className="btn btn-outline-primary"
                formNoValidate
              >
                <Icon name="upload" className="icon-sm" /> Aggiungi file
              </BusyButton>
            )}
            {coming.map(({ at, name, share }) => (
              <ProgressBar
                key={at}
                id={`${fieldName}-${at}`}
                label={`Carico ${name}`}
                value={Math.round(share * 100)}
              />
            ))}
            {fileList}
          </FormGroup>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

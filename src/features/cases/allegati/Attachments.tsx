/** A field for files: the choice, their progress, and what is attached under its own label, with previews and notes. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FormErrors } from '../../../ui/form/errors.ts';
import { FieldError, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { ProgressBar } from '../../../ui/form/Progress.tsx';
import { AttachedFile } from './AttachedFile.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import { $allegati } from './allegati.store.ts';
import { FileChoice } from './FileChoice.tsx';
import { type FileCategoria, MAX_FILE, MAX_FILES } from './file-limits.ts';
import type { ComingFile } from './files.browser.ts';
import { useFilesWork } from './useFilesWork.ts';

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
  const { label, categoria, path, rendered, countedApart, mounted } = props;
  const suffix = categoria ? `_${categoria}` : '';
  const fieldName = `file${suffix}`;
  const { box, errors, announcement, attempt, queue } = useFilesWork(fieldName, props.errors);
  const [coming, setComing] = useState<readonly ComingFile[]>([]);
  // Uploads what was chosen before the script ran, because the button that would have sent it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the component is mounted
  useEffect(() => {
    const input = document.getElementById(fieldName);
    if (mounted && input instanceof HTMLInputElement) takeChosen(input);
  }, [mounted]);
  const hint = categoria ? props.hint : [props.hint, LIMITS_HINT].filter(Boolean).join(' ');
  const field = { name: fieldName, label, hint, required: props.required, errors };
  const files = useStore($allegati, { ssr: 'initial' }) ?? rendered;
  const shown = files.filter((file) => file.categoria === categoria);
  const isFull = (countedApart ? shown : files).length >= MAX_FILES;

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

  const fileList = shown.length > 0 && (
    <ul className="allegati" aria-label={`File allegati: ${label}`}>
      {shown.map((file) => (
        <AttachedFile
          key={file.Id}
          file={file}
          mounted={mounted}
          onOpen={() => void attempt((script) => script.enlargePicture(file, shown))}
          onRemove={() => void attempt((script) => script.removeFile(file, filesField))}
          onAnnotate={(nota) => queue((script) => script.saveNote(file, nota, filesField))}
        />
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
            <FileChoice field={field} categoria={categoria} mounted={mounted} onChoose={takeChosen} />
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

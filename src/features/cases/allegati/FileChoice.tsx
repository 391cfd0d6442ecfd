/** The controls with which files are chosen for a form: the camera of a telephone, the files of the device. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { controlProps, type FieldProps } from '../../../ui/form/FormGroup.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { FILE_ACCEPT, type FileCategoria } from './file-limits.ts';

type Props = {
  field: FieldProps;
  categoria: FileCategoria | undefined;
  /** False until scripts run: one file at a time is sent with a button then */
  mounted: boolean;
  onChoose(input: HTMLInputElement): void;
};

export function FileChoice({ field, categoria, mounted, onChoose }: Props) {
  // Where the finger points there is a camera; where there is none, files are dragged.
  const touch = mounted && matchMedia('(pointer: coarse)').matches;
  return (
    <>
      {touch && (
        <label className="btn btn-outline-primary">
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => onChoose(event.currentTarget)}
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
          onChange={(event) => onChoose(event.currentTarget)}
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
    </>
  );
}

/** A file that is attached to a form: its preview, the button that removes it, and its note. */
import { AllegatoHead } from './AllegatoHead.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import { MAX_NOTE, noteField } from './file-limits.ts';

type Props = {
  file: ShownAllegato;
  /** False until scripts run: its link opens the picture then, and its button sends the form */
  mounted: boolean;
  onOpen(): void;
  onRemove(): void;
  /** Its note was changed */
  onAnnotate(nota: string): void;
};

export function AttachedFile({ file, mounted, onOpen, onRemove, onAnnotate }: Props) {
  const annotate = ({ value }: HTMLInputElement) => {
    const nota = value.trim();
    if (nota !== (file.nota ?? '')) onAnnotate(nota);
  };
  return (
    <li>
      <AllegatoHead
        file={file}
        onOpen={(event) => {
          if (!mounted) return;
          event.preventDefault();
          onOpen();
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
          onRemove();
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
          onBlur={(event) => annotate(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            annotate(event.currentTarget);
          }}
        />
      </label>
    </li>
  );
}

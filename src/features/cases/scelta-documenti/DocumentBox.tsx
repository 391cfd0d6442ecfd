/** The checkbox of a document. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { boxIdOf } from './documenti-together.ts';

type Props = {
  /** Id of the document; `words` is the label */
  documentoId: string;
  words: string;
  firstId: string | undefined;
  chosenIds: readonly string[];
  /** Errors by the ids of the boxes */
  errors?: FieldErrors | undefined;
  /** Why the box is disabled */
  note?: string | null;
};

export function DocumentBox({ documentoId, words, firstId, chosenIds, errors = {}, note = null }: Props) {
  const id = boxIdOf(documentoId, firstId);
  // The form shows the errors of the whole choice above the boxes.
  const refused = id !== 'documento' && id in errors;
  return (
    <div className="form-check">
      {refused && <FieldError name={id} errors={errors} />}
      <input
        className="form-check-input"
        type="checkbox"
        id={id}
        name="documento"
        value={documentoId}
        defaultChecked={note === null && chosenIds.includes(documentoId)}
        disabled={note !== null}
        aria-describedby={refused ? `${id}-errore` : note ? `${id}-nota` : undefined}
        aria-invalid={refused || undefined}
      />
      <label htmlFor={id}>{words}</label>
      {note && !refused && (
        <p className="form-text" id={`${id}-nota`}>
          {note}
        </p>
      )}
    </div>
  );
}

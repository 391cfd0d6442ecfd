/** The box of a document that can be chosen. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { boxIdOf } from './documenti-together.ts';

type Props = {
  /** Id of the document, and what its label says */
  documentoId: string;
  words: string;
  firstId: string | undefined;
  chosenIds: readonly string[];
  /** By box */
  errors?: FieldErrors | undefined;
  /** Why it cannot be ticked */
  note?: string | null;
  /** Id of the form, where the box stands outside */
  form?: string;
};

export function DocumentBox({ documentoId, words, firstId, chosenIds, errors = {}, note = null, form }: Props) {
  const id = boxIdOf(documentoId, firstId);
  // What is said of the whole choice stands above the boxes.
  const refused = id !== 'documento' && id in errors;
  return (
    <div className="form-check">
      {refused && <FieldError name={id} errors={errors} />}
      <input
        className="form-check-input"
        type="checkbox"
        form={form}
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

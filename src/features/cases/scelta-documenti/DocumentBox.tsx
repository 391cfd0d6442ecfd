/** The box of a document that can be chosen. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { casella } from './insieme.ts';

type Props = {
  /** Id of the document, and what its label says */
  di: string;
  words: string;
  primo: string | undefined;
  scelti: readonly string[];
  /** By box */
  errori?: FieldErrors | undefined;
  /** Why it cannot be ticked */
  nota?: string | null;
  /** Id of the form, where the box stands outside */
  form?: string;
};

export function DocumentBox({ di, words, primo, scelti, errori = {}, nota = null, form }: Props) {
  const id = casella(di, primo);
  // What is said of the whole choice stands above the boxes.
  const refused = id !== 'documento' && id in errori;
  return (
    <div className="form-check">
      {refused && <FieldError name={id} errors={errori} />}
      <input
        className="form-check-input"
        type="checkbox"
        form={form}
        id={id}
        name="documento"
        value={di}
        defaultChecked={nota === null && scelti.includes(di)}
        disabled={nota !== null}
        aria-describedby={refused ? `${id}-errore` : nota ? `${id}-nota` : undefined}
        aria-invalid={refused || undefined}
      />
      <label htmlFor={id}>{words}</label>
      {nota && !refused && (
        <p className="form-text" id={`${id}-nota`}>
          {nota}
        </p>
      )}
    </div>
  );
}

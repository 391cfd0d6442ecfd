/** The input for messages and descriptions, which shows how many characters are left. */
import { useEffect, useRef, useState } from 'react';
import { controlProps, type FieldProps, FormGroup } from './FormGroup.tsx';

/** Milliseconds without typing after which the count is read aloud. */
const COUNT_PAUSE_MS = 1000;

/** With so many characters left the count is shown even where a form leaves it out. */
const COUNT_SHOWN = 200;

/** @property element `data-element` of the control, where a conformity rule names it */
type Props = FieldProps & { max?: number | undefined; rows?: number | undefined; element?: string };

/**
 * A long text. `max` counts UTF-16 units, as the schema does. The text is never cut: the words say how much is too long. Without
 * JavaScript the limit is shown in words, with it the rest is counted.
 */
export function TextArea({ max, rows = 6, element, ...field }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState<number>();
  // Announced only after typing has begun: before that the field's description says it.
  const [typed, setTyped] = useState(false);
  const [spoken, setSpoken] = useState('');
  const words = max === undefined ? '' : countWords(max, length);

  useEffect(() => setLength(area.current?.value.length), []);
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(() => setSpoken(words), COUNT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words]);

  const control = controlProps(field);
  return (
    <FormGroup {...field}>
      <textarea
        data-element={element}
        {...control}
        ref={area}
        rows={rows}
        defaultValue={field.defaultValue}
        onInput={(event) => {
          setTyped(true);
          setLength(event.currentTarget.value.length);
        }}
        aria-describedby={
          [control['aria-describedby'], max && `${field.name}-conteggio`].filter(Boolean).join(' ') || undefined
        }
      />
      {max !== undefined && (
        // The field's description reads this element although it is hidden; in the page its words occur once, in the text read
        // aloud.
        <p
          className={length !== undefined && max - length < COUNT_SHOWN ? 'form-text poco' : 'form-text'}
          id={`${field.name}-conteggio`}
          aria-hidden={length !== undefined || undefined}
        >
          {words}
        </p>
      )}
      {max !== undefined && length !== undefined && (
        <p className="visually-hidden" aria-live="polite">
          {spoken}
        </p>
      )}
    </FormGroup>
  );
}

function countWords(max: number, length: number | undefined): string {
  if (length === undefined) return `Al massimo ${max} caratteri`;
  const left = max - length;
  if (left < 0) return left === -1 ? 'Hai scritto 1 carattere di troppo' : `Hai scritto ${-left} caratteri di troppo`;
  return left === 1 ? 'Puoi scrivere ancora 1 carattere' : `Puoi scrivere ancora ${left} caratteri`;
}

/** Tells a citizen above a form what has to be corrected before it can be sent. */
import { useEffect, useRef } from 'react';
import { Icon } from '../Icon.tsx';
import { type FormErrors, firstErrors } from './errors.ts';

/**
 * All errors at once, in field order, each a link to its field. Takes the focus when it appears and when the errors change;
 * `message` is for errors without a field. Pass a new errors object at each check.
 */
export function ErrorSummary({ errors, message }: { errors?: FormErrors | undefined; message?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const lines = firstErrors(errors);
  const shown = lines.length > 0 || message !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same number of errors may be other errors
  useEffect(() => {
    if (!shown) return;
    // Focus alone would centre a box longer than the screen, and hide its heading and first lines.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [shown, errors, message]);

  if (!shown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group controls, this groups links
    <div
      className="alert alert-danger"
      id="errori"
      ref={box}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript the browser takes the reader to the errors
      autoFocus
      role="group"
      aria-labelledby="errori-titolo"
    >
      <Icon name="error" />
      <div>
        <h2 className="h5" id="errori-titolo">
          C'è un problema
        </h2>
        {message && <p>{message}</p>}
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line.name}>
                <a href={`#${line.name}`}>{line.message}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The button of all forms: it shows that the server is at work, so that the citizen waits and does not send again. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';

type ButtonAttributes = 'type' | 'name' | 'value' | 'className' | 'onClick' | 'formNoValidate' | 'form';
type Props = Pick<ButtonHTMLAttributes<HTMLButtonElement>, ButtonAttributes> & {
  busy?: boolean | undefined;
  /** Words shown while busy */
  busyLabel?: string | undefined;
  children: ReactNode;
};

/**
 * A button that cannot be pressed twice. While busy it keeps focus and value (a disabled button would lose both) and ignores
 * clicks; the form's own submit handler still has to refuse a second Enter.
 */
export function BusyButton({ busy, busyLabel = 'Attendi…', children, onClick, ...button }: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button type="submit" className="btn btn-primary" {...button} aria-disabled={busy || undefined} onClick={press}>
      {busy && <span className="attesa" />}
      <span role="status">{busy ? busyLabel : ''}</span>
      {!busy && children}
    </button>
  );
}

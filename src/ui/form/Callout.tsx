/** The coloured notice of pages and forms: information, a warning, a success or a danger. */
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

/** Class and icon of each kind. */
const calloutLooks = {
  info: ['note', 'info'],
  warning: ['warning', 'warning'],
  success: ['success', 'check-circle'],
  danger: ['danger', 'error'],
} as const;

type Props = { kind: keyof typeof calloutLooks; title: string; children?: ReactNode; live?: boolean };

/** A notice beside the text. `live` when it appears after an action: then it is read aloud. */
export function Callout({ kind, title, children, live }: Props) {
  const [look, icon] = calloutLooks[kind];
  return (
    <div className={`callout ${look}`} role={live ? 'status' : undefined}>
      <p className="callout-title">
        <Icon name={icon} className="icon-sm" /> {title}
      </p>
      {children}
    </div>
  );
}

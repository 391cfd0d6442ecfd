import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

const looks = {
  info: { className: 'callout callout-highlight note', icon: 'info' },
  warning: { className: 'callout callout-highlight warning', icon: 'warning' },
  success: { className: 'callout callout-highlight success', icon: 'check-circle' },
  danger: { className: 'callout callout-highlight danger', icon: 'error' },
} as const;

type Props = { kind: keyof typeof looks; title: string; children?: ReactNode; live?: boolean };

/** A notice beside the text. `live` when it appears after an action: it is read aloud then. */
export function Callout({ kind, title, children, live }: Props) {
  const { className, icon } = looks[kind];
  return (
    <div className={className} role={live ? 'status' : undefined}>
      <p className="callout-title">
        <Icon name={icon} className="icon-sm" /> {title}
      </p>
      {children}
    </div>
  );
}

/** Shows the steps of a pratica by date, in its chat and on the confirmation of a send. */
import type { ReactNode } from 'react';

export type TimelineItem = {
  /** Machine date, `2026-11-20` or with time and zone; '' where there is no day */
  datetime: string;
  /** The same in words */
  when: string;
  title: string;
  /** The author of the step */
  who?: string;
  text?: ReactNode;
  /** A future step, shown hollow */
  future?: boolean;
};

/** The past and the next steps, in the order given. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="cmp-timeline">
      {items.map(({ datetime, when, title, who, text, future }) => (
        <li key={`${datetime} ${title}`} className={future ? 'futuro' : undefined}>
          {datetime ? <time dateTime={datetime}>{when}</time> : <span className="quando">{when}</span>}
          <p className="fw-semibold">{title}</p>
          {who && <p className="form-text">{who}</p>}
          {text}
        </li>
      ))}
    </ol>
  );
}

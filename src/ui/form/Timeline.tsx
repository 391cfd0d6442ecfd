/** Shows the steps of a pratica by date, in its chat and on the confirmation of a send. */
import type { ReactNode } from 'react';

export type TimelineItem = {
  /** Machine date, `2026-11-20` or with time and zone; '' where the words name no day */
  datetime: string;
  /** The same in words */
  quando: string;
  titolo: string;
  /** Who did it */
  chi?: string;
  testo?: ReactNode;
  /** Not yet: shown hollow */
  futuro?: boolean;
};

/** What happened and what comes next, in the order given. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="cmp-timeline">
      {items.map(({ datetime, quando, titolo, chi, testo, futuro }) => (
        <li key={`${datetime} ${titolo}`} className={futuro ? 'futuro' : undefined}>
          {datetime ? <time dateTime={datetime}>{quando}</time> : <span className="quando">{quando}</span>}
          <p className="fw-semibold">{titolo}</p>
          {chi && <p className="form-text">{chi}</p>}
          {testo}
        </li>
      ))}
    </ol>
  );
}

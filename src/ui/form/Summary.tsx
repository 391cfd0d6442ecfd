/** Lets a citizen check their answers, and go back to change them. */
import type { ReactNode } from 'react';

export type SummaryBlock = {
  title: string;
  /** Address of the step that changes it; absent when it cannot be changed */
  editHref?: string;
  items: { name: string; value: ReactNode }[];
};

/** All data on one screen, right before sending (conformity rule C.SE.1.4). An empty value is shown as such, not hidden. */
export function Summary({ blocks }: { blocks: SummaryBlock[] }) {
  return blocks.map(({ title, editHref, items }) => (
    <section className="cmp-card" key={title} aria-label={title}>
      <h2>{title}</h2>
      <div className="cmp-card-body cmp-info-summary">
        {editHref && (
          <a className="modifica" href={editHref}>
            Modifica<span className="visually-hidden"> {title}</span>
          </a>
        )}
        <dl>
          {items.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || 'Non indicato'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  ));
}

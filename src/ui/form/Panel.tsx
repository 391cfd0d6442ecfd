/** Divides a long form into sections with titles, and lists them beside it. */
import type { ReactNode } from 'react';
import { RequiredMark } from './FormGroup.tsx';

/** A section of a form: grey panel, h2, white box. `id` is the target of the page's index; `required` marks what it asks for. */
export function Panel({
  id,
  title,
  required,
  intro,
  children,
}: {
  id: string;
  title: string;
  required?: boolean;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="cmp-card" id={id} aria-labelledby={`${id}-titolo`}>
      <h2 id={`${id}-titolo`}>
        {title}
        <RequiredMark required={required} spoken />
      </h2>
      {intro && <p>{intro}</p>}
      <div className="cmp-card-body">{children}</div>
    </section>
  );
}

/** "Informazioni richieste": the sections of the page, shown on wide screens only. */
export function PageIndex({ items }: { items: { id: string; name: string }[] }) {
  return (
    <nav className="cmp-index d-none d-lg-block" aria-label="Informazioni richieste" data-element="page-index">
      <p>Informazioni richieste</p>
      <ul>
        {items.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows a citizen how far they are in a form, and lets them return to completed steps. */
import { Icon } from '../Icon.tsx';

/** Steps of a form. `current` counts from 0; a completed step with an address is a link to it (conformity rule C.SE.1.8). */
export function Steps({ steps, current }: { steps: { name: string; href?: string }[]; current: number }) {
  return (
    <nav className="steppers" aria-label="Passi della richiesta">
      <div className="steppers-header">
        <ol>
          {steps.map(({ name, href }, at) => (
            <StepItem
              key={name}
              name={name}
              href={href}
              state={at === current ? 'active' : at < current ? 'confirmed' : ''}
            />
          ))}
        </ol>
        <span className="steppers-index" aria-hidden="true">
          {current + 1}/{steps.length}
        </span>
      </div>
    </nav>
  );
}

function StepItem({
  name,
  href,
  state,
}: {
  name: string;
  href?: string | undefined;
  state: 'active' | 'confirmed' | '';
}) {
  return (
    <li className={state || undefined} aria-current={state === 'active' ? 'step' : undefined}>
      {state === 'confirmed' && href ? <a href={href}>{name}</a> : name}
      {state === 'confirmed' && <Icon name="check" className="steppers-success" />}
      {state && <span className="visually-hidden"> {state === 'active' ? 'Attivo' : 'Confermato'}</span>}
    </li>
  );
}

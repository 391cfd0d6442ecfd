/** How far a case has come, as a row of dots for a list: one for each step. */
import { looksOf, stepInWords, stepsOf } from './progress.ts';
import type { PraticaEnding, StatoPratica } from './stati.ts';

export function PraticaDots({ stato, ending }: { stato: string; ending: PraticaEnding }) {
  const steps = stepsOf(stato as StatoPratica, ending);
  const looks = looksOf(stato as StatoPratica, steps);
  return (
    <span className="avanzamento" role="img" aria-label={stepInWords(steps)}>
      {steps.names.map((name, index) => (
        <i key={name} className={looks[index]} />
      ))}
    </span>
  );
}

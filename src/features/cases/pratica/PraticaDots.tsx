/** How far a case has come, as a row of dots for a list: one for each step. */
import { stepInWords, stepsOf } from './progress.ts';
import { isOpenStato, type PraticaEnding, type StatoPratica } from './stati.ts';

export function PraticaDots({ stato, ending }: { stato: string; ending: PraticaEnding }) {
  const steps = stepsOf(stato as StatoPratica, ending);
  const doneUntil = isOpenStato(stato as StatoPratica) ? steps.at : steps.names.length;
  return (
    <span className="avanzamento" role="img" aria-label={stepInWords(steps)}>
      {steps.names.map((name, index) => (
        <i key={name} className={index < doneUntil ? 'fatto' : index === doneUntil ? 'ora' : undefined} />
      ))}
    </span>
  );
}

/** How far a case has come, as a row of dots: one for each step, with or without the names of the steps. */
import { type AfterStep, stepInWords, stepsOf } from './progress.ts';
import { isOpenStato, type PraticaEnding, type StatoPratica } from './stati.ts';

type Props = {
  stato: string;
  ending: PraticaEnding;
  /** What the citizen does once the request is accepted, and the payments of the case, which tell how much of it is done */
  afterwards?: readonly AfterStep[] | undefined;
  pagamenti?: readonly { stato: string }[] | undefined;
  /** Dots alone, for a row of a table */
  compact?: boolean;
};

export function PraticaProgress({ stato, ending, afterwards, pagamenti, compact }: Props) {
  const steps = stepsOf(stato as StatoPratica, ending, afterwards, pagamenti);
  const doneUntil = isOpenStato(stato as StatoPratica) || steps.goesOn ? steps.at : steps.names.length;
  const lookOf = (index: number) => (index < doneUntil ? 'fatto' : index === doneUntil ? 'ora' : undefined);
  if (compact)
    return (
      <span className="avanzamento" role="img" aria-label={stepInWords(steps)}>
        {steps.names.map((name, index) => (
          <i key={name} className={lookOf(index)} />
        ))}
      </span>
    );
  return (
    <ol className="avanzamento nomi" aria-label="A che punto è">
      {steps.names.map((name, index) => (
        <li key={name} className={lookOf(index)} aria-current={index === steps.at ? 'step' : undefined}>
          {name}
          {index < doneUntil && <span className="visually-hidden">, fatto</span>}
        </li>
      ))}
    </ol>
  );
}

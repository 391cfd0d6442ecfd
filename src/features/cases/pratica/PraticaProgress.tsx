/** How far a case has come: its steps by name, those done with a mark. */
import { type AfterStep, looksOf, stepsOf } from './progress.ts';
import type { PraticaEnding, StatoPratica } from './stati.ts';

type Props = {
  stato: string;
  ending: PraticaEnding;
  /** What the citizen does once the request is accepted, and the payments of the case, which tell how much of it is done */
  afterwards?: readonly AfterStep[] | undefined;
  pagamenti?: readonly { stato: string }[] | undefined;
};

export function PraticaProgress({ stato, ending, afterwards, pagamenti }: Props) {
  const steps = stepsOf(stato as StatoPratica, ending, afterwards, pagamenti);
  const looks = looksOf(stato as StatoPratica, steps);
  return (
    <ol className="avanzamento nomi" aria-label="A che punto è">
      {steps.names.map((name, index) => (
        <li key={name} className={looks[index]} aria-current={index === steps.at ? 'step' : undefined}>
          {name}
          {looks[index] === 'fatto' && <span className="visually-hidden">, fatto</span>}
        </li>
      ))}
    </ol>
  );
}

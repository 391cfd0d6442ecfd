/** What stands above a step of any form: how far it is, its heading, and what is wrong in it. */
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { Steps } from '../../../ui/form/Steps.tsx';
import { type FormSteps, stepsInOrder } from './advance.ts';

type Props<S extends string> = ScreenOutcome & {
  steps: Pick<FormSteps<S>, 'names' | 'address'>;
  step: S;
  /** What the step is about now: "Nuovo mezzo"; without it the step's name is read aloud only */
  title?: string | undefined;
};

export function StepHead<S extends string>({ steps, step, title, errors, message }: Props<S>) {
  const all = stepsInOrder(steps);
  const at = all.indexOf(step);
  return (
    <>
      <Steps current={at} steps={all.map((s) => ({ name: steps.names[s], href: steps.address(s) }))} />
      {title ? (
        <h2 id="passo" className="h4" tabIndex={-1}>
          {title}
        </h2>
      ) : (
        // No heading: the blocks of the step are, under the one of the page.
        <p id="passo" className="visually-hidden" tabIndex={-1}>
          {`Passo ${at + 1} di ${all.length}: ${steps.names[step]}`}
        </p>
      )}
      <ErrorSummary errors={errors} message={message} />
    </>
  );
}

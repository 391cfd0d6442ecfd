/** The form element of a step: its token, what the Enter key presses, and the buttons at its end. */
import type { ComponentProps } from 'react';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { STEP_FORM } from '../../../ui/form/step-form.ts';

/** @property sendKey makes one case of a send, however often it is repeated @property sending the button whose work is running */
type Props = ComponentProps<'form'> & {
  token: string;
  sendKey?: string;
  /** The draft that the page has seen, see bozza-conflict.ts */
  seen?: string;
  back?: boolean;
  next?: 'avanti' | 'invia';
  sending: { busy: string | undefined; words: string | undefined };
};

/** Without JavaScript each button is a POST. */
export function StepBody({ token, sendKey, seen, back, next = 'avanti', sending, children, ...form }: Props) {
  return (
    <form id={STEP_FORM} method="post" noValidate {...form}>
      <DefaultSubmit value={next} />
      <input type="hidden" name="_token" value={token} />
      {sendKey !== undefined && <input type="hidden" name="_chiave" value={sendKey} />}
      {seen !== undefined && <input type="hidden" name="_vista" value={seen} />}
      {children}
      <NavButtons back={back} next={next} busy={sending.busy} words={sending.words} />
    </form>
  );
}

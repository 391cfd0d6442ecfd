/** Says that a message was not sent, where no form is left that could say so or hold what was typed. */
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import type { FormError } from './MessageForm.tsx';

/** Shown when the other side, or a colleague, closes the case meanwhile. */
export const NotSent = ({ error, text }: { error: FormError; text: string | undefined }) => (
  <>
    <ErrorSummary message={error.message ?? Object.values(error.fields ?? {})[0]?.[0]} />
    {text && <p>Avevi scritto: «{text}»</p>}
  </>
);

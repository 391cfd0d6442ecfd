/** Asks a citizen after a send how easy the service was (conformity rule C.SE.1.7). */
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { type FormErrors, firstErrorOf } from './errors.ts';
import { FieldError } from './FormGroup.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { TextArea } from './TextArea.tsx';

// Words fixed by conformity rule C.SE.1.7.
const starLabels = ['1 stella su 5', '2 stelle su 5', '3 stelle su 5', '4 stelle su 5', '5 stelle su 5'];
const difficultyOptions = [
  { value: 'indicazioni-chiare', label: 'A volte le indicazioni non erano chiare' },
  { value: 'indicazioni-complete', label: 'A volte le indicazioni non erano complete' },
  { value: 'procedere', label: 'A volte non capivo se stavo procedendo correttamente' },
  { value: 'problemi-tecnici', label: 'Ho avuto problemi tecnici' },
  { value: 'altro', label: 'Altro' },
];
const meritOptions = [
  { value: 'indicazioni-chiare', label: 'Le indicazioni erano chiare' },
  { value: 'indicazioni-complete', label: 'Le indicazioni erano complete' },
  { value: 'procedere', label: 'Capivo sempre che stavo procedendo correttamente' },
  { value: 'problemi-tecnici', label: 'Non ho avuto problemi tecnici' },
  { value: 'altro', label: 'Altro' },
];

const DATA_ELEMENTS = { question: 'feedback-rating-question', answer: 'feedback-rating-answer' };

type Props = {
  action: string;
  errors?: FormErrors | undefined;
  /** True after it was sent: the page thanks instead of showing the form */
  sent?: boolean;
  /** Hidden fields: token, case */
  children?: ReactNode;
};

/**
 * Rating of a service: fields `voto` (1–5), `difficultyOptions` (1–3 stars) or `meritOptions` (4–5), `dettagli` (≤ 200).
 * The style sheet shows the second question that fits the stars, so no script is needed; an old browser shows both.
 */
export function Rating({ action, errors, sent, children }: Props) {
  if (sent) {
    return (
      <div data-element="feedback" role="status">
        <h2 className="mb-0">Grazie, il tuo parere ci aiuterà a migliorare il servizio!</h2>
      </div>
    );
  }
  return (
    <div data-element="feedback">
      <form className="valutazione" method="post" action={action} noValidate>
        {children}
        <fieldset aria-describedby={firstErrorOf(errors, 'voto') && 'voto-errore'}>
          <legend data-element="feedback-title">Quanto è stato facile usare questo servizio?</legend>
          <FieldError name="voto" errors={errors} />
          <div className="rating">
            {starLabels.map((words, at) => (
              <label key={words} data-element={`feedback-rate-${at + 1}`}>
                <input
                  className="visually-hidden"
                  type="radio"
                  name="voto"
                  value={at + 1}
                  id={at ? `voto-${at + 1}` : 'voto'}
                />
                <Icon name="star" />
                <span className="visually-hidden">{words}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="negativa" data-element="feedback-rating-negative">
          <RadioGroup
            name="difficolta"
            label="Dove hai incontrato le maggiori difficoltà?"
            options={difficultyOptions}
            elements={DATA_ELEMENTS}
            errors={errors}
          />
        </div>
        <div className="positiva" data-element="feedback-rating-positive">
          <RadioGroup
            name="pregi"
            label="Quali sono stati gli aspetti che hai preferito?"
            options={meritOptions}
            elements={DATA_ELEMENTS}
            errors={errors}
          />
        </div>
        <div className="dettagli">
          <TextArea
            name="dettagli"
            label="Vuoi aggiungere altri dettagli?"
            max={200}
            rows={3}
            errors={errors}
            element="feedback-input-text"
          />
          <button type="submit" className="btn btn-primary">
            Invia la valutazione
          </button>
        </div>
      </form>
    </div>
  );
}

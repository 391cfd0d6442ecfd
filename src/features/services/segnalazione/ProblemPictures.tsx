/** The pictures of problems at the head of a report's type: radio buttons, the last of which opens the full list. */
import { type ReactNode, useEffect, useRef } from 'react';
import { RequiredMark } from '../../../ui/form/FormGroup.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { OTHER_PROBLEMA, PROBLEMI } from './problems.ts';

type Props = {
  /** The picture that was chosen, or '' */
  chosen: string;
  /** Codes of the types that the ente takes */
  offered: readonly string[];
  /** The type has an error: it is shown at the list, with this code chosen */
  wrongCodice: string | undefined;
  /** The full list */
  children: ReactNode;
};

const OTHER_PICTURE = { label: 'Altro', codice: '', icon: 'more', danger: undefined } as const;

/** The style sheet shows the list below the last picture alone, and the emergency number below those of a danger. */
export function ProblemPictures({ chosen, offered, wrongCodice, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isWrong = wrongCodice !== undefined;
  const shown = Object.entries(PROBLEMI).filter(([name, { codice }]) => name === chosen || offered.includes(codice));

  // An error stands at the list, which the last picture opens.
  useEffect(() => {
    const other = box.current?.querySelector<HTMLInputElement>(`[value=${OTHER_PROBLEMA}]`);
    if (!isWrong || !other) return;
    const list = box.current?.querySelector('select');
    if (list && !other.checked) list.value = wrongCodice;
    other.checked = true;
  }, [isWrong, wrongCodice]);

  return (
    <div
      ref={box}
      className="problemi"
      onChange={({ target }) => {
        // Choosing a picture puts an error of the list right.
        if (!(target instanceof HTMLInputElement)) return;
        box.current?.querySelector('select')?.dispatchEvent(new Event('input', { bubbles: true }));
      }}
    >
      <fieldset>
        <legend>
          Che cosa segnali?
          <RequiredMark required spoken />
        </legend>
        {[...shown, [OTHER_PROBLEMA, OTHER_PICTURE] as const].map(([name, { label, icon, danger }]) => (
          <label key={name}>
            <input
              type="radio"
              name="problema"
              value={name}
              defaultChecked={name === (isWrong ? OTHER_PROBLEMA : chosen)}
              data-danger={danger}
            />
            <Icon name={icon} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p className="problemi-112">
        C’è pericolo? <a href="tel:112">Chiama il 112</a>
      </p>
      {children}
    </div>
  );
}

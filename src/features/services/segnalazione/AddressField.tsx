/** The field of an address, with suggestions to choose from once scripts run: a combobox with a list (ARIA 1.2). */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import { controlProps, type FieldProps, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { luogoCalls } from './luogo.calls.ts';

export type FoundLuogo = CallOutput<typeof luogoCalls.cercaLuogo>[number];

type Props = FieldProps & {
  /** The ente in whose municipality is searched; '' while there is none, or no address book */
  ente: string;
  /** Every text of the field, typed or chosen */
  onText(text: string): void;
  onChoose(luogo: FoundLuogo): void;
};

const LEAST_LETTERS = 3;
/** How long a pause in typing is, in ms. */
const PAUSE_MS = 400;
const CLOSED_LIST = { found: [] as FoundLuogo[], active: -1, said: '' };

export function AddressField({ ente, onText, onChoose, ...field }: Props) {
  const [{ found, active, said }, setList] = useState(CLOSED_LIST);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const lastText = useRef(field.defaultValue ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = `${field.name}-elenco`;
  const isOpen = found.length > 0;
  const close = () => setList(CLOSED_LIST);

  useEffect(() => () => clearTimeout(timer.current), []);
  // On a telephone the field may stand at the lower edge.
  useEffect(() => {
    if (found.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  function onInput() {
    const text = input.current?.value ?? '';
    const isTyped = document.activeElement === input.current && text !== lastText.current;
    lastText.current = text;
    if (!isTyped) return;
    onText(text);
    clearTimeout(timer.current);
    if (ente === '' || text.trim().length < LEAST_LETTERS) return close();
    timer.current = setTimeout(() => void search(text), PAUSE_MS);
  }

  async function search(text: string) {
    // Without an answer the field is a text field.
    const found = await sendCall(luogoCalls.cercaLuogo, { ente, testo: text }).catch(() => []);
    if (lastText.current !== text || document.activeElement !== input.current) return;
    setList({ found, active: -1, said: countWords(found.length) });
  }

  function choose(luogo: FoundLuogo) {
    if (!input.current) return;
    lastText.current = luogo.indirizzo;
    input.current.value = luogo.indirizzo;
    close();
    onChoose(luogo);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // One more place than there are suggestions: in it none is chosen.
    const places = found.length + 1;
    if (step) setList((list) => ({ ...list, active: ((list.active + 1 + step + places) % places) - 1 }));
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && found[active]) choose(found[active]);
    else return;
    event.preventDefault();
  }

  const combobox = ente !== '' && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': found[active] ? `${listId}-${active}` : undefined,
  };
  return (
    <div className="indirizzo">
      <FormGroup {...field}>
        <input
          {...controlProps(field)}
          {...combobox}
          ref={input}
          type="text"
          autoComplete="off"
          defaultValue={field.defaultValue}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {ente !== '' && (
          <div ref={list} id={listId} role="listbox" aria-label="Indirizzi" hidden={!isOpen}>
            {found.map((luogo, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and Enter of the field choose
              <div
                key={luogo.indirizzo}
                id={`${listId}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                // The field keeps the keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(luogo)}
              >
                {luogo.indirizzo}
              </div>
            ))}
          </div>
        )}
      </FormGroup>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}

function countWords(count: number): string {
  if (count === 0) return 'Nessun indirizzo trovato: puoi scriverlo lo stesso.';
  const words = count === 1 ? 'Un indirizzo trovato' : `${count} indirizzi trovati`;
  return `${words}: scegli con le frecce e Invio.`;
}

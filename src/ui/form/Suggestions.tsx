/**
 * Suggestions below a text field while somebody types in it, once scripts run: the field becomes a combobox with a list (ARIA 1.2).
 * The field itself stays as the page brought it, with what is typed in it.
 */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';

type Props<T> = {
  /** Id of the text field; the list stands right after it */
  field: string;
  /** False while nothing can be suggested: the field is a text field then */
  isOn: boolean;
  /** Name of the list */
  label: string;
  /** Is asked after a pause in typing. When it fails, the field is a text field */
  search(text: string): Promise<T[]>;
  keyOf(found: T): string;
  /** The text that the field has once it is chosen */
  textOf(found: T): string;
  /** What the list says beside the text */
  detailOf?(found: T): string;
  /** What a screen reader says when so many were found */
  countWords(count: number): string;
  /** Found without typing: shown when it changes */
  offered?: readonly T[] | undefined;
  /** Every text that is typed */
  onText?(text: string): void;
  onChoose(found: T): void;
};

const LEAST_LETTERS = 3;
/** How long a pause in typing is, in ms. */
const PAUSE_MS = 400;

export function Suggestions<T>({ field, isOn, textOf, countWords, offered, ...props }: Props<T>) {
  const [{ found, active, said }, setList] = useState({ found: [] as readonly T[], active: -1, said: '' });
  const list = useRef<HTMLDivElement>(null);
  const lastText = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = `${field}-elenco`;
  const isOpen = found.length > 0;
  const hasFocus = () => document.activeElement === inputOf(field);
  const close = () => setList({ found: [], active: -1, said: '' });
  const show = (found: readonly T[]) => setList({ found, active: -1, said: countWords(found.length) });

  function onInput() {
    const text = inputOf(field)?.value ?? '';
    const isTyped = hasFocus() && text !== lastText.current;
    lastText.current = text;
    if (!isTyped) return;
    props.onText?.(text);
    clearTimeout(timer.current);
    if (!isOn || text.trim().length < LEAST_LETTERS) return close();
    timer.current = setTimeout(() => void suggest(text), PAUSE_MS);
  }

  async function suggest(text: string) {
    // Without an answer the field is a text field.
    const found = await props.search(text).catch(() => []);
    if (lastText.current === text && hasFocus()) show(found);
  }

  function choose(chosen: T) {
    const box = inputOf(field);
    if (!box) return;
    box.value = textOf(chosen);
    lastText.current = box.value;
    close();
    props.onChoose(chosen);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // One more place than there are suggestions: in it none is chosen.
    const places = found.length + 1;
    const marked = found[active];
    if (step) setList((list) => ({ ...list, active: ((list.active + 1 + step + places) % places) - 1 }));
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && marked !== undefined) choose(marked);
    else return;
    event.preventDefault();
  }

  useEffect(() => {
    lastText.current = inputOf(field)?.value;
    return () => clearTimeout(timer.current);
  }, [field]);

  const popup = isOn ? { id: listId, isOpen, active } : undefined;
  useCombobox(field, popup, { input: onInput, keydown: onKeyDown, blur: close });

  // On a telephone the field may stand at the lower edge.
  useEffect(() => {
    if (found.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it comes
  useEffect(() => {
    if (!offered) return;
    inputOf(field)?.focus();
    show(offered);
  }, [offered]);

  return (
    <>
      {isOn && (
        <div style={PLACE_STYLE}>
          <div ref={list} id={listId} role="listbox" aria-label={props.label} hidden={!isOpen} style={LIST_STYLE}>
            {found.map((entry, at) => (
              <SuggestionOption
                key={props.keyOf(entry)}
                id={`${listId}-${at}`}
                isActive={at === active}
                onReach={() => setList((list) => ({ ...list, active: at }))}
                onChoose={() => choose(entry)}
              >
                {textOf(entry)}
                {props.detailOf?.(entry)}
              </SuggestionOption>
            ))}
          </div>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

const inputOf = (field: string) => document.getElementById(field) as HTMLInputElement | null;

/** The list, as a combobox knows it. @property active place of the suggestion that an arrow key or the mouse has reached, or -1 */
type SuggestionPopup = { id: string; isOpen: boolean; active: number };
type InputListeners = { input(): void; keydown(event: KeyboardEvent): void; blur(): void };

/** Makes the field a combobox, anew with each drawing, so that the listeners see what it shows. @param popup undefined: a text field */
function useCombobox(field: string, popup: SuggestionPopup | undefined, heard: InputListeners): void {
  useEffect(() => {
    const box = inputOf(field);
    for (const [type, listener] of Object.entries(heard)) box?.addEventListener(type, listener as EventListener);
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(popup?.isOpen),
      'aria-controls': popup?.id,
      'aria-activedescendant': popup && popup.active >= 0 ? `${popup.id}-${popup.active}` : undefined,
    };
    for (const [name, value] of Object.entries(attributes))
      if (popup && value !== undefined) box?.setAttribute(name, value);
      else box?.removeAttribute(name);
    return () => {
      for (const [type, listener] of Object.entries(heard)) box?.removeEventListener(type, listener as EventListener);
    };
  });
}

type SuggestionOptionProps = { id: string; isActive: boolean; onReach(): void; onChoose(): void; children: ReactNode };

/** One suggestion, which the mouse reaches by moving over it. */
function SuggestionOption({ id, isActive, onReach, onChoose, children }: SuggestionOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and Enter of the field choose
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      style={isActive ? ACTIVE_STYLE : OPTION_STYLE}
      // The field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => isActive || onReach()}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}

// Set by script: they are no part of the style that every page carries.
const PLACE_STYLE: CSSProperties = { position: 'relative' };
const LIST_STYLE: CSSProperties = {
  position: 'absolute',
  zIndex: 1100,
  right: 0,
  left: 0,
  border: '1px solid',
  background: 'var(--carta)',
};
const OPTION_STYLE: CSSProperties = { padding: '0.625rem 1rem', cursor: 'pointer' };
// Seen without colours, too.
const ACTIVE_STYLE: CSSProperties = {
  ...OPTION_STYLE,
  background: 'var(--colore)',
  color: '#fff',
  outline: '2px solid',
  outlineOffset: -4,
};

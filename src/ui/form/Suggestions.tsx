/**
 * Suggestions below a text field while somebody types in it, once scripts run: the field becomes a combobox with a list (ARIA 1.2).
 * The field itself stays as the page brought it, with what is typed in it.
 */
import { type CSSProperties, useEffect, useRef, useState } from 'react';

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

export function Suggestions<T>({
  field,
  isOn,
  label,
  search,
  keyOf,
  textOf,
  detailOf,
  countWords,
  offered,
  ...props
}: Props<T>) {
  const [{ found, active, said }, setList] = useState({ found: [] as readonly T[], active: -1, said: '' });
  const list = useRef<HTMLDivElement>(null);
  const lastText = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = `${field}-elenco`;
  const isOpen = found.length > 0;
  const input = () => document.getElementById(field) as HTMLInputElement | null;
  const hasFocus = () => document.activeElement === input();
  const close = () => setList({ found: [], active: -1, said: '' });
  const show = (found: readonly T[]) => setList({ found, active: -1, said: countWords(found.length) });

  function onInput() {
    const text = input()?.value ?? '';
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
    const found = await search(text).catch(() => []);
    if (lastText.current === text && hasFocus()) show(found);
  }

  function choose(chosen: T) {
    const box = input();
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
    lastText.current = (document.getElementById(field) as HTMLInputElement | null)?.value;
    return () => clearTimeout(timer.current);
  }, [field]);

  // With each drawing: the listeners see what it shows.
  useEffect(() => {
    const box = input();
    const heard = { input: onInput, keydown: onKeyDown, blur: close };
    for (const [type, listener] of Object.entries(heard)) box?.addEventListener(type, listener as EventListener);
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': listId,
      'aria-activedescendant': active >= 0 ? `${listId}-${active}` : undefined,
    };
    for (const [name, value] of Object.entries(attributes))
      if (isOn && value !== undefined) box?.setAttribute(name, value);
      else box?.removeAttribute(name);
    return () => {
      for (const [type, listener] of Object.entries(heard)) box?.removeEventListener(type, listener as EventListener);
    };
  });

  // On a telephone the field may stand at the lower edge.
  useEffect(() => {
    if (found.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it comes
  useEffect(() => {
    if (!offered) return;
    input()?.focus();
    show(offered);
  }, [offered]);

  return (
    <>
      {isOn && (
        <div style={PLACE_STYLE}>
          <div ref={list} id={listId} role="listbox" aria-label={label} hidden={!isOpen} style={LIST_STYLE}>
            {found.map((entry, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and Enter of the field choose
              <div
                key={keyOf(entry)}
                id={`${listId}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                style={at === active ? ACTIVE_STYLE : OPTION_STYLE}
                // The field keeps the keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => at !== active && setList((list) => ({ ...list, active: at }))}
                onClick={() => choose(entry)}
              >
                {textOf(entry)}
                {detailOf?.(entry)}
              </div>
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

// Set by script: they are no part of the style that every page carries.
const PLACE_STYLE: CSSProperties = { position: 'relative' };
const LIST_STYLE: CSSProperties = {
  position: 'absolute',
  zIndex: 1100,
  right: 0,
  left: 0,
  border: '1px solid',
  background: '#fff',
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

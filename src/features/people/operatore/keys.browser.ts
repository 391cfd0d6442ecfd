/** Keys of the operators' list. They never act inside a field or a dialog, nor together with Ctrl, Alt or Meta, and can be turned off. */
import { tickBoxes } from './ticks.browser.ts';

const SWITCH_NAME = 'tasti-rapidi';
const SWITCHED_OFF = 'no';

/** Storage may be forbidden: then the keys are on. */
function isOff(): boolean {
  try {
    return localStorage.getItem(SWITCH_NAME) === SWITCHED_OFF;
  } catch {
    return false;
  }
}

function keepSwitch(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SWITCH_NAME);
    else localStorage.setItem(SWITCH_NAME, SWITCHED_OFF);
  } catch (error) {
    console.debug(error);
  }
}

const rowsOf = (): HTMLTableRowElement[] => [
  ...document.querySelectorAll<HTMLTableRowElement>('table.pratiche tbody tr'),
];
const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('th a');

/** Moves the focus by rows; from outside the table to the first one. */
function moveBy(step: 1 | -1): void {
  const rows = rowsOf();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at < 0 ? rows[0] : rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  linkIn(next)?.focus();
}

const FIELD_SELECTOR = 'input:not([type="checkbox"]), select, textarea, [contenteditable], dialog';

/** @param sign an event from before this script ran */
export function startKeys(sign: Event | undefined): void {
  const opener = document.querySelector<HTMLButtonElement>('#apri-tasti');
  const dialog = document.querySelector<HTMLDialogElement>('dialog#tasti');
  const onOff = document.querySelector<HTMLInputElement>('#tasti-attivi');
  if (!opener || !dialog || !onOff) return;
  opener.hidden = false;
  opener.addEventListener('click', () => dialog.showModal());
  onOff.checked = !isOff();
  onOff.addEventListener('change', () => keepSwitch(onOff.checked));

  const currentRow = () => document.activeElement?.closest('table.pratiche tbody tr');
  const actions: Record<string, () => void> = {
    j: () => moveBy(1),
    k: () => moveBy(-1),
    x: () =>
      tickBoxes()
        .find((box) => currentRow()?.contains(box))
        ?.click(),
    o: () => linkIn(currentRow())?.click(),
    '/': () => document.querySelector<HTMLElement>('#q')?.focus(),
    '?': () => dialog.showModal(),
  };
  // Outside the table the arrows scroll.
  const arrows: Record<string, () => void> = { ArrowDown: () => moveBy(1), ArrowUp: () => moveBy(-1) };

  function press(event: KeyboardEvent): void {
    const { target, key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey || event.isComposing || isOff() || document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.closest(FIELD_SELECTOR)) return;
    const act = actions[key.toLowerCase()] ?? (currentRow() ? arrows[key] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  }
  document.addEventListener('keydown', press);
  if (sign instanceof KeyboardEvent) press(sign);
}

/** Shows in the bar at the bottom of a list how much is ticked, and keeps a cart from becoming too full. */
import { formatEuro } from '../../../platform/atoms/euro.ts';

/** @param max notices that are paid together */
export function followChoice(bar: HTMLElement, max: number): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-cent]')];
  const words = bar.querySelector<HTMLElement>('[role="status"]');
  const button = bar.querySelector('button');
  const hint = words?.textContent ?? '';
  const label = button?.textContent ?? '';
  function show(): void {
    const ticked = boxes.filter(({ checked }) => checked);
    const total = formatEuro(ticked.reduce((sum, { dataset }) => sum + Number(dataset.cent), 0));
    const isTooMany = ticked.length > max;
    const chosen = ticked.length === 1 ? '1 scelto' : `${ticked.length} scelti`;
    const text = isTooMany ? `${chosen}: insieme se ne pagano al massimo ${max}` : `${chosen} · ${total}`;
    if (words) words.textContent = ticked.length > 0 ? text : hint;
    if (!button) return;
    button.disabled = ticked.length === 0 || isTooMany;
    button.textContent = ticked.length > 0 && !isTooMany ? `Paga ${total}` : label;
  }
  document.addEventListener('change', show);
  // Back from the summary the browser has ticked the boxes again.
  addEventListener('pageshow', show);
  show();
}

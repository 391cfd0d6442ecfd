/** Shows in the bar at the bottom of a list how much is ticked, and whether one can go on with that. */
import { formatEuro } from '../../../platform/atoms/euro.ts';

export function followChoice(bar: HTMLElement): void {
  const most = Number(bar.dataset.massimo ?? Number.POSITIVE_INFINITY);
  const above = Number(bar.dataset.soglia ?? 0);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-cent]')];
  const words = bar.querySelector<HTMLElement>('[role="status"]');
  const button = bar.querySelector('button');
  const hint = words?.textContent ?? '';
  const label = button?.textContent ?? '';
  function show(): void {
    const ticked = boxes.filter(({ checked }) => checked);
    const cents = ticked.reduce((sum, { dataset }) => sum + Number(dataset.cent), 0);
    const total = formatEuro(cents);
    const isTooMany = ticked.length > most;
    const isTooLittle = cents <= above;
    const chosen = ticked.length === 1 ? '1 scelto' : `${ticked.length} scelti`;
    const text = isTooMany
      ? `${chosen}: insieme se ne pagano al massimo ${most}`
      : `${chosen} · ${total}${isTooLittle ? `: servono più di ${formatEuro(above)}` : ''}`;
    if (words) words.textContent = ticked.length > 0 ? text : hint;
    if (!button) return;
    button.disabled = ticked.length === 0 || isTooMany || isTooLittle;
    const { importo: verb } = button.dataset;
    if (verb) button.textContent = button.disabled ? label : `${verb} ${total}`;
  }
  document.addEventListener('change', show);
  // Back from the next page the browser has ticked the boxes again.
  addEventListener('pageshow', show);
  show();
}

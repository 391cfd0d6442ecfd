/**
 * The month beside the list of days, once scripts run: arrows move from day to day (WAI-ARIA, grid), and a day opens its times in
 * the list. The list alone does the same.
 */

/** By how many days each key moves; the ends of a week are found by the cell. */
const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** @param grid shown from now on; its days are buttons with `data-giorno`, those without a free time `aria-disabled` */
export function startMonthGrid(grid: HTMLElement): void {
  const days = [...grid.querySelectorAll<HTMLButtonElement>('[data-giorno]')];
  const first = days.find((day) => !isTaken(day)) ?? days[0];
  if (!first) return;
  grid.hidden = false;
  const stopAt = (day: HTMLButtonElement) => {
    for (const other of days) other.tabIndex = other === day ? 0 : -1;
  };
  stopAt(first);
  grid.addEventListener('keydown', (event) => {
    const at = days.indexOf(event.target as HTMLButtonElement);
    const target = at < 0 ? undefined : days[at + stepOf(event.key, days[at] as HTMLButtonElement)];
    if (!target || target === days[at]) return;
    event.preventDefault();
    stopAt(target);
    target.focus();
  });
  grid.addEventListener('click', (event) => {
    const day = days.find((one) => one === (event.target as Element).closest('button'));
    if (!day) return;
    stopAt(day);
    if (!isTaken(day)) openDay(day.dataset.giorno ?? '');
    for (const { parentElement } of days)
      parentElement?.setAttribute('aria-selected', String(parentElement === day.parentElement));
  });
}

const isTaken = (day: HTMLButtonElement) => day.getAttribute('aria-disabled') === 'true';

/** Home and End lead to the ends of the week. */
function stepOf(key: string, day: HTMLButtonElement): number {
  const week = [...(day.closest('tr')?.querySelectorAll('button') ?? [])];
  const at = week.indexOf(day);
  if (key === 'Home') return -at;
  if (key === 'End') return week.length - 1 - at;
  return KEY_STEPS[key] ?? 0;
}

/** The times of a day in the list, with the first one in focus. */
function openDay(giorno: string): void {
  const times = document.querySelector<HTMLDetailsElement>(`#giorno-${giorno}`);
  if (!times) return;
  times.open = true;
  times.querySelector<HTMLInputElement>('input')?.focus();
}

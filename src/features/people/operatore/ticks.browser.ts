/** Ticks of the operators' list: how many there are, all of a page at once, and a range with the Shift key. */

export const tickBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"][form="insieme"]'),
];

/** Says again how many cases are ticked. */
export function showTicks(): void {
  const boxes = tickBoxes();
  const n = boxes.filter(({ checked }) => checked).length;
  const words = document.querySelector('#spuntate');
  if (words) words.textContent = n === 0 ? 'Con le pratiche spuntate:' : n === 1 ? '1 spuntata:' : `${n} spuntate:`;
  const all = document.querySelector<HTMLInputElement>('#tutte');
  if (!all) return;
  all.checked = n > 0 && n === boxes.length;
  all.indeterminate = n > 0 && n < boxes.length;
}

export function startTicks(): void {
  const all = document.querySelector<HTMLInputElement>('#tutte');
  const link = document.querySelector<HTMLElement>('a.tutte');
  if (!all?.parentElement || !link) return;
  all.parentElement.hidden = false;
  link.hidden = true;
  all.addEventListener('change', () => {
    for (const box of tickBoxes()) box.checked = all.checked;
    showTicks();
  });
  // One box that was ticked before this script ran begins a range, too.
  const ticked = tickBoxes().filter(({ checked }) => checked);
  let last = ticked.length === 1 ? ticked[0]?.id : undefined;
  document.addEventListener('click', ({ target, shiftKey }) => {
    const boxes = tickBoxes();
    const at = target instanceof HTMLInputElement ? boxes.indexOf(target) : -1;
    const box = boxes[at];
    if (!box) return;
    const from = boxes.findIndex(({ id }) => id === last);
    if (shiftKey && from >= 0)
      for (const between of boxes.slice(Math.min(from, at), Math.max(from, at) + 1)) between.checked = box.checked;
    last = box.id;
    showTicks();
  });
  // Back from a case the browser has ticked the boxes again.
  addEventListener('pageshow', showTicks);
  showTicks();
}

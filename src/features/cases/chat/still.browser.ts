/**
 * Keeps an element where it is on the screen while something appears above it. A page that has scrolled meanwhile is left as it is:
 * the reader moved it, or the browser has kept the place by itself.
 * @param top its place before
 */
export function keepStill(el: HTMLElement, top: number, then?: () => void): void {
  const { scrollY: before } = window;
  const correct = () => {
    if (scrollY === before) scrollBy({ top: el.getBoundingClientRect().top - top, behavior: 'instant' });
    then?.();
  };
  requestAnimationFrame(() => requestAnimationFrame(correct));
}

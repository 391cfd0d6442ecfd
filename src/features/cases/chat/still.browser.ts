/**
 * Keeps an element where it is on the screen while something appears above it; browsers that anchor the scroll themselves leave
 * nothing to correct.
 * @param top its place before
 */
export function keepStill(el: HTMLElement, top: number, then?: () => void): void {
  const correct = () => {
    scrollBy({ top: el.getBoundingClientRect().top - top, behavior: 'instant' });
    then?.();
  };
  requestAnimationFrame(() => requestAnimationFrame(correct));
}

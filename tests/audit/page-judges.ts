/** What is measured inside a page. Each function is sent to the browser, so that it uses nothing from outside itself. */

type Found = { rule: string; element: string; words: string };

/** @returns what makes the page wider than the window */
export function scrollsSideways(): Found[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width + 1) return [];
  const isInScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 1 && !isInScroller(element),
  );
  const nameOf = (element: Element) =>
    [element.tagName.toLowerCase(), element.id && `#${element.id}`, ...[...element.classList].map((c) => `.${c}`)].join(
      '',
    );
  const [first] = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  return [
    {
      rule: 'sideways',
      element: first ? nameOf(first) : 'html',
      words: `The page is ${document.documentElement.scrollWidth} px wide in a window of ${width} px.`,
    },
  ];
}

/** @returns texts of which a part cannot be seen, because their box is smaller than they are */
export function cutsText(): Found[] {
  const found: Found[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const ownText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!ownText || element.clientHeight < 4) continue;
    const { overflowX, overflowY, clip, clipPath, visibility } = getComputedStyle(element);
    // Text for screen readers alone is one pixel large on purpose.
    if (visibility === 'hidden' || clip !== 'auto' || clipPath !== 'none') continue;
    const cutX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2;
    const cutY = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2;
    if (cutX || cutY)
      found.push({
        rule: 'cut-off',
        element: [element.tagName.toLowerCase(), ...[...element.classList].map((c) => `.${c}`)].join(''),
        words: `«${element.textContent?.trim().slice(0, 60)}» is cut off.`,
      });
  }
  return found;
}

/** @returns what would cover more than half of the window, whatever one scrolls to */
export function coversWindow(): Found[] {
  const covering = [...document.body.querySelectorAll('*')].filter((element) => {
    const { position, visibility } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    const isShown = visibility !== 'hidden' && width > 0 && !element.closest('dialog');
    return isShown && /^(fixed|sticky)$/.test(position) && top < innerHeight && bottom > 0;
  });
  return covering
    .filter((element) => element.getBoundingClientRect().height > innerHeight / 2)
    .map((element) => ({
      rule: 'covering',
      element: element.tagName.toLowerCase() + [...element.classList].map((c) => `.${c}`).join(''),
      words: `It stays in the window and takes more than half of its ${innerHeight} px.`,
    }));
}

/** @returns controls that nothing but a background shows, which forced colours take away */
export function hidesControls(): Found[] {
  const found: Found[] = [];
  for (const control of document.body.querySelectorAll<HTMLElement>(
    'button, select, textarea, input:not([type=hidden]), a.btn',
  )) {
    const { width, height } = control.getBoundingClientRect();
    const look = getComputedStyle(control);
    // A box that is drawn by its label.
    if (width < 2 || height < 2 || look.opacity === '0') continue;
    const hasBorder = ['top', 'right', 'bottom', 'left'].some(
      (side) =>
        look.getPropertyValue(`border-${side}-style`) !== 'none' &&
        Number.parseFloat(look.getPropertyValue(`border-${side}-width`)) > 0,
    );
    const hasContent = Boolean(control.textContent?.trim()) || control.querySelector('svg, img') !== null;
    const isNative =
      control instanceof HTMLInputElement && /^(checkbox|radio|range|file|date|time)$/.test(control.type);
    if (!hasBorder && !hasContent && !isNative)
      found.push({
        rule: 'invisible-control',
        element: `${control.tagName.toLowerCase()}${control.id && `#${control.id}`}`,
        words: 'It has no border, text or picture in forced colours.',
      });
  }
  return found;
}

/** @returns what goes on moving */
export function keepsMoving(): Found[] {
  return document.getAnimations().flatMap((animation) => {
    const { effect } = animation;
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect)) return [];
    if (effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) return [];
    const target = effect.target;
    return [
      {
        rule: 'moving',
        element: target ? target.tagName.toLowerCase() + [...target.classList].map((c) => `.${c}`).join('') : 'html',
        words: 'It moves for ever although less motion is asked for.',
      },
    ];
  });
}

/** Does to a copy of a page what its scripts do, and its markup does not keep. */
export function actAsScripts(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.close();
    dialog.showModal();
  }
  // A list of suggestions closes when the focus leaves its field.
  for (const list of document.querySelectorAll<HTMLElement>('[role=listbox]')) list.hidden = true;
}

/** Where the Tab key has brought the focus. @property name undefined: nothing on the page has it */
export type TabStop = { name: string | undefined; isVisible: boolean; isMarked: boolean; isCovered: boolean };

/** @returns what the focus is on, whether it can be seen, and whether one sees that it is there */
export function lookAtFocus(): TabStop {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
    return { name: undefined, isVisible: true, isMarked: true, isCovered: false };
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const shown = [element, ...labels];
  const looks = () =>
    shown
      .flatMap((one) => [undefined, '::before', '::after'].map((part) => getComputedStyle(one, part)))
      .concat(element.parentElement ? [getComputedStyle(element.parentElement)] : [])
      .map((s) =>
        [
          s.outlineStyle,
          s.outlineWidth,
          s.outlineColor,
          s.boxShadow,
          s.borderColor,
          s.backgroundColor,
          s.color,
          s.textDecorationLine,
          s.opacity,
        ].join(),
      )
      .join(';');
  const focused = looks();
  element.blur();
  const unfocused = looks();
  element.focus({ preventScroll: true });
  const boxes = shown.map((one) => one.getBoundingClientRect());
  const box = boxes.find(({ width, height }) => width > 2 && height > 2);
  const inWindow = box && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const isOnTop = (x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return top === null || shown.some((one) => one === top || one.contains(top) || top.contains(one));
  };
  const isCovered =
    box !== undefined &&
    inWindow === true &&
    [0.1, 0.5, 0.9].every((part) => !isOnTop(box.left + box.width * part, box.top + box.height / 2)) &&
    [0.1, 0.9].every((part) => !isOnTop(box.left + box.width / 2, box.top + box.height * part));
  const text = (element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '').trim();
  return {
    name: `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} ${text.replace(/\s+/g, ' ').slice(0, 60)}`.trim(),
    isVisible: inWindow === true,
    isMarked: focused !== unfocused,
    isCovered,
  };
}

declare global {
  interface Window {
    /** What was pressed last on this page */
    lastPressed?: string;
  }
}

/** Runs before the scripts of each page: notes which control was pressed. */
export function noteActions(): void {
  const note = ({ target }: Event) => {
    const control = target instanceof Element ? target.closest('button, a, input, select, textarea, summary') : null;
    if (control)
      window.lastPressed = `${control.tagName.toLowerCase()} ${control.textContent?.trim().slice(0, 60) ?? ''}`.trim();
  };
  for (const kind of ['click', 'keydown']) addEventListener(kind, note, { capture: true });
}

/** @returns what was pressed, when the page has stayed and nothing on it has the focus any more */
export function losesFocus(): Found[] {
  const { lastPressed } = window;
  if (lastPressed === undefined || (document.activeElement && document.activeElement !== document.body)) return [];
  return [{ rule: 'lost', element: lastPressed, words: 'After this was pressed nothing has the focus.' }];
}

/** @returns the sheets that scripts have made, as text */
export const givenStyle = (): string[] =>
  document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join('\n'));

/** @returns lines of text that the main part shows, as a person reads them */
export const linesShown = (): string[] =>
  (document.querySelector('main')?.innerText ?? '').split('\n').filter((line) => line.trim() !== '');

/** Functions that run in the page: each is sent as its own text, and knows nothing of this file. */

/** @property words of its name, the source of a regular expression @property kind what it is */
export type WantedElement = { kind: 'link' | 'button' | 'fold' | 'field' | 'file' | 'option'; words: string };

/** @returns the first element of the kind that a person sees, by its label or its text; within a dialog where one is open */
export function findWanted({ kind, words }: WantedElement): Element | null {
  const selectors = {
    link: 'a[href]',
    button: 'button, input[type=submit]',
    fold: 'summary',
    field: 'input:not([type=hidden]), select, textarea',
    file: 'input[type=file]',
    option: 'option',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const labelled = (element: Element) => (element as HTMLInputElement).labels ?? [];
  const nameOf = (element: Element) =>
    plain(
      element.getAttribute('aria-label') ??
        ([...labelled(element)].map((label) => label.textContent).join(' ') || element.textContent),
    );
  const isSeen = (element: Element) =>
    [element, ...labelled(element)].some((one) => one.getBoundingClientRect().width > 1);
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const wanted = new RegExp(words);
  return (
    [...place.querySelectorAll(selectors[kind])].find(
      (element) =>
        (kind === 'option' || kind === 'file' || isSeen(element)) &&
        !element.matches(':disabled') &&
        wanted.test(nameOf(element)),
    ) ?? null
  );
}

/** Brings it into the middle of the window. @returns what is pressed: of a box that cannot be pressed itself, its label */
export function pressedFor(found: Element): Element {
  const { width, height } = found.getBoundingClientRect();
  const isShown = width > 4 && height > 4 && getComputedStyle(found).opacity !== '0';
  const pressed = isShown ? found : ((found as HTMLInputElement).labels?.[0] ?? found);
  pressed.scrollIntoView({ block: 'center', behavior: 'instant' });
  return pressed;
}

/** Waits for two pictures of the page, of which the second shows all that was there before the first. */
export function waitUntilDrawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

/** @returns islands that ought to be alive by now and are not; one more while the page is still coming */
export function deadIslands(): number {
  const eager = 'astro-island:is([client="idle"], [client="load"])[ssr]';
  return document.querySelectorAll(eager).length + (document.readyState === 'complete' ? 0 : 1);
}

export type PageShape = { width: number; wide: number; tall: number; widest: string; broken: string[] };

/**
 * @returns in CSS pixels how wide the page is, how far it scrolls sideways and how tall it is; the element that reaches furthest; the
 * pictures that could not be shown
 */
export function shapeOfPage(): PageShape {
  const { documentElement: root, body } = document;
  scrollTo({ top: 0, behavior: 'instant' });
  const width = root.clientWidth;
  const right = (element: Element) => element.getBoundingClientRect().right;
  const [widest] = [...body.querySelectorAll('*')]
    .filter((one) => right(one) > width + 1)
    .toSorted((a, b) => right(b) - right(a));
  return {
    width,
    wide: root.scrollWidth,
    tall: root.scrollHeight,
    widest: widest?.outerHTML.slice(0, 200) ?? '',
    broken: [...document.images]
      .filter((one) => one.complete && one.naturalWidth === 0)
      .map((one) => one.currentSrc || one.src),
  };
}

/** @returns what the page says, with its address and its first heading, for the words of an error */
export function textOfPage(): { address: string; text: string } {
  return { address: location.pathname + location.search, text: document.body.innerText.replace(/[^\S\n]+/g, ' ') };
}

export function setValue(field: HTMLInputElement, value: string): void {
  field.value = value;
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}

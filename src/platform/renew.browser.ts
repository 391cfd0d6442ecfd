/** The page that is open, as the server makes it now, and its parts in place of those on the screen. */

/** @returns undefined where another page answers, such as that of the login @throws TypeError without an answer */
export async function fetchPage(address: string, init?: RequestInit): Promise<Document | undefined> {
  const answer = await fetch(address, init);
  if (!answer.ok || answer.redirected) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** @returns the new element in its place; undefined where one of the two pages has none */
export function renewPart(fresh: Document, selector: string): HTMLElement | undefined {
  const part = fresh.querySelector<HTMLElement>(selector);
  const old = document.querySelector(selector);
  if (!part || !old) return undefined;
  old.replaceWith(part);
  return part;
}

/** Where a browser keeps the copy of a draft that it could not send. */

/** @param path of the form; the name is readable, and holds nothing personal */
const COPY_PREFIX = 'bozza:';
export const copyName = (path: string): string => COPY_PREFIX + path;

export function hasCopy(path: string): boolean {
  try {
    return localStorage.getItem(copyName(path)) !== null;
  } catch {
    return false; // storage is forbidden in this browser
  }
}

/** After a logout nothing of anybody stays in the browser (product rule). */
export function forgetCopies(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(COPY_PREFIX)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden in this browser: there are no copies.
  }
}

export function forgetCopy(path: string): void {
  try {
    localStorage.removeItem(copyName(path));
  } catch {
    // Storage is forbidden in this browser: there is no copy.
  }
}

/** Whether a browser keeps the copy of a draft that it could not send. */

export const COPY_PREFIX = 'bozza:';

/** @param path of the form @returns true also for a copy or a photo of another person, which its part then leaves alone */
export function hasCopy(path: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(COPY_PREFIX) && name.includes(path));
  } catch {
    return false; // storage is forbidden in this browser
  }
}

/** The anti-forgery token of a browser's script in front of a back end: the back end's, and after a dot the mark of the page's user. */

/** As long as {@link personMark} makes it. */
const MARK_FORM = /^(.*)\.([\w-]{8})$/s;

/**
 * @param sent header of the script @param inCookie the token in the browser's cookie, which a later answer may have changed
 * @returns the token without the mark, which is the portal's own; undefined when none was sent
 */
export function bareToken(
  sent: string | null,
  inCookie: string | undefined,
): { bare: string; mark: string | undefined } | undefined {
  if (!sent) return undefined;
  if (sent === inCookie) return { bare: sent, mark: undefined };
  const [, bare, mark] = MARK_FORM.exec(sent) ?? [];
  return bare === undefined ? { bare: sent, mark: undefined } : { bare, mark };
}

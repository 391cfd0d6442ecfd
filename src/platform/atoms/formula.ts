/** What a spreadsheet takes for a formula. Pure. */

/**
 * Start of a cell that a spreadsheet would take for a formula (OWASP, CSV injection). An export puts an apostrophe before it, and
 * another before one that has an apostrophe already, so that an import removes exactly the one that was added.
 */
export const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;

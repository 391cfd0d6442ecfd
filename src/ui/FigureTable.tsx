/** Shows amounts row by row, such as the instalments of a plan, so that they can be read on a telephone too. */
import type { TableRows } from '../platform/atoms/summary-item.ts';

/** Columns that a phone has room for; what the others say stands there in smaller words below the last of these. */
const NARROW_COLUMNS = 3;

/** A figure that is not known, or not told. A phone leaves it out. */
export const NO_FIGURE = '–';

/** A table of figures, in a frame that scrolls where large letters leave no room for it. */
export function FigureTable({ label, rows: [head = [], ...rows] }: { label: string; rows: TableRows }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by the keyboard too
    <section className="tabella" tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col" key={cell}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr key={first}>
              <th scope="row" colSpan={head.length - others.length}>
                {first}
              </th>
              {head.slice(-others.length).map((column, i) => (
                <td key={column}>
                  {others[i]}
                  {head.length > NARROW_COLUMNS && column === head[NARROW_COLUMNS - 1] && (
                    <small>{detailsOf(head, others)}</small>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "capitale 69,90, interessi 0,57": without the unit, which the column above has. */
function detailsOf(head: readonly string[], others: readonly string[]): string {
  const hidden = head.slice(NARROW_COLUMNS);
  const values = others.slice(-hidden.length);
  return hidden
    .map((name, i) => `${name.replace(/ \(.*\)$/, '').toLowerCase()} ${values[i]}`)
    .filter((_, i) => values[i] !== NO_FIGURE)
    .join(', ');
}

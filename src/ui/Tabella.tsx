/** Shows amounts row by row, such as the instalments of a plan, so that they can be read on a telephone too. */
import type { Tabella as Righe } from '../platform/atoms/tabella.ts';

/** A table of figures, in a frame that moves where large letters leave no room for it. */
export function Tabella({ nome, righe: [testa = [], ...righe] }: { nome: string; righe: Righe }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, by the keyboard too
    <section className="tabella" tabIndex={0} aria-label={nome}>
      <table aria-label={nome}>
        <thead>
          <tr>
            {testa.map((cella) => (
              <th scope="col" key={cella}>
                {cella}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {righe.map(([prima, ...altre]) => (
            <tr key={prima}>
              <th scope="row" colSpan={testa.length - altre.length}>
                {prima}
              </th>
              {testa.slice(-altre.length).map((colonna, i) => (
                <td key={colonna}>{altre[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

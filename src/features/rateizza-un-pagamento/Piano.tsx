import { dataBreve } from '../../platform/atoms/date.ts';
import { euro } from '../../platform/atoms/euro.ts';
import { type Rata, sommaPiano } from './piano.ts';

/** The plan as a table; interest has its own column when there is any. What is to pay comes first: a small screen shows it. */
export function Piano({ rate }: { rate: readonly Rata[] }) {
  const somma = sommaPiano(rate);
  const conInteressi = somma.interessi_cent > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls, by the keyboard too
    <section className="piano-riquadro" tabIndex={0} aria-label="Piano">
      <p id="somma-piano">
        {rate.length} rate, {euro(somma.importo_cent)} in tutto
        {conInteressi && `, di cui ${euro(somma.interessi_cent)} di interessi`}
      </p>
      <table className="piano" aria-labelledby="somma-piano">
        <thead>
          <tr>
            <th scope="col">Rata</th>
            <th scope="col">Scadenza</th>
            {['Da pagare', 'Capitale', 'Interessi'].slice(0, conInteressi ? 3 : 1).map((nome) => (
              <th scope="col" className="cifra" key={nome}>
                {nome}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rate.map((r) => (
            <tr key={r.n}>
              <th scope="row">{r.n}</th>
              <td>
                <time dateTime={r.scadenza}>{dataBreve(r.scadenza)}</time>
              </td>
              <td className="cifra">{euro(r.importo_cent)}</td>
              {conInteressi && (
                <>
                  <td className="cifra">{euro(r.capitale_cent)}</td>
                  <td className="cifra">{euro(r.interessi_cent)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

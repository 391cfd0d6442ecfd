/** Lets a citizen read again what they have typed, and go back to change it. */
import type { ReactNode } from 'react';

export type SummaryBlock = {
  titolo: string;
  /** Address of the step to change it; absent when it cannot be changed */
  modifica?: string;
  voci: { nome: string; valore: ReactNode }[];
};

/** All data on one screen, right before sending (conformity rule C.SE.1.4). An empty value is said, not hidden. */
export function Summary({ blocks }: { blocks: SummaryBlock[] }) {
  return blocks.map(({ titolo, modifica, voci }) => (
    <section className="cmp-card" key={titolo} aria-label={titolo}>
      <h2>{titolo}</h2>
      <div className="cmp-card-body cmp-info-summary">
        {modifica && (
          <a className="modifica" href={modifica}>
            Modifica<span className="visually-hidden"> {titolo}</span>
          </a>
        )}
        <dl>
          {voci.map(({ nome, valore }) => (
            <div key={nome}>
              <dt>{nome}</dt>
              <dd>{valore || 'Non indicato'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  ));
}

import { euro } from '../../platform/atoms/euro.ts';
import { Panel } from '../../ui/form/Panel.tsx';
import { type DocumentoMostrato, inRiga, totale } from './documenti.ts';

/** What the request is about: shown on top of the form's data, chosen before it. */
export function DocumentiPanel({ nomeEnte, documenti }: { nomeEnte: string; documenti: readonly DocumentoMostrato[] }) {
  return (
    <Panel id="documenti" title="Documenti" intro={nomeEnte}>
      <ul>
        {documenti.map((d) => (
          <li key={d.numero}>{inRiga(d)}</li>
        ))}
      </ul>
      {documenti.length > 1 && (
        <p>
          Totale: <strong>{euro(totale(documenti))}</strong>
        </p>
      )}
    </Panel>
  );
}

/** The read-only list of documents at the top of a request's form, with their total, and its block of the summary. */
import { euro } from '../../../platform/atoms/euro.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { ModuloProps } from '../modulo/modulo.ts';
import type { Section } from '../modulo/section.tsx';
import { type DocumentoMostrato, inRiga, totale, vociDocumenti } from './documenti.ts';

/** @property percorso of the page, which names the documents */
export type SuDocumentiProps = ModuloProps & { percorso: string; documenti: DocumentoMostrato[] };

/** What a request is about: chosen before the form, not changed in it. */
export const documentsSection = ({ nomeEnte, documenti }: SuDocumentiProps): Section => ({
  ...{ id: 'documenti', title: 'Documenti', fixed: true },
  content: () => <DocumentiPanel nomeEnte={nomeEnte} documenti={documenti} />,
  rows: () => vociDocumenti(nomeEnte, documenti),
});

/** What the request is about: shown on top of the form's data, chosen before it. */
function DocumentiPanel({ nomeEnte, documenti }: { nomeEnte: string; documenti: readonly DocumentoMostrato[] }) {
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

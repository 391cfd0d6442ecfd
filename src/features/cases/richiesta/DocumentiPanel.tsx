/** The read-only list of documents at the top of a request's form, with their total, and its block of the summary. */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { FormProps } from '../form/form.ts';
import type { FormSection } from '../form/section.tsx';
import { documentiRows, documentoLine, type ShownDocumento, totalCents } from './documenti.ts';

/** @property path of the page, which names the documents */
export type DocumentiFormProps = FormProps & { path: string; documenti: ShownDocumento[] };

/** What a request is about: chosen before the form, not changed in it. */
export const documentsSection = ({ enteName, documenti }: DocumentiFormProps): FormSection => ({
  ...{ id: 'documenti', title: 'Documenti', fixed: true },
  content: () => <DocumentiPanel enteName={enteName} documenti={documenti} />,
  rows: () => documentiRows(enteName, documenti),
});

/** What the request is about: shown on top of the form's data, chosen before it. */
function DocumentiPanel({ enteName, documenti }: { enteName: string; documenti: readonly ShownDocumento[] }) {
  return (
    <Panel id="documenti" title="Documenti" intro={enteName}>
      <ul>
        {documenti.map((d) => (
          <li key={d.numero}>{documentoLine(d)}</li>
        ))}
      </ul>
      {documenti.length > 1 && (
        <p>
          Totale: <strong>{formatEuro(totalCents(documenti))}</strong>
        </p>
      )}
    </Panel>
  );
}

/** The documents of a request, read-only: with their total at the top of the form, and as a block of the summary. */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { FormProps } from '../form/form.ts';
import type { FormSection } from '../form/section.tsx';
import { documentiRows, documentoLine, type ShownDocumento, totalCents } from './documenti.ts';

/** @property path path of the page, which names the documents */
export type DocumentiFormProps = FormProps & { path: string; documenti: ShownDocumento[] };

/** The documents were chosen before the form and cannot be changed in it. */
export const documentsSection = ({ enteName, documenti }: DocumentiFormProps): FormSection => ({
  id: 'documenti',
  title: 'Documenti',
  fixed: true,
  content: () => <DocumentiPanel enteName={enteName} documenti={documenti} />,
  rows: () => documentiRows(enteName, documenti),
});

/** The section with the documents, shown above the form's data. */
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

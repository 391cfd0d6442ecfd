/** The files of a category as a summary shows them, before they are sent. */
import type { ReactNode } from 'react';
import { AllegatoHead } from './AllegatoHead.tsx';
import type { ShownAllegato } from './allegati.contract.ts';
import type { FileCategoria } from './file-limits.ts';

export type SummaryFile = Omit<ShownAllegato, 'tipo'>;

/** The files of a category, or of the form's own, for the summary; '' if there are none. */
export type SummaryFiles = (categoria?: FileCategoria) => ReactNode;

/** Photos as pictures, the others by name. */
export const summaryFiles =
  (files: readonly SummaryFile[]): SummaryFiles =>
  (categoria) => {
    const own = files.filter((f) => f.categoria === categoria);
    if (own.length === 0) return '';
    return (
      <ul className="allegati">
        {own.map((file) => (
          <li key={file.Id}>
            <AllegatoHead file={file} />
            {file.nota && <p>{file.nota}</p>}
          </li>
        ))}
      </ul>
    );
  };

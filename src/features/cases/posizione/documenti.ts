/** The states of a document, and which of them count as open or owed. Server and browser. */
import { formatSize } from '../allegati/file-size.ts';

export const DOCUMENTO_STATI = {
  da_pagare: 'Da pagare',
  scaduto: 'Scaduto',
  in_pagamento: 'In pagamento',
  pagato: 'Pagato',
  rateizzato: 'Rateizzato',
  annullato: 'Annullato',
} as const;
export type StatoDocumento = keyof typeof DOCUMENTO_STATI;
export const statiDocumento = Object.keys(DOCUMENTO_STATI) as [StatoDocumento, ...StatoDocumento[]];

/** States in which money is owed or being paid: a visitor with the two codes sees only these documents. */
export const OPEN_DOCUMENTO_STATI: readonly StatoDocumento[] = ['da_pagare', 'scaduto', 'in_pagamento'];

/** States whose amounts add up to "da pagare". */
export const OWED_DOCUMENTO_STATI: readonly StatoDocumento[] = ['da_pagare', 'scaduto'];

/**
 * The state of a document on a day. The store does not record that a due date passed, so the state is computed.
 * @param today today's date in Rome; on the due date itself the document is not overdue yet
 */
export function statoOn(documento: { stato: string; scadenza: string | null }, today: string): StatoDocumento {
  const { stato, scadenza } = documento;
  if (stato === 'da_pagare' && scadenza !== null && scadenza < today) return 'scaduto';
  return stato as StatoDocumento;
}

/** `Apri l’atto (PDF, 120 KB)` */
export const actLinkText = ({ pdf_dimensione: size }: { pdf_dimensione?: number | undefined }): string =>
  `Apri l’atto (PDF${size === undefined ? '' : `, ${formatSize(size)}`})`;

/** States of a document. Server and browser. */

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

/** States in which something is owed or on its way: what the two codes show without a login. */
export const OPEN_DOCUMENTO_STATI: readonly StatoDocumento[] = ['da_pagare', 'scaduto', 'in_pagamento'];

/** States whose amounts make up "da pagare". */
export const OWED_DOCUMENTO_STATI: readonly StatoDocumento[] = ['da_pagare', 'scaduto'];

/**
 * The state of a document on a day: nobody writes down that a due date went by.
 * @param today the day it is in Rome; the due date itself is still in time
 */
export function statoOn(documento: { stato: string; scadenza: string | null }, today: string): StatoDocumento {
  const { stato, scadenza } = documento;
  if (stato === 'da_pagare' && scadenza !== null && scadenza < today) return 'scaduto';
  return stato as StatoDocumento;
}

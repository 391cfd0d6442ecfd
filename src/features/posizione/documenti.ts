/** States of a document and what can be asked for in each (product rule). Server and browser. */
import type { Categoria } from '../ente/categorie.ts';

export const STATI = {
  da_pagare: 'Da pagare',
  scaduto: 'Scaduto',
  in_pagamento: 'In pagamento',
  pagato: 'Pagato',
  rateizzato: 'Rateizzato',
  annullato: 'Annullato',
} as const;
export type StatoDocumento = keyof typeof STATI;
export const statiDocumento = Object.keys(STATI) as [StatoDocumento, ...StatoDocumento[]];

export const AZIONI = {
  paga: 'Paga',
  rateizza: 'Chiedi la rateizzazione',
  rinegozia: 'Chiedi una nuova scadenza',
  riesame: 'Chiedi il riesame',
  istanza: 'Presenta un’istanza',
} as const;
export type AzioneDocumento = keyof typeof AZIONI;
export const azioniDocumento = Object.keys(AZIONI) as [AzioneDocumento, ...AzioneDocumento[]];

const OGNI: AzioneDocumento[] = ['paga', 'rateizza', 'rinegozia', 'riesame', 'istanza'];

/** What can be asked for, by state. */
export const AZIONI_PER_STATO: Readonly<Record<StatoDocumento, readonly AzioneDocumento[]>> = {
  da_pagare: OGNI,
  scaduto: OGNI,
  in_pagamento: ['istanza'],
  pagato: ['riesame', 'istanza'],
  rateizzato: ['istanza'],
  annullato: ['istanza'],
};

/** The code of the case that each request becomes; a payment is none. */
export const CODICE_PER_AZIONE: Readonly<Partial<Record<AzioneDocumento, Categoria>>> = {
  rateizza: 'SF200',
  rinegozia: 'SF210',
  riesame: 'SF220',
  istanza: 'ISTANZA',
};

/** States in which something is owed or on its way: what the two codes show without a login. */
export const APERTI: readonly StatoDocumento[] = ['da_pagare', 'scaduto', 'in_pagamento'];

/** States whose amounts make up "da pagare". */
export const DOVUTI: readonly StatoDocumento[] = ['da_pagare', 'scaduto'];

/**
 * The state of a document on a day: nobody writes down that a due date went by.
 * @param oggi the day it is in Rome; the due date itself is still in time
 */
export function statoIl(documento: { stato: string; scadenza: string | null }, oggi: string): StatoDocumento {
  const { stato, scadenza } = documento;
  if (stato === 'da_pagare' && scadenza !== null && scadenza < oggi) return 'scaduto';
  return stato as StatoDocumento;
}

// Class names of states. The file ends in .tsx because the purge of unused CSS rules reads only components.
const BADGE_CLASSES: Readonly<Record<string, string>> = {
  da_pagare: 'badge aperto',
  scaduto: 'badge urgente',
  in_pagamento: 'badge corso',
  in_verifica: 'badge corso',
  rateizzato: 'badge corso',
  pagato: 'badge fatto',
};

/** Classes for the state of a document or a payment. The colour repeats what the word says. */
export const badgeClass = (stato: string): string => BADGE_CLASSES[stato] ?? 'badge';

/** How a case reached the office when an operator filed it for a citizen. Pure. */

export const CANALI = { telefono: 'Al telefono', sportello: 'Allo sportello', altro: 'In un altro modo' } as const;
export type Canale = keyof typeof CANALI;

export const isCanale = (text: string | null): text is Canale => text !== null && Object.hasOwn(CANALI, text);

/** What both sides read in the timeline. */
export const canaleInWords = (canale: Canale): string =>
  canale === 'altro'
    ? 'Registrata dall’ufficio per conto di chi l’ha chiesto.'
    : `Registrata dall’ufficio per conto di chi ha ${canale === 'telefono' ? 'telefonato' : 'parlato con lo sportello'}.`;

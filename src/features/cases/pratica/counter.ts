/** Requests that an operator fills in for a person at the counter, whose identity they have checked. Pure. */

/** Documents by which a person is recognised (DPR 445/2000, art. 35). */
export const DOCUMENTI_IDENTITA = {
  carta_identita: 'Carta d’identità',
  passaporto: 'Passaporto',
  patente: 'Patente di guida',
  soggiorno: 'Permesso di soggiorno',
  altro: 'Altro documento con foto e timbro di un’amministrazione dello Stato',
} as const;
export type DocumentoIdentita = keyof typeof DOCUMENTI_IDENTITA;

/** What the timeline and the trail say of it. */
export const identitaInWords = (documento: string): string =>
  `Identità controllata allo sportello: ${(DOCUMENTI_IDENTITA[documento as DocumentoIdentita] ?? documento).toLowerCase()}.`;

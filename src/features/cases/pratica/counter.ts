/** Requests that an operator fills in for a person at the counter, whose identity they have checked, or on the telephone. Pure. */

/** Documents by which a person is recognised (DPR 445/2000, art. 35). */
export const DOCUMENTI_IDENTITA = {
  carta_identita: 'Carta d’identità',
  passaporto: 'Passaporto',
  patente: 'Patente di guida',
  soggiorno: 'Permesso di soggiorno',
  altro: 'Altro documento con foto e timbro di un’amministrazione dello Stato',
} as const;
export type DocumentoIdentita = keyof typeof DOCUMENTI_IDENTITA;

/** In place of a document: somebody calls, whose identity nobody can check. They book an appointment, and nothing else. */
export const AT_TELEPHONE = 'telefono';

/** What the timeline and the trail say of it. */
export const identitaInWords = (documento: string): string =>
  `Identità controllata allo sportello: ${(DOCUMENTI_IDENTITA[documento as DocumentoIdentita] ?? documento).toLowerCase()}.`;

/** Kinds of report by service code, as a citizen names them, in the order in which they are offered. */
export const TIPI = {
  SF510: 'Illuminazione e lampade votive',
  SF130: 'Pubblicità e manifesti',
  SF310: 'Strade, parcheggi e mobilità',
  SF230: 'Recupero crediti e pagamenti',
  SF410: 'Rifiuti e pulizia',
  SF140: 'Occupazione di suolo pubblico',
  SF420: 'Immobili e patrimonio',
} as const;

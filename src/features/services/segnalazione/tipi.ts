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

/** Kinds that happen nowhere in particular: a place is asked for in all others (product rule). */
export const TIPI_WITHOUT_LUOGO: readonly string[] = ['SF230'] satisfies (keyof typeof TIPI)[];

/** Types of report by service code, in the order of the select. */
export const TIPI = {
  SF510: 'Illuminazione e lampade votive',
  SF130: 'Pubblicità e manifesti',
  SF310: 'Strade, parcheggi e mobilità',
  SF230: 'Recupero crediti e pagamenti',
  SF410: 'Rifiuti e pulizia',
  SF140: 'Occupazione di suolo pubblico',
  SF420: 'Immobili e patrimonio',
} as const;

/** Types that need no place; all others do (product rule). */
export const TIPI_WITHOUT_LUOGO: readonly string[] = ['SF230'] satisfies (keyof typeof TIPI)[];

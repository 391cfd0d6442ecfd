/** Types of report by service code, in the order of the select and in the words of citizens. */
export const TIPI = {
  SF510: 'Illuminazione e lampade votive',
  SF130: 'Pubblicità e manifesti',
  SF310: 'Strade, parcheggi e mobilità',
  SF230: 'Avvisi, solleciti e pagamenti',
  SF410: 'Rifiuti e pulizia',
  SF140: 'Strada o piazza occupata',
  SF420: 'Edifici e spazi del Comune',
} as const;

/** What offices call those that have another name among them. */
export const TIPI_UFFICIO: Readonly<Partial<Record<keyof typeof TIPI, string>>> = {
  SF230: 'Recupero crediti e pagamenti',
  SF140: 'Occupazione di suolo pubblico',
  SF420: 'Immobili e patrimonio',
};

/** Types that need no place; all others do (product rule). */
export const TIPI_WITHOUT_LUOGO: readonly string[] = ['SF230'] satisfies (keyof typeof TIPI)[];

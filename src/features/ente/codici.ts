/** Service codes of the town hall's counters; what they are called stands in `categorie.ts`. */
export const CODICI_SERVIZIO = [
  ...['SF510', 'SF130', 'SF310', 'SF230', 'SF410', 'SF140', 'SF420'],
  ...['SF500', 'SF120', 'SF100', 'SF110', 'SF300', 'SF200', 'SF210', 'SF220', 'SPORTELLO', 'ISTANZA'],
];

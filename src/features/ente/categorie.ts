/** Service codes of the town hall's counters, and what they are called on screen. */
export const CATEGORIE = {
  SF500: 'Illuminazione votiva',
  SF510: 'Illuminazione votiva: segnalazione',
  SF120: 'Pubblicità e affissioni',
  SF100: 'Nuovo mezzo pubblicitario',
  SF110: 'Variazione o cessazione di un mezzo pubblicitario',
  SF130: 'Pubblicità e affissioni: segnalazione',
  SF310: 'Mobilità e parcheggi: segnalazione',
  SF300: 'Abbonamento parcheggi',
  SF200: 'Rateizzazione',
  SF210: 'Rinegoziazione di un pagamento',
  SF220: 'Riesame',
  SF230: 'Recupero crediti: segnalazione',
  SF410: 'Rifiuti: segnalazione',
  SF140: 'Occupazione di suolo pubblico: segnalazione',
  SF420: 'Immobili: segnalazione',
  SPORTELLO: 'Sportello territoriale',
  ISTANZA: 'Istanza del contribuente',
} as const;

export type Categoria = keyof typeof CATEGORIE;

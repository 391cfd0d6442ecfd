import { TIPI } from './tipi.ts';

const ALTRE = {
  SF500: 'Illuminazione votiva',
  SF120: 'Pubblicità e affissioni',
  SF100: 'Nuovo mezzo pubblicitario',
  SF110: 'Variazione o cessazione di un mezzo pubblicitario',
  SF300: 'Abbonamento parcheggi',
  SF200: 'Rateizzazione',
  SF210: 'Rinegoziazione di un pagamento',
  SF220: 'Riesame',
  SPORTELLO: 'Sportello territoriale',
  ISTANZA: 'Istanza del contribuente',
} as const;

export type Categoria = keyof typeof TIPI | keyof typeof ALTRE;

/** Service codes of the town hall's counters, and what they are called on every screen, in every mail and receipt. */
// Marked pure: a spread would be carried by every page that needs only the kinds of report.
export const CATEGORIE: Readonly<Record<Categoria, string>> = /* @__PURE__ */ Object.assign({}, TIPI, ALTRE);

/** The sizes and categories of posters, with their labels. Server and browser. */

export const FORMAT_LABELS = {
  '70x100': '70 × 100 cm',
  '100x140': '100 × 140 cm',
  '140x200': '140 × 200 cm',
  '600x300': '600 × 300 cm',
} as const;

export const CATEGORIA_LABELS = {
  commerciale: 'Commerciale',
  istituzionale: 'Istituzionale',
  culturale: 'Culturale',
  funebre: 'Funebre',
} as const;

/** The columns of the sheet for import and export of devices, and how their values are written. Pure. */
import { isDate } from '../../../platform/atoms/date.ts';
import { FORMULA_START } from '../../../platform/atoms/formula.ts';
import { FACCE, LIGHTING_KINDS, TIPI, VEICOLI } from './mezzo.ts';

/**
 * Headings by the name of the field. The portal writes `stato` and `stima`: an import reads `stato`, so that no device is
 * declared twice, and ignores `stima`.
 */
export const COLUMN_TITLES = {
  Tipologia_impianto_publicitario__c: 'tipo',
  targa: 'targa',
  categoria_veicolo: 'categoria veicolo',
  indirizzo: 'indirizzo',
  facce: 'facce',
  illuminazione: 'illuminazione',
  larghezza_cm: 'larghezza (cm)',
  altezza_cm: 'altezza (cm)',
  quantita: 'quantità',
  testo: 'testo',
  dal: 'dal',
  al: 'al',
  stato: 'stato',
  stima: 'stima annua (euro)',
} as const;
export type ColumnName = keyof typeof COLUMN_TITLES;
export const columnNames = Object.keys(COLUMN_TITLES) as ColumnName[];
/** Columns that people fill in: the template has them. */
export const writableColumns = columnNames.filter((c) => c !== 'stato' && c !== 'stima');

const SHARED_COLUMNS = [
  'Tipologia_impianto_publicitario__c',
  'facce',
  'illuminazione',
  'larghezza_cm',
  'altezza_cm',
] as const;
/** Required columns: for all, for vehicles, for all other types. */
export const REQUIRED_COLUMNS = {
  always: SHARED_COLUMNS,
  automezzi: ['targa', 'categoria_veicolo'],
  others: ['indirizzo', 'quantita', 'testo'],
} as const satisfies Record<string, readonly ColumnName[]>;

/** Values of a column as calls name them, with their words on screen. */
export const COLUMN_VALUES: Partial<Record<ColumnName, Readonly<Record<string, string>>>> = {
  Tipologia_impianto_publicitario__c: TIPI,
  categoria_veicolo: VEICOLI,
  facce: FACCE,
  illuminazione: LIGHTING_KINDS,
};

/** Other words that people write for these values, without accents and punctuation. */
const OTHER_VALUES: Partial<Record<ColumnName, Readonly<Record<string, string>>>> = {
  facce: { 1: 'Monofacciale', 2: 'Bifacciale' },
  illuminazione: { illuminato: 'Luminoso', 'non luminoso': 'Opaco' },
};
const OTHER_TITLES: Readonly<Record<string, ColumnName>> = {
  tipologia: 'Tipologia_impianto_publicitario__c',
  larghezza: 'larghezza_cm',
  altezza: 'altezza_cm',
  stima: 'stima',
};

/** Lower-case letters and digits without accents: `Larghezza  (CM)` and `larghezza_cm` are the same. */
const plainText = (s: string): string =>
  s
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const COLUMN_BY_TITLE = new Map<string, ColumnName>([
  ...Object.entries(OTHER_TITLES),
  ...columnNames.flatMap((c): [string, ColumnName][] => [
    [plainText(c), c],
    [plainText(COLUMN_TITLES[c]), c],
  ]),
]);
const VALUE_BY_TEXT = new Map(
  (Object.keys(COLUMN_VALUES) as ColumnName[]).map((c) => [
    c,
    new Map([
      ...Object.entries(OTHER_VALUES[c] ?? {}),
      ...Object.entries(COLUMN_VALUES[c] ?? {}).flatMap(([k, text]) => [
        [plainText(k), k] as const,
        [plainText(text), k] as const,
      ]),
    ]),
  ]),
);

export const findColumn = (title: string): ColumnName | undefined =>
  title ? COLUMN_BY_TITLE.get(plainText(title)) : undefined;

/** A cell as the contract takes it: words become their value, `3/2/2027` a day; any other text stays. */
export function parseCell(column: ColumnName, cell: string): string {
  const s = removeApostrophe(cell).trim();
  if (column !== 'dal' && column !== 'al') return VALUE_BY_TEXT.get(column)?.get(plainText(s)) ?? s;
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(s) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : s;
}

const removeApostrophe = (s: string): string => (s.startsWith("'") && FORMULA_START.test(s) ? s.slice(1) : s);

/** Examples in the template, one of each kind. Unchanged, they are not imported. */
export const EXAMPLE_ROWS: readonly Partial<Record<ColumnName, string>>[] = [
  {
    Tipologia_impianto_publicitario__c: 'Automezzo',
    targa: 'AA000AA',
    categoria_veicolo: VEICOLI.sotto_30q,
    facce: FACCE.Bifacciale,
    illuminazione: LIGHTING_KINDS.Opaco,
    larghezza_cm: '200',
    altezza_cm: '80',
  },
  {
    Tipologia_impianto_publicitario__c: 'Cartello',
    indirizzo: 'Via di esempio 1',
    facce: FACCE.Monofacciale,
    illuminazione: LIGHTING_KINDS.Luminoso,
    larghezza_cm: '100',
    altezza_cm: '70',
    quantita: '2',
    testo: 'Scrivi qui che cosa si legge',
    dal: '01/03/2027',
    al: '31/10/2027',
  },
];

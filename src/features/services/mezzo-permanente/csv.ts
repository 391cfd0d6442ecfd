/** The columns of the sheet in which devices come in and go out, and how their values are written. Pure. */
import { isData } from '../../../platform/atoms/date.ts';
import { FACCE, ILLUMINAZIONE, TIPI, VEICOLI } from './mezzo.ts';

/**
 * Headings as people name them, by the name of the field. `stato` and `stima` are written by the portal: an import reads
 * the first, so that nothing is declared twice, and passes over the second.
 */
export const COLONNE = {
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
export type Colonna = keyof typeof COLONNE;
export const colonne = Object.keys(COLONNE) as Colonna[];
/** Those that are filled in: the template has them. */
export const daScrivere = colonne.filter((c) => c !== 'stato' && c !== 'stima');

const IN_COMUNE = [
  'Tipologia_impianto_publicitario__c',
  'facce',
  'illuminazione',
  'larghezza_cm',
  'altezza_cm',
] as const;
/** Which columns there must be: for all, for vehicles, for all other types. */
export const OCCORRE = {
  sempre: IN_COMUNE,
  automezzi: ['targa', 'categoria_veicolo'],
  altri: ['indirizzo', 'quantita', 'testo'],
} as const satisfies Record<string, readonly Colonna[]>;

/** Values of a column as they travel, with the words on screen. */
export const VALORI: Partial<Record<Colonna, Readonly<Record<string, string>>>> = {
  Tipologia_impianto_publicitario__c: TIPI,
  categoria_veicolo: VEICOLI,
  facce: FACCE,
  illuminazione: ILLUMINAZIONE,
};

/** Other words that people write for them, without accents and marks. */
const ANCHE: Partial<Record<Colonna, Readonly<Record<string, string>>>> = {
  facce: { 1: 'Monofacciale', 2: 'Bifacciale' },
  illuminazione: { illuminato: 'Luminoso', 'non luminoso': 'Opaco' },
};
const ANCHE_INTESTAZIONI: Readonly<Record<string, Colonna>> = {
  tipologia: 'Tipologia_impianto_publicitario__c',
  larghezza: 'larghezza_cm',
  altezza: 'altezza_cm',
  stima: 'stima',
};

/** Letters and figures only, no accents, lower case: `Larghezza  (CM)` and `larghezza_cm` are the same. */
const nudo = (s: string): string =>
  s
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const PER_NOME = new Map<string, Colonna>([
  ...Object.entries(ANCHE_INTESTAZIONI),
  ...colonne.flatMap((c): [string, Colonna][] => [
    [nudo(c), c],
    [nudo(COLONNE[c]), c],
  ]),
]);
const PER_VALORE = new Map(
  (Object.keys(VALORI) as Colonna[]).map((c) => [
    c,
    new Map([
      ...Object.entries(ANCHE[c] ?? {}),
      ...Object.entries(VALORI[c] ?? {}).flatMap(([k, parole]) => [[nudo(k), k] as const, [nudo(parole), k] as const]),
    ]),
  ]),
);

export const colonnaDi = (intestazione: string): Colonna | undefined =>
  intestazione ? PER_NOME.get(nudo(intestazione)) : undefined;

/** A cell as the contract takes it: words become what travels, `3/2/2027` becomes a day; what is neither stays as it is. */
export function daCella(colonna: Colonna, scritto: string): string {
  const s = senzaApostrofo(scritto).trim();
  if (colonna !== 'dal' && colonna !== 'al') return PER_VALORE.get(colonna)?.get(nudo(s)) ?? s;
  const [, giorno = '', mese = '', anno = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(s) ?? [];
  const data = `${anno}-${mese.padStart(2, '0')}-${giorno.padStart(2, '0')}`;
  return isData(data) ? data : s;
}

/**
 * What a spreadsheet would reckon instead of show: a cell that begins like a formula (OWASP, CSV injection). Such a cell goes out
 * with an apostrophe before it, one with an apostrophe already gets another, so that coming in takes off the one that was added.
 */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const senzaApostrofo = (s: string): string => (s.startsWith("'") && FORMULA.test(s) ? s.slice(1) : s);

/** Lines of the template, one of each kind. Left as they are they are not imported. */
export const ESEMPI: readonly Partial<Record<Colonna, string>>[] = [
  {
    Tipologia_impianto_publicitario__c: 'Automezzo',
    targa: 'AA000AA',
    categoria_veicolo: VEICOLI.sotto_30q,
    facce: FACCE.Bifacciale,
    illuminazione: ILLUMINAZIONE.Opaco,
    larghezza_cm: '200',
    altezza_cm: '80',
  },
  {
    Tipologia_impianto_publicitario__c: 'Cartello',
    indirizzo: 'Via di esempio 1',
    facce: FACCE.Monofacciale,
    illuminazione: ILLUMINAZIONE.Luminoso,
    larghezza_cm: '100',
    altezza_cm: '70',
    quantita: '2',
    testo: 'Scrivi qui che cosa si legge',
    dal: '01/03/2027',
    al: '31/10/2027',
  },
];

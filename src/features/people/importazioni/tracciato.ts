/** Which column of a table is which field of the data file: guessed from the headings, checked, and used to read a row. Pure. */
import { parseCents } from '../../../platform/atoms/cents.ts';
import { isCodiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import { FORMULA_START } from '../../../platform/atoms/formula.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** Fields that a column may be, in the order of the form. `importo` is in euro, and becomes `importo_cent`. */
export const campiTracciato = [
  'codice_utente',
  'codice_controllo',
  'sistema',
  'intestatario',
  'codice_fiscale',
  'ruolo',
  'numero',
  'tipo',
  'data',
  'scadenza',
  'importo',
  'stato',
  'numero_avviso',
  'pdf',
] as const;
export type CampoTracciato = (typeof campiTracciato)[number];

/** @property colonna index of the column @property fisso value of rows whose cell is empty, or of all without a column */
export type ColonnaCampo = { campo: CampoTracciato; colonna?: number | undefined; fisso?: string | undefined };
/** @property completo the file has everything of its system: what it lacks is closed */
export type Tracciato = { campi: ColonnaCampo[]; completo: boolean };

/** A section of the data file in a row of a table. @property marks the row has this section when one of them is filled in */
type TableSection = {
  name: 'posizioni' | 'rappresentanze' | 'documenti';
  what: string;
  marks: readonly CampoTracciato[];
  needs: readonly CampoTracciato[];
  may: readonly CampoTracciato[];
};

const TABLE_SECTIONS: readonly TableSection[] = [
  {
    name: 'posizioni',
    what: 'Per le posizioni',
    marks: ['codice_controllo', 'intestatario'],
    needs: ['codice_utente', 'codice_controllo', 'sistema', 'intestatario'],
    may: [],
  },
  {
    name: 'rappresentanze',
    what: 'Per le persone che vedono la posizione',
    marks: ['codice_fiscale'],
    needs: ['codice_utente', 'codice_fiscale', 'ruolo'],
    may: [],
  },
  {
    name: 'documenti',
    what: 'Per i documenti',
    marks: ['numero', 'importo'],
    needs: ['codice_utente', 'sistema', 'numero', 'tipo', 'data', 'importo', 'stato'],
    may: ['scadenza', 'numero_avviso', 'pdf'],
  },
];

/** Fields that may be the same for a whole file. */
export const fixedCampi: readonly CampoTracciato[] = ['sistema', 'ruolo', 'tipo', 'data', 'scadenza', 'stato'];

/** A heading as people tell them apart: capitals, accents, blanks and points make no difference. */
const plainHeading = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** By which a kind of table is found again. */
export const headingsKey = (headings: readonly string[]): string => headings.map(plainHeading).join(' ');

/** Whole headings, as {@link plainHeading} writes them. The first pattern that fits a free column is taken. */
const HEADING_PATTERNS: Readonly<Record<CampoTracciato, RegExp>> = {
  codice_utente: /^(cod(ice)?(utente|contribuente|utenza|posizione)|utente|utenza|matricola|posizione|idcontribuente)$/,
  codice_controllo: /^((cod(ice)?)?(di)?controllo|codcontr|pin|codiceattivazione)$/,
  sistema: /^(sistema|tributo|servizio|archivio)$/,
  intestatario: /^(intestatario|nominativo|contribuente|denominazione|ragionesociale|cognomenome|cognomeenome|nome)$/,
  codice_fiscale: /^(cod(ice)?fisc(ale)?|cf|codicefiscale(contribuente|intestatario|rappresentante)?)$/,
  ruolo: /^(ruolo|qualifica|tipoutente)$/,
  numero: /^(n(um(ero)?)?(doc(umento)?|bolletta|fattura|atto)?|documento|numdoc|nrdoc|nrodoc)$/,
  tipo: /^(tipo(logia)?(doc(umento)?|atto)?|descrizione|causale)$/,
  data: /^(data(doc(umento)?|emissione|atto)?|emissione)$/,
  scadenza: /^((data)?(di)?scadenza|scad|entroil)$/,
  importo: /^(importo(totale|dovuto|dapagare|euro|ineuro)?|totale|dovuto|euro|ammontare)$/,
  stato: /^(stato(pagamento|documento)?|situazione)$/,
  numero_avviso: /^((num(ero)?|n|cod(ice)?)?avviso(pagopa)?|codiceavviso|nav)$/,
  pdf: /^(((nome)?file)?pdf|nomefile|pdfatto|attopdf)$/,
};

/** What the headings say, for the form to be filled in with. */
export function guessCampi(headings: readonly string[]): ColonnaCampo[] {
  const plain = headings.map(plainHeading);
  const campi: ColonnaCampo[] = campiTracciato.flatMap((campo) => {
    const colonna = plain.findIndex((heading) => HEADING_PATTERNS[campo].test(heading));
    return colonna < 0 ? [] : [{ campo, colonna }];
  });
  const isGuessed = (campo: CampoTracciato) => campi.some((one) => one.campo === campo);
  if (isGuessed('codice_fiscale') && !isGuessed('ruolo')) campi.push({ campo: 'ruolo', fisso: 'persona_fisica' });
  if (isGuessed('numero') && !isGuessed('stato')) campi.push({ campo: 'stato', fisso: 'da_pagare' });
  return campi;
}

/** @returns what is missing, by field; empty when rows can be read */
export function faultsOf({ campi, completo }: Tracciato, columns: number): FieldErrors {
  const faults: Record<string, string[]> = {};
  const chosen = new Map(campi.map((one) => [one.campo, one]));
  const isFilled = (campo: CampoTracciato) =>
    chosen.get(campo)?.colonna !== undefined || Boolean(chosen.get(campo)?.fisso);
  for (const { campo, colonna } of campi)
    if (colonna !== undefined && colonna >= columns)
      faults[campo] = ['Questa colonna non c’è nel file: scegline un’altra.'];
  const used = sectionsOf(campi);
  if (used.length === 0)
    faults.codice_utente = [
      'Scegli almeno una colonna tra codice di controllo, codice fiscale e numero del documento: dicono che cosa c’è nel file.',
    ];
  for (const { what, needs } of used)
    for (const campo of needs.filter((one) => !isFilled(one)))
      faults[campo] ??= [
        `${what} serve anche questo: scegli la colonna${fixedCampi.includes(campo) ? ' o scrivi un valore' : ''}.`,
      ];
  if (completo && !fixedSistema(campi))
    faults.completo = [
      'Se il file contiene tutto, scrivi di quale sistema: un valore per tutte le righe, senza colonna.',
    ];
  return faults;
}

/** The system of all rows, when no column has it. */
export function fixedSistema(campi: readonly ColonnaCampo[]): string | undefined {
  const sistema = campi.find(({ campo }) => campo === 'sistema');
  return sistema?.colonna === undefined ? sistema?.fisso || undefined : undefined;
}

/** The sections that a table of this kind has. */
export const sectionsOf = (campi: readonly ColonnaCampo[]): readonly TableSection[] =>
  TABLE_SECTIONS.filter(({ marks }) =>
    campi.some(({ campo, colonna }) => colonna !== undefined && marks.includes(campo)),
  );

/** A row of the data file, without those of its fields that the table leaves empty; null where it has something that cannot be known. */
export type TableRow = { section: TableSection['name']; row: Record<string, string | number | null> };

/**
 * The rows of the data file that one row of a table holds. An amount that cannot be read stays as it is, and is refused later; so is a
 * row that has nothing of any section.
 * @param unknown columns whose value cannot be known: the field is refused, and what the row is about is not guessed
 */
export function rowsOf(
  cells: readonly string[],
  { campi }: Pick<Tracciato, 'campi'>,
  unknown: ReadonlySet<number> = new Set(),
): TableRow[] {
  const isUnknown = (colonna: number | undefined) => colonna !== undefined && unknown.has(colonna);
  const values = new Map(campi.map((one) => [one.campo, isUnknown(one.colonna) ? null : fieldValue(one, cells)]));
  const sections = sectionsOf(campi);
  const filled = sections.filter(({ marks }) =>
    campi.some(
      ({ campo, colonna }) =>
        marks.includes(campo) && colonna !== undefined && (isUnknown(colonna) || cellText(cells[colonna]) !== ''),
    ),
  );
  return (filled.length > 0 ? filled : sections.slice(0, 1)).map(({ name, needs, may }) => {
    const row: TableRow['row'] = {};
    for (const campo of [...needs, ...may]) {
      const value = values.get(campo);
      if (value !== undefined && value !== '') row[campo === 'importo' ? 'importo_cent' : campo] = value;
    }
    return { section: name, row };
  });
}

/** The field of the data file that a column becomes, back: for the words of an error. */
export const campoOf = (field: string): string => (field === 'importo_cent' ? 'importo' : field);

/** An export of the portal puts an apostrophe before what a spreadsheet would reckon. */
const cellText = (cell = ''): string => (/^'/.test(cell) && FORMULA_START.test(cell) ? cell.slice(1) : cell).trim();

function fieldValue({ campo, colonna, fisso = '' }: ColonnaCampo, cells: readonly string[]): string | number {
  const typed = (colonna === undefined ? '' : cellText(cells[colonna])) || fisso.trim();
  if (typed === '') return '';
  if (campo === 'importo') return parseCents(withItalianComma(typed)) ?? typed;
  if (campo === 'data' || campo === 'scadenza') return typed.replace(/[ T]00[:.]00([:.]00(\.0+)?)?Z?$/, '');
  if (campo === 'stato') return statoOf(typed);
  if (campo === 'codice_fiscale') return withZeros(typed);
  return campo === 'ruolo' ? wordOf(typed) : typed;
}

/** A spreadsheet takes the tax code of a firm for a number, and drops the zeros before it: its check digit tells. */
function withZeros(typed: string): string {
  const padded = typed.padStart(11, '0');
  return /^\d{8,10}$/.test(typed) && isCodiceFiscale(padded) ? padded : typed;
}

/** `€ 1,234.56`, as an English spreadsheet writes it. */
const withItalianComma = (typed: string): string =>
  /^[^.]*\d,\d{3}(,\d{3})*\.\d{1,2}\D*$/.test(typed) ? typed.replaceAll(',', '') : typed;

const wordOf = (typed: string): string => typed.toLowerCase().replace(/[\s_-]+/g, '_');

/** Words of tax programs for a state of the portal. */
const STATO_WORDS: Readonly<Record<string, string>> = {
  aperto: 'da_pagare',
  emesso: 'da_pagare',
  non_pagato: 'da_pagare',
  insoluto: 'da_pagare',
  saldato: 'pagato',
  riscosso: 'pagato',
  sgravato: 'annullato',
};

function statoOf(typed: string): string {
  const word = wordOf(typed).replace(/a$/, 'o');
  return STATO_WORDS[word] ?? word;
}

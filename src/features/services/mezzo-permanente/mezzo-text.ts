/** A device in words: in one line, and what a variation changes of it. Pure: server and browser. */
import { dateInWords, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { FACCE, LIGHTING_KINDS, TIPI, VEICOLI } from './mezzo.ts';
import type { ShownDeclaredMezzo, ShownMezzo } from './shown.ts';

/** The fields of a device of any type: of `MezzoData`, or of one as it is shown. */
export type MezzoFields = Omit<ShownMezzo, 'Id' | 'stima_cent'>;
type MezzoField = keyof MezzoFields;

/** Label of each field, in the order of the form. */
export const FIELD_LABELS = {
  Tipologia_impianto_publicitario__c: 'Tipo',
  targa: 'Targa',
  categoria_veicolo: 'Categoria del veicolo',
  indirizzo: 'Dove si trova',
  facce: 'Facce',
  illuminazione: 'Illuminazione',
  larghezza_cm: 'Larghezza',
  altezza_cm: 'Altezza',
  quantita: 'Quantità',
  testo: 'Testo o marchio',
  dal: 'Dal',
  al: 'Al',
} as const satisfies Record<MezzoField, string>;
const FIELD_NAMES = Object.keys(FIELD_LABELS) as MezzoField[];

const textOf = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key;

/** Name of the type as people read it. */
export const tipoText = (m: Pick<MezzoFields, 'Tipologia_impianto_publicitario__c'>): string =>
  TIPI[m.Tipologia_impianto_publicitario__c];

const piecesText = (n: number): string => (n === 1 ? 'un pezzo' : `${n} pezzi`);

/** @returns the value of a field in words; '' when the device has none */
export function fieldText(m: MezzoFields, field: MezzoField): string {
  const v = m[field];
  if (v === undefined || v === '') return '';
  switch (field) {
    case 'Tipologia_impianto_publicitario__c':
      return tipoText(m);
    case 'targa':
      return targaInWords(String(v));
    case 'categoria_veicolo':
      return textOf(VEICOLI, String(v));
    case 'facce':
      return textOf(FACCE, String(v));
    case 'illuminazione':
      return textOf(LIGHTING_KINDS, String(v));
    case 'larghezza_cm':
    case 'altezza_cm':
      return `${v} cm`;
    case 'dal':
    case 'al':
      return shortDate(String(v));
    default:
      return String(v);
  }
}

const lowerFirst = (s: string) => s.charAt(0).toLowerCase() + s.slice(1);

function periodText({ dal, al }: MezzoFields): string {
  if (dal && al) return `${withArticle('dal', shortDate(dal))} ${withArticle('al', shortDate(al))}`;
  if (dal) return withArticle('dal', shortDate(dal));
  return al ? `fino ${withArticle('al', shortDate(al))}` : '';
}

/** In one line, without its type: "Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»". */
export function mezzoText(m: MezzoFields): string {
  return [
    fieldText(m, 'targa'),
    lowerFirst(fieldText(m, 'categoria_veicolo')),
    m.indirizzo,
    `${m.larghezza_cm} × ${m.altezza_cm} cm`,
    lowerFirst(fieldText(m, 'facce')),
    lowerFirst(fieldText(m, 'illuminazione')),
    m.quantita === undefined ? '' : piecesText(m.quantita),
    m.testo && `«${m.testo}»`,
    periodText(m),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The type with the plate or the place. */
export const mezzoName = (m: MezzoFields): string =>
  [tipoText(m), fieldText(m, 'targa') || (m.indirizzo ?? '')].filter(Boolean).join(', ');

/** @property before in words, '' when empty @property after the same */
export type FieldDifference = { field: MezzoField; label: string; before: string; after: string };

/** The fields that differ, in the order of the form. */
export function listDifferences(before: MezzoFields, after: MezzoFields): FieldDifference[] {
  return FIELD_NAMES.filter((field) => (before[field] ?? '') !== (after[field] ?? '')).map((field) => ({
    field,
    label: FIELD_LABELS[field],
    before: fieldText(before, field),
    after: fieldText(after, field),
  }));
}

const cessazioneText = ({ dal, motivo }: { dal: string; motivo: string }): string =>
  `non c’è più ${withArticle('dal', dateInWords(dal))}: ${motivo}`;

/** Does the declaration leave this device of the position as it is? A change that was taken back does not count. */
export const isUnchanged = (m: ShownDeclaredMezzo): boolean =>
  m.mezzo !== undefined && (m.tolto === true || (!m.prima && !m.cessazione && m.allegati.length === 0));

/** Does it count: not removed, and new or changed? */
export const isDeclared = (m: ShownDeclaredMezzo): boolean => !m.tolto && !isUnchanged(m);

/** A declared device for receipt and case: a new one in one line, a changed one with old → new, or its cessation. */
export function declaredText(m: ShownDeclaredMezzo): string {
  if (m.cessazione) return `${mezzoText(m)}; ${cessazioneText(m.cessazione)}`;
  if (m.azione === 'nuovo') return mezzoText(m);
  const changes = m.prima ? listDifferences(m.prima, m) : [];
  const lines = changes.map(({ label, before, after }) => `${label}: ${before || '–'} → ${after || '–'}`);
  return [mezzoText(m.prima ?? m), ...lines].join('\n');
}

/** Heading of a declared device: "1. Cartello", "2. Cartello (variazione)". */
export const mezzoTitle = (m: ShownDeclaredMezzo, n: number): string =>
  `${n}. ${tipoText(m)}${m.azione === 'nuovo' ? '' : ` (${m.azione})`}`;

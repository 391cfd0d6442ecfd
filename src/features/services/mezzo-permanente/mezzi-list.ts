/** The list of a declaration's devices: which rows, in what order, in which words. Pure. */
import { shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { withoutAccents } from '../../../platform/atoms/plain-text.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { TipoDichiarazione } from './mezzo.ts';
import { fieldText, isUnchanged, type MezzoFields, mezzoName, tipoText } from './mezzo-text.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione, ShownMezzo } from './shown.ts';

type RowStato = 'invariato' | 'nuovo' | 'modificato' | 'cessa' | 'tolto';

/**
 * One device of the list. @property id of the position's device, or of the row of a new one @property numero its place, from 1,
 * which stays when another is removed @property mezzo with its new values @property declared its row of the declaration
 * @property cancelled the kind of a change that was taken back and can be put back
 */
export type MezzoRow = {
  id: string;
  numero: number;
  stato: RowStato;
  mezzo: ShownMezzo;
  declared?: ShownDeclaredMezzo | undefined;
  cancelled?: 'variazione' | 'cessazione' | undefined;
  /** Another declaration about it is open, so that this one cannot be sent */
  busy?: boolean | undefined;
};

/** The rows in the order of the declaration: the position's devices with their new values, then the new ones. */
export const rowsOf = ({ mezzi }: Pick<ShownDichiarazione, 'mezzi'>): MezzoRow[] =>
  mezzi.map((m, at) => ({ ...rowOf(m), numero: at + 1, busy: m.occupato }));

function rowOf(declared: ShownDeclaredMezzo): Omit<MezzoRow, 'numero'> {
  const { mezzo: id, azione, tolto } = declared;
  if (id === undefined) return { id: declared.Id, stato: tolto ? 'tolto' : 'nuovo', mezzo: declared, declared };
  const mezzo = { ...declared, Id: id };
  if (tolto && azione !== 'nuovo') return { id, stato: 'invariato', mezzo, declared, cancelled: azione };
  if (isUnchanged(declared)) return { id, stato: 'invariato', mezzo };
  return { id, stato: declared.cessazione ? 'cessa' : 'modificato', mezzo, declared };
}

/** @param id of the row, or of the position's device @param withRemoved finds a removed one as well @throws PortalError `not_found` */
export function findRow(dichiarazione: Pick<ShownDichiarazione, 'mezzi'>, id: string, withRemoved = false): MezzoRow {
  const row = rowsOf(dichiarazione).find((r) => r.id === id || r.declared?.Id === id);
  if (!row || (row.stato === 'tolto' && !withRemoved)) throw new PortalError('not_found');
  return row;
}

/** Rows that the declaration changes, without removed and unchanged ones. */
const declaredRows = (rows: readonly MezzoRow[]): MezzoRow[] =>
  rows.filter(({ stato }) => stato !== 'invariato' && stato !== 'tolto');

/** Longer lists have a search. */
export const SEARCH_FROM = 20;

/** @param search words that all have to be in a row: in number, type, place, plate, text or state; '' for all rows */
export function filterRows(rows: readonly MezzoRow[], search: string): readonly MezzoRow[] {
  const words = withoutAccents(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const { mezzo, numero } = row;
    const text = withoutAccents([mezzoName(mezzo), mezzo.testo, statoText(row)].join(' '));
    return words.every((word) => word === String(numero) || text.includes(word));
  });
}

/** "Via Roma 1", "Targa AB123CD". */
export const placeOf = (m: MezzoFields): string => (m.targa ? `Targa ${fieldText(m, 'targa')}` : (m.indirizzo ?? ''));

/** "3. Cartello": the heading of a row, also named by its buttons. */
export const titleOf = ({ numero, mezzo }: Pick<MezzoRow, 'numero' | 'mezzo'>): string =>
  `${numero}. ${tipoText(mezzo)}`;

export function statoText({ stato, declared }: Pick<MezzoRow, 'stato' | 'declared'>): string {
  if (stato === 'cessa') return `Cessa ${withArticle('dal', shortDate(declared?.cessazione?.dal ?? ''))}`;
  return { invariato: 'Invariato', nuovo: 'Nuovo', modificato: 'Modificato', tolto: 'Tolto' }[stato];
}

/** What a citizen can do with a row. @property form opened by a link @property button pressed in the list */
export type RowAzione = { word: string } & (
  | { form: 'mezzo' | 'cessa'; button?: undefined }
  | { form?: undefined; button: 'duplica' | 'togli' | 'rimetti' }
);

export function listAzioni({ stato, busy }: Pick<MezzoRow, 'stato' | 'busy'>, tipo: TipoDichiarazione): RowAzione[] {
  switch (stato) {
    case 'tolto':
      return [{ word: 'Annulla', button: 'rimetti' }];
    case 'nuovo':
      return [
        { word: 'Modifica', form: 'mezzo' },
        { word: 'Duplica', button: 'duplica' },
        { word: 'Togli', button: 'togli' },
      ];
    case 'modificato':
      return [
        { word: 'Modifica', form: 'mezzo' },
        { word: 'Annulla la modifica', button: 'togli' },
      ];
    case 'cessa':
      return [
        { word: 'Cambia la cessazione', form: 'cessa' },
        { word: 'Annulla la cessazione', button: 'togli' },
      ];
    case 'invariato':
      if (busy) return [];
      return [
        ...(tipo === 'cessazione' ? [] : [{ word: 'Modifica', form: 'mezzo' } as const]),
        { word: 'Cessa', form: 'cessa' },
      ];
  }
}

/** What is missing for the next step, in words; undefined when nothing is. */
export function findMissing(tipo: TipoDichiarazione, rows: readonly MezzoRow[]): string | undefined {
  if (declaredRows(rows).length > 0) return undefined;
  return {
    nuovo: 'Aggiungi almeno un mezzo pubblicitario, poi vai avanti.',
    variazione: 'Non hai ancora cambiato niente: modifica o cessa un mezzo, oppure aggiungine uno, poi vai avanti.',
    cessazione: 'Non hai ancora detto quale mezzo cessa: premi «Cessa» accanto al mezzo, poi vai avanti.',
  }[tipo];
}

const COUNTED_STATI: readonly (readonly [RowStato, string, string])[] = [
  ['nuovo', 'nuovo', 'nuovi'],
  ['modificato', 'modificato', 'modificati'],
  ['cessa', 'che cessa', 'che cessano'],
  ['invariato', 'invariato', 'invariati'],
];

/** "3 mezzi: 1 nuovo, 1 modificato, 1 invariato". Removed ones are not counted. */
export function countText(tipo: TipoDichiarazione, rows: readonly MezzoRow[]): string {
  const live = rows.filter(({ stato }) => stato !== 'tolto');
  const total = live.length === 1 ? '1 mezzo' : `${live.length} mezzi`;
  if (tipo === 'nuovo' || live.length === 0) return total;
  const stati = COUNTED_STATI.flatMap(([stato, one, many]) => {
    const n = live.filter((r) => r.stato === stato).length;
    return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];
  });
  return `${total}: ${stati.join(', ')}`;
}

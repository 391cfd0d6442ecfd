/** The list of a declaration's devices: which rows, in what order, in which words. Pure. */
import { conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato, MezzoMostrato } from './mezzo.contract.ts';
import type { Operazione } from './mezzo.ts';
import { type Detto, invariato, qualeMezzo, tipoInParole, valoreInParole } from './parole.ts';

export type Stato = 'invariato' | 'nuovo' | 'modificato' | 'cessa' | 'tolto';

/**
 * One device of the list. @property id of the position's device, of a new one its row's @property numero its place, from 1:
 * the others keep theirs when one is removed @property mezzo as it will stand @property detto what the declaration says of it
 * @property annullata what was said of the position's device and was taken back: it may be said again
 */
export type Riga = {
  id: string;
  numero: number;
  stato: Stato;
  mezzo: MezzoMostrato;
  detto?: MezzoDichiaratoMostrato | undefined;
  annullata?: 'variazione' | 'cessazione' | undefined;
  /** Another declaration about it is open: this one could not be sent */
  occupata?: boolean | undefined;
};

/** In the order of the declaration: the position's devices as it leaves them, then the new ones. */
export const righeDi = ({ mezzi }: Pick<DichiarazioneMostrata, 'mezzi'>): Riga[] =>
  mezzi.map((m, at) => ({ ...rigaDi(m), numero: at + 1, occupata: m.occupato }));

function rigaDi(detto: MezzoDichiaratoMostrato): Omit<Riga, 'numero'> {
  const { mezzo: id, azione, tolto } = detto;
  if (id === undefined) return { id: detto.Id, stato: tolto ? 'tolto' : 'nuovo', mezzo: detto, detto };
  const mezzo = { ...detto, Id: id };
  if (tolto && azione !== 'nuovo') return { id, stato: 'invariato', mezzo, detto, annullata: azione };
  if (invariato(detto)) return { id, stato: 'invariato', mezzo };
  return { id, stato: detto.cessazione ? 'cessa' : 'modificato', mezzo, detto };
}

/** @param id of the row, or of the position's device @param tolta also one that was removed @throws PortalError `not_found` */
export function rigaCon(dichiarazione: Pick<DichiarazioneMostrata, 'mezzi'>, id: string, tolta = false): Riga {
  const riga = righeDi(dichiarazione).find((r) => r.id === id || r.detto?.Id === id);
  if (!riga || (riga.stato === 'tolto' && !tolta)) throw new PortalError('not_found');
  return riga;
}

/** What the declaration says, as rows: nothing of devices that stay as they are, nothing of what was removed. */
export const dichiarate = (righe: readonly Riga[]): Riga[] =>
  righe.filter(({ stato }) => stato !== 'invariato' && stato !== 'tolto');

/** How many rows make a search worth its room. */
export const CON_RICERCA = 20;

/** @param cerca words, all of which a row must hold somewhere: number, type, place, plate, text, state; '' for all rows */
export function filtrate(righe: readonly Riga[], cerca: string): readonly Riga[] {
  const parole = semplice(cerca).split(/\s+/).filter(Boolean);
  if (parole.length === 0) return righe;
  return righe.filter((riga) => {
    const { mezzo, numero } = riga;
    const testo = semplice([qualeMezzo(mezzo), mezzo.testo, statoInParole(riga)].join(' '));
    return parole.every((parola) => parola === String(numero) || testo.includes(parola));
  });
}

/** Without accents and capitals. */
const semplice = (testo: string): string => testo.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** "Via Roma 1", "Targa AB123CD". */
export const doveDi = (m: Detto): string => (m.targa ? `Targa ${valoreInParole(m, 'targa')}` : (m.indirizzo ?? ''));

/** "3. Cartello": its heading, and what each of its buttons says it is about. */
export const titoloDi = ({ numero, mezzo }: Pick<Riga, 'numero' | 'mezzo'>): string =>
  `${numero}. ${tipoInParole(mezzo)}`;

export function statoInParole({ stato, detto }: Pick<Riga, 'stato' | 'detto'>): string {
  if (stato === 'cessa') return `Cessa ${conArticolo('dal', dataBreve(detto?.cessazione?.dal ?? ''))}`;
  return { invariato: 'Invariato', nuovo: 'Nuovo', modificato: 'Modificato', tolto: 'Tolto' }[stato];
}

/** What stands in the way of the next step, in words; undefined when nothing does. */
export function manca(tipo: Operazione, righe: readonly Riga[]): string | undefined {
  if (dichiarate(righe).length > 0) return undefined;
  return {
    nuovo: 'Aggiungi almeno un mezzo pubblicitario, poi vai avanti.',
    variazione: 'Non hai ancora cambiato niente: modifica o cessa un mezzo, oppure aggiungine uno, poi vai avanti.',
    cessazione: 'Non hai ancora detto quale mezzo cessa: premi «Cessa» accanto al mezzo, poi vai avanti.',
  }[tipo];
}

const STATI_CONTATI: readonly (readonly [Stato, string, string])[] = [
  ['nuovo', 'nuovo', 'nuovi'],
  ['modificato', 'modificato', 'modificati'],
  ['cessa', 'che cessa', 'che cessano'],
  ['invariato', 'invariato', 'invariati'],
];

/** "3 mezzi: 1 nuovo, 1 modificato, 1 invariato". Removed ones are not counted. */
export function quanti(tipo: Operazione, righe: readonly Riga[]): string {
  const vive = righe.filter(({ stato }) => stato !== 'tolto');
  const tutti = vive.length === 1 ? '1 mezzo' : `${vive.length} mezzi`;
  if (tipo === 'nuovo' || vive.length === 0) return tutti;
  const stati = STATI_CONTATI.flatMap(([stato, uno, molti]) => {
    const n = vive.filter((r) => r.stato === stato).length;
    return n === 0 ? [] : [`${n} ${n === 1 ? uno : molti}`];
  });
  return `${tutti}: ${stati.join(', ')}`;
}

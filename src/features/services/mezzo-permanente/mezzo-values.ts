/** The typed values of one device that the estimate in the browser needs. Pure. */
import { isDate } from '../../../platform/atoms/date.ts';
import type { FormValues } from '../../cases/form/form.ts';
import {
  FACCE,
  FILE_MEZZO,
  type FileMezzo,
  LIGHTING_KINDS,
  MAX_PIECES,
  MAX_SIDE_CM,
  type MezzoData,
  TIPI,
  VEICOLI,
} from './mezzo.ts';

export const TIPO_FIELD = 'Tipologia_impianto_publicitario__c';
export const FILE_CATEGORIE = Object.keys(FILE_MEZZO) as FileMezzo[];

/** @returns the device as far as an estimate needs it, undefined while a value is missing or impossible */
export function parseForStima(values: FormValues): MezzoData | undefined {
  const { [TIPO_FIELD]: tipo = '', facce = '', illuminazione = '', categoria_veicolo = '' } = values;
  const larghezza_cm = parseInteger(values.larghezza_cm, MAX_SIDE_CM);
  const altezza_cm = parseInteger(values.altezza_cm, MAX_SIDE_CM);
  const isKnown = knowsKey(TIPI, tipo) && knowsKey(FACCE, facce) && knowsKey(LIGHTING_KINDS, illuminazione);
  if (!isKnown || !larghezza_cm || !altezza_cm) return undefined;
  const shared = { [TIPO_FIELD]: tipo, facce, illuminazione, larghezza_cm, altezza_cm };
  if (tipo === 'Automezzo') {
    return knowsKey(VEICOLI, categoria_veicolo)
      ? ({ ...shared, targa: '', categoria_veicolo } as MezzoData)
      : undefined;
  }
  const quantita = parseInteger(values.quantita, MAX_PIECES);
  const [dal, al] = [values.dal, values.al].map((day) => (day && isDate(day) ? day : undefined));
  if (!quantita || (dal && al && dal > al)) return undefined;
  return { ...shared, indirizzo: '', testo: '', quantita, dal, al } as MezzoData;
}

const knowsKey = (texts: object, key: string): boolean => Object.hasOwn(texts, key);

/** @returns NaN unless it is a whole number from 1 to `max` */
function parseInteger(typed: string | undefined, max: number): number {
  const n = /^\s*\d{1,9}\s*$/.test(typed ?? '') ? Number(typed) : Number.NaN;
  return n >= 1 && n <= max ? n : Number.NaN;
}

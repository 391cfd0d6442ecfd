/** One device as it is typed, as far as its form in the browser reckons with it. Pure. */
import { isData } from '../../../platform/atoms/date.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import {
  type DatiMezzo,
  FACCE,
  FILE_MEZZO,
  type FileMezzo,
  ILLUMINAZIONE,
  MAX_LATO,
  MAX_PEZZI,
  TIPI,
  VEICOLI,
} from './mezzo.ts';

export const TIPO = 'Tipologia_impianto_publicitario__c';
export const CATEGORIE = Object.keys(FILE_MEZZO) as FileMezzo[];

/** @returns the device as far as an estimate needs it, undefined while something is missing or cannot be */
export function perLaStima(valori: Valori): DatiMezzo | undefined {
  const { [TIPO]: tipo = '', facce = '', illuminazione = '', categoria_veicolo = '' } = valori;
  const larghezza_cm = intero(valori.larghezza_cm, MAX_LATO);
  const altezza_cm = intero(valori.altezza_cm, MAX_LATO);
  const noti = sa(TIPI, tipo) && sa(FACCE, facce) && sa(ILLUMINAZIONE, illuminazione);
  if (!noti || !larghezza_cm || !altezza_cm) return undefined;
  const comuni = { [TIPO]: tipo, facce, illuminazione, larghezza_cm, altezza_cm };
  if (tipo === 'Automezzo') {
    return sa(VEICOLI, categoria_veicolo) ? ({ ...comuni, targa: '', categoria_veicolo } as DatiMezzo) : undefined;
  }
  const quantita = intero(valori.quantita, MAX_PEZZI);
  const [dal, al] = [valori.dal, valori.al].map((giorno) => (giorno && isData(giorno) ? giorno : undefined));
  if (!quantita || (dal && al && dal > al)) return undefined;
  return { ...comuni, indirizzo: '', testo: '', quantita, dal, al } as DatiMezzo;
}

const sa = (parole: object, chiave: string): boolean => Object.hasOwn(parole, chiave);

/** @returns NaN for what is no whole number from 1 to `max` */
function intero(scritto: string | undefined, max: number): number {
  const n = /^\s*\d{1,9}\s*$/.test(scritto ?? '') ? Number(scritto) : Number.NaN;
  return n >= 1 && n <= max ? n : Number.NaN;
}

/** When a poster may hang and what it costs (product rule). Pure; server and browser. */
import { aggiungiGiorni, conArticolo, dataBreve, giorniTra, isData } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { dopoLavorativi } from '../../../platform/atoms/giorni-lavorativi.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { OffertaManifesti } from './offerta.ts';

export const MAX_MANIFESTI = 500;
export const MAX_GIORNI = 60;

export type Tariffa = Pick<OffertaManifesti, 'prezzi' | 'urgenza_percento' | 'urgenza_minimo_cent'>;
export type Tempi = Pick<OffertaManifesti, 'giorni_lavorativi' | 'patrono'>;
/** What price and dates depend on, as typed or as sent: what is missing or no number is left out of account. */
export type Scelta = {
  categoria?: string | undefined;
  formato?: string | undefined;
  quantita?: string | number | undefined;
  dal?: string | undefined;
  al?: string | undefined;
  urgente: boolean;
};

/** All in whole euro cents but `giorni`. @property al_giorno_cent of one poster @property affissione_cent without the urgency */
export type Stima = {
  giorni: number;
  al_giorno_cent: number;
  affissione_cent: number;
  urgenza_cent: number;
  importo_cent: number;
};

/** Both days counted. */
export const giorniDi = (dal: string, al: string): number => giorniTra(dal, al) + 1;

/** @returns what it would cost; undefined while something is missing, out of bounds or not in the tariff */
export function stimaDi(tariffa: Tariffa, scelta: Scelta): Stima | undefined {
  const { dal = '', al = '' } = scelta;
  const quantita = /^\d{1,9}$/.test(String(scelta.quantita).trim()) ? Number(scelta.quantita) : Number.NaN;
  const prezzo = prezzoDi(tariffa, scelta);
  if (!prezzo || !(Number.isInteger(quantita) && quantita >= 1 && quantita <= MAX_MANIFESTI)) return undefined;
  if (!isData(dal) || !isData(al)) return undefined;
  const giorni = giorniDi(dal, al);
  if (giorni < 1 || giorni > MAX_GIORNI) return undefined;
  const { al_giorno_cent } = prezzo;
  const affissione_cent = al_giorno_cent * quantita * giorni;
  // Half a cent counts as one.
  const urgenza = Math.floor((affissione_cent * tariffa.urgenza_percento + 50) / 100);
  const urgenza_cent = scelta.urgente ? Math.max(urgenza, tariffa.urgenza_minimo_cent) : 0;
  return { giorni, al_giorno_cent, affissione_cent, urgenza_cent, importo_cent: affissione_cent + urgenza_cent };
}

const prezzoDi = ({ prezzi }: Pick<Tariffa, 'prezzi'>, { formato, categoria }: Scelta) =>
  prezzi.find((p) => p.formato === formato && p.categoria === categoria);

/** The first day that may be asked for today; a funeral or an urgent poster may hang at once. */
export const primoGiorno = (oggi: string, { giorni_lavorativi, patrono }: Tempi): string =>
  dopoLavorativi(oggi, giorni_lavorativi, patrono);

export const subito = ({ categoria, urgente }: Scelta): boolean => urgente || categoria === 'funebre';

/** @param oggi the day it is in Rome @returns what no single field can know */
export function erroriManifesto(offerta: Tempi & Pick<Tariffa, 'prezzi'>, scelta: Scelta, oggi: string): FieldErrors {
  const { dal = '', al = '', formato, categoria } = scelta;
  const errori: FieldErrors = {};
  if (formato && categoria && !prezzoDi(offerta, scelta))
    errori.formato = ['L’ente non affigge manifesti di questo formato per questa categoria: scegline un altro.'];
  const primo = primoGiorno(oggi, offerta);
  if (isData(dal)) {
    if (dal < oggi) errori.dal = ['Questo giorno è passato: scegline uno da oggi in poi.'];
    else if (dal < primo && !subito(scelta))
      errori.dal = [
        `Scegli un giorno ${conArticolo('dal', dataBreve(primo))} in poi, oppure chiedi l’affissione urgente.`,
      ];
  }
  if (isData(dal) && isData(al)) {
    if (al < dal) errori.al = ['L’ultimo giorno viene prima del primo: correggi una delle due date.'];
    else if (giorniDi(dal, al) > MAX_GIORNI)
      errori.al = [
        `Un manifesto resta al massimo ${MAX_GIORNI} giorni: scegli un giorno fino ${conArticolo('al', dataBreve(aggiungiGiorni(dal, MAX_GIORNI - 1)))}.`,
      ];
  }
  return errori;
}

export const inGiorni = (n: number): string => (n === 1 ? '1 giorno' : `${n} giorni`);
export const inManifesti = (n: number): string => (n === 1 ? '1 manifesto' : `${n} manifesti`);

/** How an estimate came about: "20 manifesti × 7 giorni × 0,40 €, più 25,82 € per l’urgenza". */
export const comeSiCalcola = ({ giorni, al_giorno_cent, urgenza_cent }: Stima, quantita: number): string =>
  `${inManifesti(quantita)} × ${inGiorni(giorni)} × ${euro(al_giorno_cent)}` +
  (urgenza_cent > 0 ? `, più ${euro(urgenza_cent)} per l’urgenza` : '');

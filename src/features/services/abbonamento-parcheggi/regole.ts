/** Prices and days of parking subscriptions. Pure; server and browser. */
import { isData } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { type Durata, MESI, type Tipo } from './valori.ts';

/** @property zona absent: every zone that has no price of its own for kind and duration */
export type Prezzo = { zona?: string | undefined; tipo: Tipo; durata: Durata; importo_cent: number };
export type Scelta = { zona?: string | undefined; tipo?: string | undefined; durata?: string | undefined };

/** @returns whole cents, undefined when the body does not offer it */
export function prezzoDi(prezzi: readonly Prezzo[], { zona, tipo, durata }: Scelta): number | undefined {
  const suoi = prezzi.filter((p) => p.tipo === tipo && p.durata === durata);
  return (suoi.find((p) => p.zona === zona) ?? suoi.find((p) => p.zona === undefined))?.importo_cent;
}

type Offerta = { zone: readonly { codice: string }[]; prezzi: readonly Prezzo[]; max_targhe: number };

/**
 * What a body does not offer, at the fields of the wire; what is not chosen at all is the schema's matter.
 * @param v with the number of plates that were written
 */
export function erroriScelta({ zone, prezzi, max_targhe }: Offerta, v: Scelta & { targhe: number }): FieldErrors {
  const errori: FieldErrors = {};
  if (v.zona && !zone.some(({ codice }) => codice === v.zona)) errori.zona = ['Scegli una delle zone di questo ente.'];
  else if (v.zona && v.tipo && v.durata && prezzoDi(prezzi, v) === undefined) {
    const tipo = prezzi.some((p) => p.tipo === v.tipo && (p.zona ?? v.zona) === v.zona);
    if (tipo) errori.durata = ['Per questa zona e questo tipo scegli un’altra durata: questa non c’è.'];
    else errori.tipo = ['Scegli un altro tipo: per questa zona questo non c’è.'];
  }
  if (v.targhe > max_targhe)
    errori[`targhe.${max_targhe}`] = [
      max_targhe === 1
        ? 'Questo ente mette una targa sola in un abbonamento: togli le altre.'
        : `Questo ente mette al massimo ${max_targhe} targhe in un abbonamento: togli questa.`,
    ];
  return errori;
}

/**
 * The last day of a subscription: the one before that day of the month, so many months later; where the month is too short, its
 * last day.
 */
export function ultimoGiorno(dal: string, durata: Durata): string {
  const [anno = 0, mese = 1, giorno = 1] = dal.split('-').map(Number);
  const ultimo = new Date(Date.UTC(anno, mese + MESI[durata], 0)).getUTCDate();
  // Day 0 is the last of the month before.
  return new Date(Date.UTC(anno, mese - 1 + MESI[durata], Math.min(giorno - 1, ultimo))).toISOString().slice(0, 10);
}

/** @param oggi the day it is in Rome @returns errors of the first day; one that is none is the schema's matter */
export const erroriInizio = (dal: string | undefined, oggi: string): FieldErrors =>
  dal && isData(dal) && dal < oggi ? { dal: ['Scegli un inizio da oggi in poi.'] } : {};

/** The kinds and durations of parking subscriptions, with their labels. Server and browser. */

export const TIPI = {
  residente: 'Residente',
  domiciliato: 'Domiciliato',
  lavoratore: 'Lavoratore nella zona',
  altro: 'Altro',
} as const;
export type Tipo = keyof typeof TIPI;

export const DURATION_LABELS = {
  mensile: 'Un mese',
  trimestrale: 'Tre mesi',
  semestrale: 'Sei mesi',
  annuale: 'Un anno',
} as const;
export type Durata = keyof typeof DURATION_LABELS;

export const DURATION_MONTHS: Readonly<Record<Durata, number>> = {
  mensile: 1,
  trimestrale: 3,
  semestrale: 6,
  annuale: 12,
};

/** The most plates that any ente may allow in one subscription (product rule). */
export const MAX_TARGHE = 3;

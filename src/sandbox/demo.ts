/**
 * The data of a first start: invented enti and the affairs of invented people. Tax codes contain no existing province or place,
 * and e-mails, sites and telephone numbers lead nowhere.
 */
import { avvisi } from './demo/avvisi.ts';
import { dichiarazioni } from './demo/dichiarazioni.ts';
import { documenti } from './demo/documenti.ts';
import { ENTI } from './demo/enti.ts';
import { mezzi } from './demo/mezzi.ts';
import { OFFERTE } from './demo/offerte.ts';
import { posizioni, rappresentanze } from './demo/posizioni.ts';
import { SERVIZI_PAGAMENTO } from './demo/servizi-pagamento.ts';
import { SPORTELLI } from './demo/sportelli.ts';

/**
 * The demo as a data file. Marked `prova`: a production store refuses it.
 * @param today the day of the first start, `YYYY-MM-DD`: due dates are relative to it
 */
export const demoData = (today: string) => ({
  prova: true,
  enti: ENTI,
  posizioni: posizioni(),
  rappresentanze: rappresentanze(),
  documenti: documenti(today),
  avvisi: avvisi(today),
  dichiarazioni: dichiarazioni(today),
  mezzi: mezzi(today),
  sportelli: SPORTELLI,
  offerte: OFFERTE,
  servizi_pagamento: SERVIZI_PAGAMENTO,
});

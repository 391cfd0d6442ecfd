/**
 * The data of a first start: invented enti and the affairs of invented people. Tax codes contain no existing province or place,
 * and e-mails, sites and telephone numbers lead nowhere.
 */
import { addDays } from '../platform/atoms/date.ts';
import { avvisi } from './demo/avvisi.ts';
import { CALENDARI } from './demo/calendari.ts';
import { dichiarazioni } from './demo/dichiarazioni.ts';
import { documenti } from './demo/documenti.ts';
import { ENTI } from './demo/enti.ts';
import { mezzi } from './demo/mezzi.ts';
import { OFFERTE } from './demo/offerte.ts';
import { posizioni, rappresentanze } from './demo/posizioni.ts';
import { SERVIZI_PAGAMENTO } from './demo/servizi-pagamento.ts';
import { SPORTELLI } from './demo/sportelli.ts';
import { DEMO_CRESTS, DEMO_LOGO } from './demo/stemmi.ts';
import { UFFICI } from './demo/uffici.ts';

/** What the file of an ente has beside its record: a crest; of the first also a notice, a link and a logo. */
const enteParts = (id: string, today: string) => ({
  ...(DEMO_CRESTS[id] && { stemma: DEMO_CRESTS[id] }),
  ...(id === 'borgosereno' && {
    annunci: [
      {
        testo: 'Lunedì gli uffici sono chiusi. I servizi online restano aperti.',
        dal: today,
        al: addDays(today, 30),
        collegamento: { testo: 'Leggi gli orari', url: 'https://www.borgosereno.example/orari' },
      },
    ],
    piede: {
      collegamenti: [
        { testo: 'Amministrazione trasparente', url: 'https://www.borgosereno.example/trasparenza' },
        { testo: 'Albo pretorio', url: 'https://www.borgosereno.example/albo' },
      ],
      loghi: [{ immagine: DEMO_LOGO, alternativo: 'Finanziato con fondi di prova' }],
    },
  }),
});

/**
 * The demo as a data file. Marked `prova`: a production store refuses it.
 * @param today the day of the first start, `YYYY-MM-DD`: due dates are relative to it
 */
export const demoData = (today: string) => ({
  prova: true,
  enti: ENTI.map((ente) => ({ ...ente, ...enteParts(ente.id, today) })),
  uffici: UFFICI,
  posizioni: posizioni(),
  rappresentanze: rappresentanze(),
  documenti: documenti(today),
  avvisi: avvisi(today),
  dichiarazioni: dichiarazioni(today),
  mezzi: mezzi(today),
  sportelli: SPORTELLI,
  calendari: CALENDARI,
  offerte: OFFERTE,
  servizi_pagamento: SERVIZI_PAGAMENTO,
});

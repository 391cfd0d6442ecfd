/** The lists of an operator's desk that are measured, and whose plans are read. */
import { CODICE_FISCALE, RARE_NAME } from '../../scripts/data/fill/pratiche.ts';

const ORDERS = ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata', 'stato'];
const CODE = ['mie', 'ufficio', 'da_assegnare', 'in_ritardo', 'in_scadenza', 'in_attesa', 'chiuse'];
const SEARCHES: Record<string, string> = {
  'un nome raro': RARE_NAME,
  'una parola comune': 'lampione',
  'un numero': '2026/000012',
  'una parola di nessuno': 'xyzzy',
  'nome e cognome': 'anna bianchi',
  'un codice fiscale': CODICE_FISCALE,
  'un protocollo dell’ente': 'PG-',
};
/** Lists, each with its filters. One with a page asks for its last: where the pages of a long list end, or a short one does. */
export const DESK_LISTS: Record<string, Record<string, string>> = {
  ...Object.fromEntries(ORDERS.map((order) => [`aperte per ${order}`, { stato: 'aperte', ordine: order }])),
  ...Object.fromEntries(
    ORDERS.map((o) => [
      `aperte per ${o}, al contrario`,
      { stato: 'aperte', ordine: o === 'arrivo' ? 'arrivo_primi' : `${o}_ultimi` },
    ]),
  ),
  tutte: { stato: 'tutte' },
  'tutte, ultima pagina': { stato: 'tutte', pagina: '1' },
  ...Object.fromEntries(CODE.map((coda) => [`coda ${coda}`, { coda }])),
  'un servizio': { stato: 'tutte', servizio: 'SF310' },
  'un servizio per arrivo': { stato: 'tutte', servizio: 'SF310', ordine: 'arrivo' },
  'da leggere': { stato: 'aperte', non_lette: '1' },
  'un mese': { stato: 'tutte', dal: '2026-10-01', al: '2026-10-31' },
  'un anno per arrivo': { stato: 'tutte', dal: '2025-11-01', al: '2026-10-31', ordine: 'arrivo' },
  ...Object.fromEntries(Object.entries(SEARCHES).map(([name, q]) => [name, { stato: 'tutte', q }])),
};

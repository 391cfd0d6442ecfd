/** The lists of an operator's desk that are measured, and whose plans are read. */
import { CODICE_FISCALE, RARE_NAME } from '../../scripts/data/fill/pratiche.ts';

const ORDERS = ['termine', 'arrivo', 'numero', 'richiedente', 'assegnata', 'stato'];
const CODE = ['mie', 'ufficio', 'da_assegnare', 'in_ritardo', 'in_scadenza', 'in_attesa', 'chiuse'];
const SEARCHES: Record<string, string> = {
  'a rare name': RARE_NAME,
  'a common word': 'lampione',
  'a number': '2026/000012',
  'a word of no case': 'xyzzy',
  'name and surname': 'anna bianchi',
  'a tax code': CODICE_FISCALE,
  'a protocol number': 'PG-',
};
/** Lists, each with its filters. One with a page asks for its last: where the pages of a long list end, or a short one does. */
export const DESK_LISTS: Record<string, Record<string, string>> = {
  ...Object.fromEntries(ORDERS.map((order) => [`open by ${order}`, { stato: 'aperte', ordine: order }])),
  ...Object.fromEntries(
    ORDERS.map((o) => [
      `open by ${o}, reversed`,
      { stato: 'aperte', ordine: o === 'arrivo' ? 'arrivo_primi' : `${o}_ultimi` },
    ]),
  ),
  all: { stato: 'tutte' },
  'all, last page': { stato: 'tutte', pagina: '1' },
  ...Object.fromEntries(CODE.map((coda) => [`queue ${coda}`, { coda }])),
  'one service': { stato: 'tutte', servizio: 'SF310' },
  'one service by arrival': { stato: 'tutte', servizio: 'SF310', ordine: 'arrivo' },
  unread: { stato: 'aperte', non_lette: '1' },
  'a month': { stato: 'tutte', dal: '2026-10-01', al: '2026-10-31' },
  'a year by arrival': { stato: 'tutte', dal: '2025-11-01', al: '2026-10-31', ordine: 'arrivo' },
  ...Object.fromEntries(Object.entries(SEARCHES).map(([name, q]) => [name, { stato: 'tutte', q }])),
};

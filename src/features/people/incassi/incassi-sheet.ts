/** What came in, as the rows of a sheet for the treasury. Pure. */
import { shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatAmount } from '../../../platform/atoms/euro.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import type { Incasso } from './incassi.contract.ts';
import { DECISIONE_NAMES, INCASSO_STATO_NAMES } from './incasso-words.ts';

export const INCASSI_TITLES = [
  'Pagato il',
  'Numero avviso',
  'IUV',
  'Ricevuta (IUR)',
  'Causale',
  'Servizio',
  'Capitolo',
  'Accertamento',
  'Importo in euro',
  'Bollo in euro',
  'Fornitore',
  'Incassato da',
  'Pagato due volte',
  'Avviso del portale',
  'Pagato dal portale',
  'Stato',
  'Revocato',
  'Decisione',
];

const yesNo = (is: boolean): string => (is ? 'sì' : 'no');

/** @returns a row per receipt. Numbers of notices are in groups, which a spreadsheet takes as text: it would round a number so long */
export const incassiRows = (incassi: readonly Incasso[]): (string | number)[][] =>
  incassi.map((i) => [
    shortDate(todayInRome(Date.parse(i.pagato_il))),
    groupDigits(i.numero_avviso),
    groupDigits(i.IUV),
    i.rif,
    i.causale,
    i.servizio_nome,
    i.capitolo ?? '',
    i.accertamento ?? '',
    formatAmount(i.importo_cent),
    formatAmount(i.bollo_cent),
    FORNITORE_NAMES[i.fornitore],
    i.intermediario ?? '',
    yesNo(i.doppio),
    yesNo(i.conosciuto),
    yesNo(i.dal_portale),
    INCASSO_STATO_NAMES[i.stato],
    yesNo(i.revocato),
    i.decisione ? DECISIONE_NAMES[i.decisione] : '',
  ]);

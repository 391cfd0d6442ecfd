/**
 * A year of money of the first ente, in every state: receipts with their settlement flows and the movements of the bank, and what an office
 * has to look at. Days count from the day of the first start.
 */
import { addDays, midnightInRome } from '../../platform/atoms/date.ts';
import { cifreControlloOf, iuvOf } from '../../platform/atoms/numero-avviso.ts';
import type { Accredito, Avviso, Flusso, FlussoPagamento, Ricevuta } from '../../store/tables.ts';

const ENTE = 'borgosereno';
const DEMO_PSP = { psp: 'BANCAPROVA', nome_psp: 'Banca di prova S.p.A.' };
const MONEY_DAYS = 365;
const HOUR_MS = 3_600_000;

/** @property months in which it is paid most, 1 to 12; none: in all alike */
type DemoIncome = { causale: string; servizio: string; importo_cent: number; months: readonly number[] };
const DEMO_INCOMES: readonly DemoIncome[] = [
  { causale: 'TARI, acconto', servizio: 'TARMB', importo_cent: 172_10, months: [5, 6] },
  { causale: 'TARI, saldo', servizio: 'TARMB', importo_cent: 168_40, months: [11, 12] },
  {
    causale: 'Mensa scolastica',
    servizio: 'spontaneo/mensa',
    importo_cent: 64_50,
    months: [1, 2, 3, 4, 5, 9, 10, 11, 12],
  },
  { causale: 'Trasporto scolastico', servizio: '', importo_cent: 45_00, months: [1, 9] },
  { causale: 'Lampade votive', servizio: 'SF500', importo_cent: 21_80, months: [3, 4] },
  { causale: 'Canone per la pubblicità', servizio: 'ICP', importo_cent: 395_00, months: [1, 4, 7, 10] },
  { causale: 'Diritti di segreteria', servizio: 'spontaneo/certificati', importo_cent: 16_52, months: [] },
];
const DEMO_BANKS = ['Banca di prova S.p.A.', 'Poste di prova', 'Tabaccheria di prova'];

/** The same row of numbers at each start: the n-th, less than `below`. */
const pickNumber = (n: number, below: number): number => (Math.imul(n + 1, 2_654_435_761) >>> 8) % below;

function numeroOf(n: number): string {
  const start = `302${String(9_500_000 + n).padStart(13, '0')}`;
  return start + cifreControlloOf(start);
}

export type DemoMoney = {
  avvisi: Avviso[];
  ricevute: Ricevuta[];
  flussi: Flusso[];
  flussi_pagamenti: FlussoPagamento[];
  accrediti: Accredito[];
};

/** @param today `YYYY-MM-DD` */
export function demoMoney(today: string): DemoMoney {
  const ricevute = Array.from({ length: MONEY_DAYS }, (_, i) => receiptsOn(addDays(today, i - MONEY_DAYS), i)).flat();
  const twice = ricevute.at(-40);
  if (twice)
    ricevute.push({
      ...twice,
      id: 'demo-incasso-due',
      rif: 'DEMODUE',
      doppia: 1,
      pagato_il: twice.pagato_il + HOUR_MS,
    });
  // Some were asked for by another program: the portal does not have their notices.
  const known = ricevute.filter(({ doppia }, i) => doppia === 0 && i % 60 !== 30);
  const money: DemoMoney = { avvisi: known.map(paidAvviso), ricevute, flussi: [], flussi_pagamenti: [], accrediti: [] };
  // Paid on the last two days and not transferred yet.
  const settled = Map.groupBy(ricevute, ({ pagato_il }) => dayOf(pagato_il));
  let count = 0;
  for (const [day, paid] of settled) if (day < addDays(today, -2)) settleDay(money, { day, paid, n: count++, today });
  return money;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function receiptsOn(day: string, i: number): Ricevuta[] {
  const month = Number(day.slice(5, 7));
  return DEMO_INCOMES.flatMap((income, kind): Ricevuta[] => {
    const n = i * DEMO_INCOMES.length + kind;
    const often = income.months.includes(month) ? 3 : income.months.length === 0 ? 6 : 40;
    if (pickNumber(n, often) !== 0) return [];
    const numero_avviso = numeroOf(n);
    return [
      {
        id: `demo-incasso-${n}`,
        fornitore: 'pagopa',
        rif: `DEMO${String(n).padStart(8, '0')}`,
        ente: ENTE,
        numero_avviso,
        pagamento: null,
        causale: income.causale,
        importo_cent: income.importo_cent,
        pagato_il: midnightInRome(day) + (8 + pickNumber(n, 12)) * HOUR_MS,
        intermediario: DEMO_BANKS[pickNumber(n, DEMO_BANKS.length)] ?? null,
        doppia: 0,
        iuv: iuvOf(numero_avviso),
        giorno: day,
        servizio: income.servizio,
        bollo_cent: 0,
      },
    ];
  });
}

const paidAvviso = ({ ente, numero_avviso, iuv, causale, importo_cent, pagato_il }: Ricevuta): Avviso => ({
  ente,
  numero_avviso,
  iuv: iuv ?? '',
  causale,
  importo_cent,
  scadenza: addDays(dayOf(pagato_il), 10),
  bollo_cent: null,
  pagabile_fino: null,
  stato: 'pagato',
  stato_da: 'ricevuta',
  debitore: null,
  posizione: null,
  pratica: null,
  servizio: null,
  dati_json: '{}',
  proprietario: null,
  creato: pagato_il - 20 * 24 * HOUR_MS,
  scade: null,
});

type DayToSettle = { day: string; paid: readonly Ricevuta[]; n: number; today: string };

/** The bank transfers the next day, and the cash book has it two days later; that of the last week is still to come. */
function settleDay(money: DemoMoney, { day, paid, n, today }: DayToSettle): void {
  const data = addDays(day, 1);
  const nome = `${data}${DEMO_PSP.psp}-${String(n).padStart(4, '0')}`;
  const flusso = [ENTE, DEMO_PSP.psp, nome, 1].join('/');
  const importo_cent = paid.reduce((cents, r) => cents + r.importo_cent, 0);
  // A hundred flows ago one said a cent too much, and the bank booked another amount for the one after it.
  const isWrong = n === 100;
  const isBooked = data < addDays(today, -7);
  money.flussi.push({
    id: flusso,
    ente: ENTE,
    ...DEMO_PSP,
    nome,
    revisione: 1,
    data,
    regolamento: `TRN${String(n).padStart(10, '0')}`,
    pagamenti: paid.length,
    importo_cent: isWrong ? importo_cent + 1 : importo_cent,
    letti: paid.length,
    letti_cent: importo_cent,
    pubblicato: midnightInRome(data) + 20 * HOUR_MS,
  });
  money.flussi_pagamenti.push(
    ...paid.map(
      (r, i): FlussoPagamento => ({
        flusso,
        n: i + 1,
        ente: ENTE,
        iuv: r.iuv ?? '',
        iur: r.rif,
        trasferimento: 1,
        importo_cent: r.importo_cent,
        esito: n === 120 && i === 0 ? 'REVOKED' : 'EXECUTED',
        pagato_il: r.pagato_il,
      }),
    ),
  );
  if (!isBooked) return;
  money.accrediti.push({
    id: `demo-accredito-${n}`,
    ente: ENTE,
    data: addDays(data, 2),
    importo_cent: n === 101 ? importo_cent - 100 : importo_cent,
    causale: `BONIFICO /PUR/LGPE-RIVERSAMENTO/URI/${nome}`,
    numero: String(1000 + n),
    flusso: nome,
    caricato_il: midnightInRome(addDays(data, 3)) + 9 * HOUR_MS,
    caricato_da: null,
  });
}

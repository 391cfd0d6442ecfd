/** Notices of the sandbox without a position. Days count from the day of the first start, numbers are always the same. */
import { addDays } from '../../platform/atoms/date.ts';
import { cifreControlloOf } from '../../platform/atoms/numero-avviso.ts';
import { CITTADINI } from '../persone.ts';

/**
 * @property n last digits of the notice number @property giorni from today to the due date @property fino from today to the last
 * day on which it can be paid @property dentro what a tester can try with it
 */
type AvvisoDemo = {
  n: number;
  ente: string;
  causale: string;
  importo_cent: number;
  stato: 'da_pagare' | 'pagato' | 'annullato';
  giorni: number;
  fino?: number;
  chi?: string;
  /** User code of the position whose plan it is an instalment of */
  posizione?: string;
  /** The last two digits do not match the others, as on some real notices */
  wrongCifre?: true;
  contents: string;
};

export const AVVISI: readonly AvvisoDemo[] = [
  {
    n: 1,
    ente: 'borgosereno',
    causale: 'Mensa scolastica, primo trimestre',
    importo_cent: 6450,
    stato: 'da_pagare',
    giorni: 40,
    chi: 'anna',
    contents: 'both providers take it; Anna finds it among her due dates',
  },
  {
    n: 2,
    ente: 'collelume',
    causale: 'Oneri di urbanizzazione, seconda rata',
    importo_cent: 125_000,
    stato: 'da_pagare',
    giorni: 75,
    contents: 'above 999.99 €: pagoPA only',
  },
  {
    n: 3,
    ente: 'portolieve',
    causale: 'Violazione del codice della strada, verbale 1204',
    importo_cent: 4200,
    stato: 'da_pagare',
    giorni: -8,
    chi: 'mario',
    contents: 'past its due date, can still be paid',
  },
  {
    n: 4,
    ente: 'portolieve',
    causale: 'Diritti di ricerca in archivio',
    importo_cent: 80,
    stato: 'da_pagare',
    giorni: 25,
    contents: 'below 1.00 €: pagoPA only',
  },
  {
    n: 5,
    ente: 'borgosereno',
    causale: 'Concessione di una sala comunale',
    importo_cent: 4500,
    stato: 'da_pagare',
    giorni: 20,
    wrongCifre: true,
    contents: 'its check digits do not match: a warning, and it can be paid',
  },
  {
    n: 6,
    ente: 'collelume',
    causale: 'Iscrizione al nido, anno in corso',
    importo_cent: 3000,
    stato: 'da_pagare',
    giorni: -60,
    fino: -30,
    contents: 'expired: its last day has passed',
  },
  {
    n: 7,
    ente: 'portolieve',
    causale: 'Passo carrabile, rilascio del cartello',
    importo_cent: 3800,
    stato: 'pagato',
    giorni: -15,
    chi: 'mario',
    contents: 'paid',
  },
  {
    n: 8,
    ente: 'borgosereno',
    causale: 'Mensa scolastica, emesso per errore',
    importo_cent: 5100,
    stato: 'annullato',
    giorni: 30,
    contents: 'cancelled by the ente',
  },
  ...rate({
    firstNumber: 9,
    posizione: 'BS-100101',
    causale: 'TARI, rata unica',
    importi: [6170, 6170, 6170, 6170],
    paidCount: 2,
  }),
  ...rate({
    firstNumber: 13,
    posizione: 'BS-200202',
    causale: 'Canone per la pubblicità',
    importi: [39500, 39500, 39500],
    paidCount: 1,
  }),
];

type Piano = { firstNumber: number; posizione: string; causale: string; importi: readonly number[]; paidCount: number };

/** Instalments of a plan that was agreed before the portal existed: one every thirty days, the first ones paid. */
function rate({ firstNumber, posizione, causale, importi, paidCount }: Piano): AvvisoDemo[] {
  return importi.map((importo_cent, i) => ({
    n: firstNumber + i,
    ente: 'borgosereno',
    causale: `${causale}: rata ${i + 1} di ${importi.length}`,
    importo_cent,
    stato: i < paidCount ? 'pagato' : 'da_pagare',
    giorni: 10 + 30 * (i - paidCount),
    posizione,
    contents: `instalment of position ${posizione}`,
  }));
}

/** @returns a notice number of its own range: aux digit 3, segregation code 02 */
export function numeroAvvisoOf({ n, wrongCifre }: Pick<AvvisoDemo, 'n' | 'wrongCifre'>): string {
  const first16 = `3020000009${String(n).padStart(6, '0')}`;
  const rightCifre = Number(cifreControlloOf(first16));
  return first16 + String(wrongCifre ? (rightCifre + 1) % 93 : rightCifre).padStart(2, '0');
}

/** @param today `YYYY-MM-DD` */
export function avvisi(today: string) {
  return AVVISI.map(({ ente, causale, importo_cent, stato, giorni, fino, chi, posizione, ...rest }) => {
    const persona = CITTADINI.find(({ id }) => id === chi);
    return {
      ente,
      numero_avviso: numeroAvvisoOf(rest),
      causale,
      importo_cent,
      scadenza: addDays(today, giorni),
      ...(fino !== undefined && { pagabile_fino: addDays(today, fino) }),
      stato,
      ...(persona && { debitore: persona.codice_fiscale }),
      ...(posizione && { codice_utente: posizione }),
    };
  });
}

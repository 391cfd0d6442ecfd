/** Notices of the sandbox that belong to no position. Days count from the day of the first start, numbers are always the same. */
import { aggiungiGiorni } from '../../platform/atoms/date.ts';
import { cifreDiControllo } from '../../platform/atoms/numero-avviso.ts';
import { CITTADINI } from '../persone.ts';

/**
 * @property n last digits of the notice number @property giorni from today to the due date @property fino from today to the last
 * day on which it can be paid @property dentro what there is to try
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
  cifreSbagliate?: true;
  dentro: string;
};

export const AVVISI: readonly AvvisoDemo[] = [
  {
    ...{ n: 1, ente: 'borgosereno', causale: 'Mensa scolastica, primo trimestre', importo_cent: 6450 },
    ...{ stato: 'da_pagare', giorni: 40, chi: 'anna' },
    dentro: 'both providers take it; Anna finds it among her due dates',
  },
  {
    ...{ n: 2, ente: 'collelume', causale: 'Oneri di urbanizzazione, seconda rata', importo_cent: 125_000 },
    ...{ stato: 'da_pagare', giorni: 75 },
    dentro: 'above 999.99 €: pagoPA only',
  },
  {
    ...{ n: 3, ente: 'portolieve', causale: 'Violazione del codice della strada, verbale 1204', importo_cent: 4200 },
    ...{ stato: 'da_pagare', giorni: -8, chi: 'mario' },
    dentro: 'past its due date, can still be paid',
  },
  {
    ...{ n: 4, ente: 'portolieve', causale: 'Diritti di ricerca in archivio', importo_cent: 80 },
    ...{ stato: 'da_pagare', giorni: 25 },
    dentro: 'below 1.00 €: pagoPA only',
  },
  {
    ...{ n: 5, ente: 'borgosereno', causale: 'Concessione di una sala comunale', importo_cent: 4500 },
    ...{ stato: 'da_pagare', giorni: 20, cifreSbagliate: true },
    dentro: 'its check digits do not match: a warning, and it can be paid',
  },
  {
    ...{ n: 6, ente: 'collelume', causale: 'Iscrizione al nido, anno in corso', importo_cent: 3000 },
    ...{ stato: 'da_pagare', giorni: -60, fino: -30 },
    dentro: 'expired: its last day has passed',
  },
  {
    ...{ n: 7, ente: 'portolieve', causale: 'Passo carrabile, rilascio del cartello', importo_cent: 3800 },
    ...{ stato: 'pagato', giorni: -15, chi: 'mario' },
    dentro: 'paid',
  },
  {
    ...{ n: 8, ente: 'borgosereno', causale: 'Mensa scolastica, emesso per errore', importo_cent: 5100 },
    ...{ stato: 'annullato', giorni: 30 },
    dentro: 'cancelled by the ente',
  },
  ...rate({ da: 9, posizione: 'BS-100101', causale: 'TARI, rata unica', importi: [6170, 6170, 6170, 6170], pagate: 2 }),
  ...rate({
    da: 13,
    posizione: 'BS-200202',
    causale: 'Canone per la pubblicità',
    importi: [39500, 39500, 39500],
    pagate: 1,
  }),
];

type Piano = { da: number; posizione: string; causale: string; importi: readonly number[]; pagate: number };

/** Instalments of a plan that was agreed before there was a portal: one every thirty days, the first ones paid. */
function rate({ da, posizione, causale, importi, pagate }: Piano): AvvisoDemo[] {
  return importi.map((importo_cent, i) => ({
    ...{ n: da + i, ente: 'borgosereno', causale: `${causale}: rata ${i + 1} di ${importi.length}`, importo_cent },
    ...{ stato: i < pagate ? 'pagato' : 'da_pagare', giorni: 10 + 30 * (i - pagate), posizione },
    dentro: `instalment of position ${posizione}`,
  }));
}

/** @returns a notice number of its own range: aux digit 3, segregation code 02 */
export function numeroDi({ n, cifreSbagliate }: Pick<AvvisoDemo, 'n' | 'cifreSbagliate'>): string {
  const sedici = `3020000009${String(n).padStart(6, '0')}`;
  const giuste = Number(cifreDiControllo(sedici));
  return sedici + String(cifreSbagliate ? (giuste + 1) % 93 : giuste).padStart(2, '0');
}

/** @param oggi `YYYY-MM-DD` */
export function avvisi(oggi: string) {
  return AVVISI.map(({ ente, causale, importo_cent, stato, giorni, fino, chi, posizione, ...altro }) => {
    const persona = CITTADINI.find(({ id }) => id === chi);
    return {
      ...{ ente, numero_avviso: numeroDi(altro), causale, importo_cent, scadenza: aggiungiGiorni(oggi, giorni) },
      ...(fino !== undefined && { pagabile_fino: aggiungiGiorni(oggi, fino) }),
      stato,
      ...(persona && { debitore: persona.codice_fiscale }),
      ...(posizione && { codice_utente: posizione }),
    };
  });
}

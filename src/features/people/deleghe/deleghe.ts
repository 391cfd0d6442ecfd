/** Addresses and words of delegations. Pure. */
import type { ShownDelega } from './deleghe.contract.ts';

export const DELEGHE_PATH = '/area-riservata/deleghe';
export const DELEGATED_PATH = `${DELEGHE_PATH}/posizioni`;

/** The longest that a delegation may hold, in days (decision 73). */
export const MAX_DAYS = 730;

/** "vedere, pagare e inviare richieste" */
export function powersInWords({ paga, presenta }: Pick<ShownDelega, 'paga' | 'presenta'>): string {
  const powers = ['vedere', ...(paga ? ['pagare'] : []), ...(presenta ? ['inviare richieste'] : [])];
  const last = powers.pop() ?? '';
  return powers.length > 0 ? `${powers.join(', ')} e ${last}` : last;
}

const OVER_WORDS = {
  scaduta: 'scaduta',
  rifiutata: 'rifiutata da chi l’ha ricevuta',
  revocata: 'revocata da chi l’ha data',
  rinunciata: 'lasciata da chi l’ha ricevuta',
} as const;

/** @returns why it no longer holds; undefined while it waits or holds */
export const overInWords = ({ stato }: Pick<ShownDelega, 'stato'>): string | undefined =>
  stato === 'attesa' || stato === 'attiva' ? undefined : OVER_WORDS[stato];

export const AVVISI_WORDS: Readonly<Record<ShownDelega['avvisi'], string>> = {
  entrambi: 'A me e alla persona delegata',
  titolare: 'Solo a me',
  delegato: 'Solo alla persona delegata',
};

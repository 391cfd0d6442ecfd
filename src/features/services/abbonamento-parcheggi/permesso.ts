/** When the permit of a parking subscription can be downloaded, its addresses, and the spelling of its code. Pure. */
import type { PraticaDownload } from '../../../context.ts';
import type { PraticaDetail } from '../../cases/chat/chat.contract.ts';

/** Where anybody checks a permit by its code. */
export const VERIFICA_PATH = '/verifica/permesso';

/** The code in groups, as it is printed under the QR code: it can be typed, too. */
export const groupCodice = (codice: string): string => codice.replace(/(.{4})(?=.)/g, '$1-');

/** The code as it is stored, from the way in which somebody typed it. */
export const normaliseCodice = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** @returns whether the subscription was accepted, and is free or paid @param avvisi states of the notices of its case */
export function isPermessoReady(
  { codice, stato, importo_cent }: { codice: string; stato: string; importo_cent: unknown },
  avvisi: readonly string[],
): boolean {
  if (codice !== 'SF300' || stato !== 'accettata') return false;
  return importo_cent === 0 || (avvisi.length > 0 && avvisi.every((avviso) => avviso === 'pagato'));
}

/** The permit, once it can be had. */
export function permessoDownload(
  { id, dati, pagamenti = [], vista, ...d }: PraticaDetail,
  email: string,
): PraticaDownload[] {
  const isReady = isPermessoReady(
    { ...d, importo_cent: dati.importo_cent },
    pagamenti.map((p) => p.stato),
  );
  if (!isReady) return [];
  const href = `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?${new URLSearchParams({ email, vista })}`;
  return [{ href, label: 'Scarica il permesso di sosta (PDF)', main: true }];
}

/** The other end of the signatures: checks those of the portal's calls, makes those of the notifications. */
import { createHmac } from 'node:crypto';
import { equal } from '../../platform/signer.server.ts';

export const HEADER_FIRMA = 'x-mooney-signature';
const FINESTRA = 5 * 60_000;

const hmac = (segreto: string, testo: string) => createHmac('sha256', segreto).update(testo).digest('hex');

type Chiamata = { metodo: string; percorso: string; corpo: string; firma: string };

/**
 * @param now ms since the epoch @returns false for a call of somebody without the secret, or older than five minutes
 */
export function chiamataFirmata(segreto: string, now: number, { metodo, percorso, corpo, firma }: Chiamata): boolean {
  const [, t, v1] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(firma) ?? [];
  if (!t || !v1 || Math.abs(now - Number(t) * 1000) > FINESTRA) return false;
  return equal(hmac(segreto, `${t}.${metodo} ${percorso}.${corpo}`), v1);
}

export function firmaNotifica(segreto: string, now: number, corpo: string): string {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmac(segreto, `${t}.${corpo}`)}`;
}

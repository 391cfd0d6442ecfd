/** Signatures between the portal and the second provider: HMAC-SHA-256 under the secret that both know. */
import { createHmac } from 'node:crypto';
import { equal } from '../../platform/signer.server.ts';

export const HEADER_FIRMA = 'x-mooney-signature';

/**
 * How far the clocks may be apart and how long a message may take, in ms: what was overheard is of no use after that.
 */
const FINESTRA = 5 * 60_000;

const FORMA = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const hmac = (segreto: string, testo: string) => createHmac('sha256', segreto).update(testo).digest('hex');

/**
 * Signs one of our calls. Its method and path are signed too: a call can be turned neither into another one nor into a
 * notification.
 * @param now ms since the epoch @returns value of {@link HEADER_FIRMA}: seconds since the epoch, and hex
 */
export function firmaChiamata(
  segreto: string,
  now: number,
  chiamata: { metodo: string; percorso: string; corpo: string },
) {
  const t = Math.floor(now / 1000);
  return `t=${t},v1=${hmac(segreto, `${t}.${chiamata.metodo} ${chiamata.percorso}.${chiamata.corpo}`)}`;
}

/** @returns false when the notification was not signed with this secret within the last five minutes */
export function firmaBuona(segreto: string, now: number, { corpo, firma }: { corpo: string; firma: string }): boolean {
  const [, t, v1] = FORMA.exec(firma) ?? [];
  const fresca = Math.abs(now - Number(t) * 1000) <= FINESTRA;
  if (!t || !v1 || !fresca) return false;
  return equal(hmac(segreto, `${t}.${corpo}`), v1);
}

/** How a control code is hashed for the store, and how a typed one is compared with it. */
import type { Signer } from '../../../platform/signer.server.ts';
import type { Posizione } from '../../../store/tables.ts';
import { codiceNormale } from './codice.ts';

const testo = (ente: string, codiceUtente: string, codice: string) =>
  `${ente}\0${codiceNormale(codiceUtente)}\0${codiceNormale(codice)}`;

/**
 * What the store keeps of a control code: HMAC-SHA-256 under PORTAL_SECRET (product rule: it is too short for any hash without
 * a key), bound to body and user code. Blanks and small letters make no difference.
 */
export function improntaControllo(signer: Signer, ente: string, codice_utente: string, codice: string): string {
  return signer.sign('controllo', testo(ente, codice_utente, codice));
}

/** Is this the control code of that position, under any secret that still counts? */
export function controlloGiusto(
  signer: Signer,
  { ente, codice_utente, controllo }: Pick<Posizione, 'ente' | 'codice_utente' | 'controllo'>,
  codice: string,
): boolean {
  return signer.verify('controllo', testo(ente, codice_utente, codice), controllo);
}

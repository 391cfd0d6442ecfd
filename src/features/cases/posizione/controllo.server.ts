/** How a control code is hashed for the store, and how a typed one is compared with it. */
import type { PortalSigner } from '../../../platform/signer.server.ts';
import type { Posizione } from '../../../store/tables.ts';
import { normalizeCodice } from './codice.ts';

const signedText = (ente: string, codiceUtente: string, codice: string) =>
  `${ente}\0${normalizeCodice(codiceUtente)}\0${normalizeCodice(codice)}`;

/**
 * What the store keeps of a control code: HMAC-SHA-256 under PORTAL_SECRET (product rule: it is too short for any hash without
 * a key), bound to ente and user code. Blanks and small letters make no difference.
 */
export function hashControllo(signer: PortalSigner, ente: string, codice_utente: string, codice: string): string {
  return signer.sign('controllo', signedText(ente, codice_utente, codice));
}

/** Is this the control code of that position, under any secret that still counts? */
export function isRightControllo(
  signer: PortalSigner,
  { ente, codice_utente, controllo }: Pick<Posizione, 'ente' | 'codice_utente' | 'controllo'>,
  codice: string,
): boolean {
  return signer.verify('controllo', signedText(ente, codice_utente, codice), controllo);
}

/** Hashes control codes for the store, and compares a typed one with the hash. */
import type { PortalSigner } from '../../../platform/signer.server.ts';
import type { Posizione } from '../../../store/tables.ts';
import { normalizeCodice } from './codice.ts';

const signedText = (ente: string, codiceUtente: string, codice: string) =>
  `${ente}\0${normalizeCodice(codiceUtente)}\0${normalizeCodice(codice)}`;

/**
 * The hash of a control code: HMAC-SHA-256 under PORTAL_SECRET (product rule: the code is too short for a hash without a key), bound
 * to ente and user code. Blanks and small letters make no difference.
 */
export function hashControllo(signer: PortalSigner, ente: string, codice_utente: string, codice: string): string {
  return signer.sign('controllo', signedText(ente, codice_utente, codice));
}

/** @returns whether the control code belongs to the position, under any secret that is still valid */
export function isRightControllo(
  signer: PortalSigner,
  { ente, codice_utente, controllo }: Pick<Posizione, 'ente' | 'codice_utente' | 'controllo'>,
  codice: string,
): boolean {
  return signer.verify('controllo', signedText(ente, codice_utente, codice), controllo);
}

/** Recognises a browser by its signed cookie, and refuses requests made by another site or for another user. */

import { randomBytes } from 'node:crypto';
import type { PortalSettings } from '../settings.ts';
import { hostName } from './cookie.ts';
import { PortalError } from './errors.ts';
import { isHttps } from './origin.ts';
import { type PortalSigner, randomId, sha256Of } from './signer.server.ts';

/**
 * The visitor: owner of drafts, files, code proofs and grants of a person who need not log in. The cookie is signed, so that only
 * ids made by the portal are accepted; the store has no record before there is something to store.
 */
export type VisitorIdentity = { id: string; hash: string };

/** `__Host-` needs https, which the sandbox on loopback does not have. */
export function visitorCookieName(settings: Pick<PortalSettings, 'publicUrl'>): string {
  return hostName('visitatore', isHttps(settings));
}

export function newVisitor(): VisitorIdentity {
  const id = randomId();
  return { id, hash: sha256Of(id) };
}

export function visitorCookie(signer: PortalSigner, visitor: VisitorIdentity): string {
  return `${visitor.id}.${signer.sign('visitor', visitor.id)}`;
}

/** @returns null for a cookie that the portal did not make */
export function readVisitor(signer: PortalSigner, cookie: string | undefined): VisitorIdentity | null {
  const [id, signature, more] = cookie?.split('.') ?? [];
  if (!id || !signature || more !== undefined) return null;
  return signer.verify('visitor', id, signature) ? { id, hash: sha256Of(id) } : null;
}

/**
 * Anti-forgery token of a visitor, masked afresh each time so that compression reveals nothing of it (BREACH).
 * @returns base64url of mask and masked HMAC, 64 bytes
 */
export function csrfToken(signer: PortalSigner, visitor: VisitorIdentity): string {
  const mac = Buffer.from(signer.sign('csrf', visitor.id), 'base64url');
  const mask = randomBytes(mac.length);
  return Buffer.concat([mask, xorBytes(mask, mac)]).toString('base64url');
}

/**
 * Marks a page, and the requests of its forms and scripts, with the user it was made for, without saying who that is. Two people
 * may use one browser: a form that one began must not end in the other's account.
 */
export function personMark(signer: PortalSigner, user: { id: string } | null): string {
  return user ? signer.sign('person', user.id).slice(0, 8) : '';
}

/**
 * Owner of what somebody typed into a page of theirs after their login had ended. No request has this owner: the next login of the
 * same person in this browser takes it over, and nobody else reads it.
 * @param visitor hash of the visitor @param mark of the page
 */
export const formerOwner = (visitor: string, mark: string): string => sha256Of(`${visitor}.${mark}`);

/** Why a send is refused. @property mark of the page that it comes from, when that was made for a person who is not logged in now */
export type SendFault = { kind: 'dead' } | { kind: 'ended' | 'other'; mark: string };

/**
 * @param token anti-forgery token, with `.` and the mark of the user for whom the page was made
 * @returns null when the send may go on
 */
export function tokenFault(
  signer: PortalSigner,
  { visitor, user }: { visitor: VisitorIdentity | null; user: { id: string } | null },
  token: unknown,
): SendFault | null {
  const [bare, mark] = typeof token === 'string' ? token.split('.', 2) : [];
  if (!csrfTokenIsGood(signer, visitor, bare)) return { kind: 'dead' };
  return personFault(signer, user, mark);
}

/** A page that was made for a person sends for that person alone. @param mark of the page that a send comes from */
export function personFault(
  signer: PortalSigner,
  user: { id: string } | null,
  mark: string | undefined,
): SendFault | null {
  if (!mark || mark === personMark(signer, user)) return null;
  return { kind: user ? 'other' : 'ended', mark };
}

export function csrfTokenIsGood(signer: PortalSigner, visitor: VisitorIdentity | null, token: unknown): boolean {
  if (!visitor || typeof token !== 'string' || token.length > 200) return false;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 64) return false;
  return signer.verify('csrf', visitor.id, xorBytes(bytes.subarray(0, 32), bytes.subarray(32)).toString('base64url'));
}

function xorBytes(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, i) => byte ^ (b[i] as number)));
}

/** The Italian reason why a send is refused. */
export function sendRefused({ kind }: SendFault): PortalError {
  if (kind === 'ended') return new PortalError('anonymous', { message: LOGIN_ENDED });
  return new PortalError('token', kind === 'other' ? { message: OTHER_PERSON } : {});
}

const LOGIN_ENDED =
  'Il tuo accesso è finito. Accedi di nuovo in un’altra scheda, poi torna qui e riprova: quello che hai scritto è ancora qui.';

const OTHER_PERSON =
  'Dopo che hai aperto questa pagina, in questo browser ha effettuato l’accesso un’altra persona: controlla il nome in alto. Non abbiamo salvato nulla.';

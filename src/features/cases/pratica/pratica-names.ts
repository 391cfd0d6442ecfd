/** By what a case is known: its number, the paths of its page, the id of each side. Pure. */
import type { Pratica } from '../../../store/tables.ts';
import { casellaOf, type Ente } from '../ente/ente.ts';
import type { PraticaSide } from './stati.ts';

/** The number of a case as people read it: `2026/000123`. */
export function protocollo(pratica: Pick<Pratica, 'anno' | 'numero'>): string {
  return `${pratica.anno}/${String(pratica.numero).padStart(6, '0')}`;
}

/** Stands in the path of a case without an address, which opens for the login of its citizen alone. */
export const NO_EMAIL = '-';

/** Path of a case's page for its citizen: the portal treats anybody who knows it as the citizen. */
export function chatPath({ tipo, email, id }: Pick<Pratica, 'tipo' | 'email' | 'id'>): string {
  return `/${tipo}/chat/${encodeURIComponent(email || NO_EMAIL)}/${id}`;
}

/** @returns the pair in the path of a case's page for its citizen; undefined for other paths */
export function pairInChatPath(path: string): Pick<Pratica, 'email' | 'id'> | undefined {
  const [, email, id] = /^\/(?:segnalazione|richiesta)\/chat\/([^/?]+)\/([^/?]+)(?:\?|$)/.exec(path) ?? [];
  if (!email || !id) return undefined;
  try {
    return { email: decodeURIComponent(email), id };
  } catch {
    return undefined;
  }
}

/** Path of the same page for the ente, with its mailbox and the id of its side. It needs a login or key, and does not reveal the citizen's path. */
export function ufficioPath(
  { tipo, codice, ufficio }: Pick<Pratica, 'tipo' | 'codice' | 'ufficio'>,
  ente: Pick<Ente, 'caselle' | 'contatti'>,
): string {
  return `/${tipo}/chat/operatore/${encodeURIComponent(casellaOf(ente, codice) ?? ente.contatti.email)}/${ufficio}`;
}

/** The id by which a side addresses the case. */
export function idOfSide(side: PraticaSide, { id, ufficio }: Pick<Pratica, 'id' | 'ufficio'>): string {
  return side === 'operatore' ? ufficio : id;
}

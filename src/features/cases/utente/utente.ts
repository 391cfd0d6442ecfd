/** The account of a person as handlers and pages see it. */
import * as z from 'zod/mini';
import type { LoggedInUser } from '../../../context.ts';
import type { Utente } from '../../../store/tables.ts';

/** The columns that identify a person, read with every request that a logged-in person makes. */
export const IDENTITY_COLUMNS = [
  'id',
  'ruolo',
  'nome',
  'cognome',
  'codice_fiscale',
  'email',
  'email_comunicazione',
  'telefono_comunicazione',
  'enti_json',
] as const;
export type UtenteIdentity = Pick<Utente, (typeof IDENTITY_COLUMNS)[number]>;

const enteIds = z.array(z.string());

/** Ids of the enti that an operator works for. */
export const entiOf = (u: Pick<Utente, 'enti_json'>): string[] => z.parse(enteIds, JSON.parse(u.enti_json));

const NO_PLACES = { amministra: [], uffici: [], incassi: [], riservati: [] };

/** @param places where an operator works and what they administer; a citizen has none */
export function toUser(
  u: UtenteIdentity,
  places: Pick<LoggedInUser, 'amministra' | 'uffici' | 'incassi' | 'riservati'> = NO_PLACES,
): LoggedInUser {
  return {
    id: u.id,
    ruolo: u.ruolo,
    nome: u.nome,
    cognome: u.cognome,
    codice_fiscale: u.codice_fiscale,
    email: u.email,
    contatti: { email: u.email_comunicazione, telefono: u.telefono_comunicazione },
    enti: entiOf(u),
    ...places,
  };
}

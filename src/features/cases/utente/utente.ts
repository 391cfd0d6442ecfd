/** The store's record of a person as handlers and pages see it. */
import type { User } from '../../../context.ts';
import type { Utente } from '../../../store/tables.ts';

/** Columns that say who somebody is, as each of their requests needs it. */
export const CHI = [
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
export type Chi = Pick<Utente, (typeof CHI)[number]>;

export function utenteDi(u: Chi): User {
  return {
    id: u.id,
    ruolo: u.ruolo,
    nome: u.nome,
    cognome: u.cognome,
    codice_fiscale: u.codice_fiscale,
    email: u.email,
    contatti: { email: u.email_comunicazione, telefono: u.telefono_comunicazione },
    enti: JSON.parse(u.enti_json) as string[],
  };
}

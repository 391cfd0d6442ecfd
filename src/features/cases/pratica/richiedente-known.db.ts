/** Queries of the cases of a person, by what they say of themselves on the telephone. */
import { sql } from 'kysely';
import type { StoreDb } from '../../../store/tables.ts';
import { ESTERNA } from './stati.ts';

/** The last cases with this tax code, this telephone number or this e-mail address. */
export const listOfPerson = (
  db: StoreDb,
  of: { ente: string; telefono?: string | undefined; codiceFiscale?: string | undefined; email?: string | undefined },
  limit: number,
) =>
  db
    .selectFrom('pratiche')
    .select(['id', 'ufficio', 'ente', 'tipo', 'codice', 'anno', 'numero', 'oggetto', 'stato', 'inviata_il'])
    .select(['nome', 'cognome', 'telefono', 'email', 'codice_fiscale', 'assegnata_ufficio', 'assegnata_a'])
    // A part of an expression: the few cases of a person are found by what they say, and not among those of the ente.
    .where(sql<string>`ente || ''`, '=', of.ente)
    .where('stato', '<>', ESTERNA)
    .where((e) =>
      e.or([
        ...(of.codiceFiscale ? [e('codice_fiscale', '=', of.codiceFiscale)] : []),
        ...(of.telefono ? [e('telefono', '=', of.telefono)] : []),
        ...(of.email ? [e(sql<string>`lower(email)`, '=', of.email.toLowerCase())] : []),
      ]),
    )
    .orderBy('inviata_il', 'desc')
    .limit(limit)
    .execute();

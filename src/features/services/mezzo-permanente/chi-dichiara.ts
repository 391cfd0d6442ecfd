/** Who declares, as it is typed (flat, in the draft) and as it stands on the wire. Pure. */
import * as z from 'zod/mini';
import type { User } from '../../../context.ts';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { componiRichiedente, type Richiedente, richiedente } from '../../cases/richiedente/richiedente.controlli.ts';
import { identita } from '../../cases/utente/identita.ts';

/** What was sent as one block, as it would stand in the fields. */
export function scomponiRichiedente(r: Richiedente): Valori {
  const { nome, cognome, codice_fiscale, email, telefono, ruolo, rappresentato: p } = r;
  return {
    ...{ nome, cognome, codice_fiscale, email, telefono, ruolo },
    richiedente_titolo: r.titolo ?? '',
    ragione_sociale: r.ragione_sociale ?? '',
    partita_iva: r.partita_iva ?? '',
    rappresentato_nome: p?.nome ?? '',
    rappresentato_cognome: p?.cognome ?? '',
    rappresentato_codice_fiscale: p?.codice_fiscale ?? '',
  };
}

/** As it would be sent; name and tax code are those of the identity. Null while nobody has told who declares. */
export function richiedenteScritto(valori: Valori, user: User | null = null): Record<string, unknown> | null {
  if (!valori.email && !valori.telefono && !valori.nome) return null;
  return { ...componiRichiedente(valori), ...identita(user) };
}

/**
 * Who declares, checked.
 * @param valori what is typed @param user who is logged in: name and tax code are theirs
 * @returns `errori` by name on the wire: `richiedente.telefono`, or `richiedente` when nothing is typed
 */
export function richiedenteDi(
  valori: Valori,
  user: User | null = null,
): { richiedente: Richiedente; errori?: undefined } | { richiedente?: undefined; errori: FieldErrors } {
  const scritto = richiedenteScritto(valori, user);
  if (!scritto) return { errori: { richiedente: ['Scrivi chi presenta la dichiarazione.'] } };
  const letto = z.safeParse(richiedente, scritto);
  if (letto.success) return { richiedente: letto.data };
  const errori = Object.entries(fieldErrors(letto.error)).map(([campo, frasi]) => [`richiedente.${campo}`, frasi]);
  return { errori: Object.fromEntries(errori) as FieldErrors };
}

/** Who declares, as it is typed (flat, in the draft) and as it stands on the wire. Pure. */
import * as z from 'zod/mini';
import type { LoggedInUser } from '../../../context.ts';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { type Richiedente, richiedente, richiedenteBody } from '../../cases/richiedente/richiedente.checks.ts';
import { identita } from '../../cases/utente/identita.ts';

/** What was sent as one block, as it would stand in the fields. */
export function flattenRichiedente(r: Richiedente): FormValues {
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
export function readTypedRichiedente(
  values: FormValues,
  user: LoggedInUser | null = null,
): Record<string, unknown> | null {
  if (!values.email && !values.telefono && !values.nome) return null;
  return { ...richiedenteBody(values), ...identita(user) };
}

/**
 * Who declares, checked.
 * @param values what is typed @param user who is logged in: name and tax code are theirs
 * @returns `errors` by name on the wire: `richiedente.telefono`, or `richiedente` when nothing is typed
 */
export function parseRichiedente(
  values: FormValues,
  user: LoggedInUser | null = null,
): { richiedente: Richiedente; errors?: undefined } | { richiedente?: undefined; errors: FieldErrors } {
  const typed = readTypedRichiedente(values, user);
  if (!typed) return { errors: { richiedente: ['Scrivi chi presenta la dichiarazione.'] } };
  const parsed = z.safeParse(richiedente, typed);
  if (parsed.success) return { richiedente: parsed.data };
  const errors = Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => [
    `richiedente.${field}`,
    messages,
  ]);
  return { errors: Object.fromEntries(errors) as FieldErrors };
}

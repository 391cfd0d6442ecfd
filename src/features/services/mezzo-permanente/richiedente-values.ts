/** The applicant as typed (flat, in the draft) and as sent (nested). Pure. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { type Richiedente, richiedente, richiedenteBody } from '../../cases/richiedente/richiedente.checks.ts';
import { UNKNOWN_SENDER, withLogin } from '../../cases/utente/identita.ts';

/** The sent applicant as values of the fields. */
export function flattenRichiedente(r: Richiedente): FormValues {
  const { rappresentato: p } = r;
  return {
    nome: r.nome,
    cognome: r.cognome,
    codice_fiscale: r.codice_fiscale ?? '',
    email: r.email ?? '',
    telefono: r.telefono,
    ruolo: r.ruolo,
    richiedente_titolo: r.titolo ?? '',
    ragione_sociale: r.ragione_sociale ?? '',
    partita_iva: r.partita_iva ?? '',
    rappresentato_nome: p?.nome ?? '',
    rappresentato_cognome: p?.cognome ?? '',
    rappresentato_codice_fiscale: p?.codice_fiscale ?? '',
  };
}

/** The typed applicant as it would be sent, with the name and tax code of the identity. Null while nothing is typed. */
export function readTypedRichiedente(
  values: FormValues,
  sender: Parameters<typeof withLogin>[1] = UNKNOWN_SENDER,
): Record<string, unknown> | null {
  if (!values.email && !values.telefono && !values.nome) return null;
  return withLogin(richiedenteBody(values), sender);
}

/**
 * Checks the applicant.
 * @param values as typed @param sender whose name and tax code count
 * @returns `errors` by the names of the call: `richiedente.telefono`, or `richiedente` when nothing is typed
 */
export function parseRichiedente(
  values: FormValues,
  sender: Parameters<typeof withLogin>[1] = UNKNOWN_SENDER,
): { richiedente: Richiedente; errors?: undefined } | { richiedente?: undefined; errors: FieldErrors } {
  const typed = readTypedRichiedente(values, sender);
  if (!typed) return { errors: { richiedente: ['Scrivi chi presenta la dichiarazione.'] } };
  const parsed = z.safeParse(richiedente, typed);
  if (parsed.success) return { richiedente: parsed.data };
  const errors = Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => [
    `richiedente.${field}`,
    messages,
  ]);
  return { errors: Object.fromEntries(errors) as FieldErrors };
}

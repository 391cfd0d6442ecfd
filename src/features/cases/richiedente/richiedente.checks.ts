/** Checks the applicant of a request, and what each role requires. Server and browser. */

import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { partitaIvaSchema } from '../../../platform/atoms/partita-iva.ts';
import { telefonoSchema } from '../../../platform/atoms/telefono.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { FilledForm, FormOptions, FormValues } from '../form/form.ts';
import { asksForFirm, asksForPersona, RICHIEDENTE_CATEGORIE, RUOLI, type Ruolo } from './richiedente.ts';

const ruoli = Object.keys(RUOLI) as [Ruolo, ...Ruolo[]];

const rappresentatoSchema = z
  .object({
    nome: nomeSchema('Scrivi il nome della persona che rappresenti.'),
    cognome: cognomeSchema('Scrivi il cognome della persona che rappresenti.'),
    codice_fiscale: codiceFiscaleSchema({ missing: 'Scrivi il codice fiscale della persona che rappresenti.' }),
  })
  .register(z.globalRegistry, { id: 'Persona' });

const richiedenteFields = z.object({
  nome: nomeSchema('Scrivi il tuo nome.'),
  cognome: cognomeSchema('Scrivi il tuo cognome.'),
  /** Absent where the login told none. */
  codice_fiscale: z.optional(codiceFiscaleSchema()),
  /** Null for a person at the counter who has none */
  email: z.nullable(emailAddressSchema()),
  telefono: telefonoSchema(),
  ruolo: z
    .pipe(
      z.transform((v: unknown) => v ?? 'persona_fisica'),
      z.enum(ruoli, 'Scegli per chi fai la richiesta.'),
    )
    .register(z.globalRegistry, { 'x-default': 'persona_fisica' }),
  titolo: optionalSchema(textSchema({ max: 120 })),
  ragione_sociale: optionalSchema(textSchema({ max: 120 })),
  partita_iva: optionalSchema(
    partitaIvaSchema({ wrong: 'Controlla la partita IVA o il codice fiscale della ditta: sono 11 cifre.' }),
  ),
  rappresentato: z.optional(rappresentatoSchema),
});

type RichiedenteParts = {
  ruolo?: unknown;
  titolo?: unknown;
  ragione_sociale?: unknown;
  partita_iva?: unknown;
  rappresentato?: unknown;
};

/** A rule of a role, which zod also checks while other fields are wrong. */
const requireField = (field: string, error: string, isMissing: (r: RichiedenteParts) => boolean) =>
  z.refine<RichiedenteParts>((r) => !isMissing(r), {
    path: [field],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const isEmpty = (v: unknown) => v === undefined || v === '';
const whenRuolo = (asks: (ruolo: string | undefined) => boolean) => (r: RichiedenteParts) => asks(String(r.ruolo));

/** The applicant as calls have it. */
export const richiedente = richiedenteFields
  .check(
    requireField('titolo', 'Scrivi a che titolo fai la richiesta.', (r) => r.ruolo === 'altro' && isEmpty(r.titolo)),
    requireField(
      'ragione_sociale',
      'Scrivi la ragione sociale.',
      (r) => whenRuolo(asksForFirm)(r) && isEmpty(r.ragione_sociale),
    ),
    requireField(
      'partita_iva',
      'Scrivi la partita IVA o il codice fiscale della ditta: 11 cifre.',
      (r) => whenRuolo(asksForFirm)(r) && isEmpty(r.partita_iva),
    ),
    requireField(
      'rappresentato',
      'Scrivi nome, cognome e codice fiscale della persona che rappresenti.',
      (r) => whenRuolo(asksForPersona)(r) && isEmpty(r.rappresentato),
    ),
  )
  .register(z.globalRegistry, { id: 'Richiedente' });
export type Richiedente = z.infer<typeof richiedente>;

/** The applicant for the send: only the fields that the role asks for. */
export function richiedenteBody(v: FormValues) {
  const { nome, cognome, codice_fiscale, email, telefono } = v;
  const ruolo = v.ruolo || 'persona_fisica';
  const persona = [v.rappresentato_nome, v.rappresentato_cognome, v.rappresentato_codice_fiscale];
  return {
    nome,
    cognome,
    codice_fiscale,
    email,
    telefono,
    ruolo,
    ...(ruolo === 'altro' && { titolo: v.richiedente_titolo }),
    ...((asksForFirm(ruolo) || ruolo === 'altro') && {
      ragione_sociale: v.ragione_sociale,
      partita_iva: v.partita_iva,
    }),
    ...((asksForPersona(ruolo) || (ruolo === 'altro' && persona.some(Boolean))) && {
      rappresentato: { nome: persona[0], cognome: persona[1], codice_fiscale: persona[2] },
    }),
  };
}

/**
 * Finds the missing files (product rule): a role needs a file that proves it, and a guest sends an identity document.
 * @param categorie categories of all files of the request @returns the errors of `filesAllegati`, one per missing category
 */
export function checkFiles(
  categorie: readonly (string | undefined)[],
  { ruolo, identita }: { ruolo: string | undefined; identita: boolean },
): FieldErrors {
  const needed = {
    titolo_rappresentanza: (ruolo || 'persona_fisica') !== 'persona_fisica',
    documento_identita: !identita,
  };
  const missing = (Object.keys(needed) as (keyof typeof needed)[]).filter((c) => needed[c] && !categorie.includes(c));
  return missing.length > 0 ? { filesAllegati: missing.map((c) => RICHIEDENTE_CATEGORIE[c]) } : {};
}

/** The same for a form, with the file that its service may require. */
export const checkRichiedente = (
  { values, allegati, login }: FilledForm,
  { fileRequirement }: Pick<FormOptions, 'fileRequirement'>,
): FieldErrors => ({
  ...(fileRequirement && allegati.every((f) => f.categoria) && { file: [fileRequirement] }),
  ...checkFiles(
    allegati.map((f) => f.categoria),
    { ruolo: values.ruolo, identita: Boolean(login) },
  ),
});

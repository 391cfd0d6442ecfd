/** Turns the claims of a provider into a person of the portal. */
import * as z from 'zod/mini';
import { trimUnseen } from '../../platform/atoms/characters.ts';
import { codiceFiscaleSchema } from '../../platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../../platform/atoms/email.ts';
import { namesOf } from '../../platform/atoms/nome.ts';
import { telefonoSchema } from '../../platform/atoms/telefono.ts';
import { type IdentifiedPerson, IdentityError, type IdentityProvider } from '../../platform/identity.ts';
import type { ClaimField, OidcSettings } from '../../platform/identity-settings.ts';

export type ProviderClaims = Record<string, unknown>;

/**
 * The usual names, in order: SPID, CIE and eIDAS over OpenID Connect (with the older spelling of one of its pages), bridges such as
 * iam-proxy-italia, plain OpenID Connect.
 */
const USUAL_CLAIMS: Record<ClaimField, string[]> = {
  codice_fiscale: [
    'https://attributes.eid.gov.it/fiscal_number',
    'https://attributes.spid.gov.it/fiscal_number',
    'fiscal_number',
    'fiscalNumber',
    'codice_fiscale',
  ],
  identificativo: [
    'http://eidas.europa.eu/attributes/naturalperson/PersonIdentifier',
    'PersonIdentifier',
    'person_identifier',
    'personIdentifier',
    // The Italian eIDAS node answers as a provider of SPID does.
    'https://attributes.eid.gov.it/spid_code',
    'spid_code',
    'spidCode',
  ],
  nome: ['given_name', 'name'],
  cognome: ['family_name', 'familyName'],
  data_nascita: [
    'birthdate',
    'https://attributes.eid.gov.it/date_of_birth',
    'date_of_birth',
    'dateOfBirth',
    'data_nascita',
  ],
  email: ['email'],
  telefono: ['phone_number', 'mobilePhone'],
  enti: ['enti'],
  uffici: ['uffici'],
  amministra: ['amministra'],
  ruolo: ['ruolo', 'role', 'roles'],
};

/** @property abroad by eIDAS: another country may give an identifier in place of a tax code @property enti ids of the enti that exist */
export type AskedProvider = Pick<OidcSettings, 'claims' | 'role'> & {
  provider: IdentityProvider;
  abroad: boolean;
  enti: readonly string[];
};

/**
 * @param claims ID token and userinfo together
 * @throws IdentityError `no_tax_code`, `no_ente` (not an operator, or of no ente of this portal), `refused` without any name
 */
export function personOf(claims: ProviderClaims, asked: AskedProvider): Omit<IdentifiedPerson, 'idToken'> {
  const tell = (campo: ClaimField) => firstOf(claims, asked.claims[campo] ?? USUAL_CLAIMS[campo]);
  const text = (campo: ClaimField) => trimUnseen(String(tell(campo) ?? ''));
  const told = text('codice_fiscale').replace(/^TINIT-/i, '');
  const codice_fiscale = orNull(codiceFiscaleSchema(), told) ?? '';
  const operatore = asked.provider === 'operatori';
  const identificativo = asked.abroad && !codice_fiscale ? identifierIn(text('identificativo')) : undefined;
  if (!codice_fiscale && !identificativo && !(operatore && told === '')) throw new IdentityError('no_tax_code');
  const names = namesOf({ nome: text('nome'), cognome: text('cognome') });
  if (!names) throw new IdentityError('refused', 'nome');
  if (operatore && asked.role && !listOf(tell('ruolo')).includes(asked.role))
    throw new IdentityError('no_ente', 'ruolo');
  const data_nascita = orNull(dateSchema({ missing: '' }), tell('data_nascita'));
  const enti = operatore ? [...new Set(listOf(tell('enti')))].filter((id) => asked.enti.includes(id)) : [];
  if (operatore && enti.length === 0) throw new IdentityError('no_ente', 'enti');
  return {
    provider: asked.provider,
    issuer: String(claims.iss),
    subject: String(claims.sub),
    ...names,
    codice_fiscale,
    enti,
    ...(identificativo && { identificativo }),
    ...(data_nascita && !operatore && { data_nascita }),
    ...(operatore && placesIn(tell, enti)),
    // Some providers say that they only repeat an address that they have not verified.
    email: claims.email_verified === false ? null : orNull(emailAddressSchema(), tell('email')),
    telefono: claims.phone_number_verified === false ? null : orNull(telefonoSchema(), tell('telefono')),
  };
}

/** An identifier is opaque, and unique with the two countries in front of it (eIDAS SAML attribute profile 1.2, §2.2.3). */
const identifierIn = (text: string): string | undefined => (/^\S{1,256}$/.test(text) ? text : undefined);

/** What a provider says about offices and administration: nothing, or all of it; an empty list takes away what was there. */
function placesIn(tell: (campo: ClaimField) => unknown, enti: readonly string[]) {
  const [uffici, amministra] = [tell('uffici'), tell('amministra')];
  return {
    // Names of offices have blanks in them.
    ...(uffici !== undefined && { uffici: listOf(uffici, /,/) }),
    ...(amministra !== undefined && { amministra: listOf(amministra).filter((id) => enti.includes(id)) }),
  };
}

/** An invalid address or number counts as missing. */
function orNull(schema: z.ZodMiniType<string>, value: unknown): string | null {
  const found = z.safeParse(schema, value);
  return found.success ? found.data : null;
}

/** @returns the first claim that is present; a name with dots may be a path into an object (`realm_access.roles`) */
function firstOf(claims: ProviderClaims, names: readonly string[]): unknown {
  for (const name of names) {
    const value =
      claims[name] ?? name.split('.').reduce<unknown>((at, key) => (at as ProviderClaims | undefined)?.[key], claims);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** A list, or one text separated by commas or blanks. */
function listOf(value: unknown, separator = /[\s,]+/): string[] {
  const list = Array.isArray(value) ? value : String(value ?? '').split(separator);
  return list.map((item) => String(item).trim()).filter(Boolean);
}

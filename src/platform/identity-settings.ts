/** Settings of an OpenID Connect provider; citizens' and operators' providers have the same names with another prefix. */
import type { SettingName, SettingReader } from '../settings.ts';
import { jsonObject, LOOPBACK_NAMES, oneOf, readAddress, SettingError } from './setting.ts';

/** What the portal reads about a person; each fact comes from one of several claims. */
export const CLAIM_FIELDS = [
  'codice_fiscale',
  'identificativo',
  'nome',
  'cognome',
  'email',
  'telefono',
  'enti',
  'uffici',
  'amministra',
  'ruolo',
] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  privateKeyFile: string | undefined;
  /** The authorization request travels as a signed object (RFC 9101) */
  signedRequest: boolean;
  /** Our field → names of claims in order, instead of the usual ones; the first that is present is used */
  claims: Partial<Record<ClaimField, string[]>>;
  /** Extra parameters of the authorization request, per button; an object travels as JSON. Without those of eIDAS there is no such button */
  params: Record<string, Record<string, string>>;
  /** Value that the claim `ruolo` must hold; operators only */
  role: string | undefined;
};

type EnvPrefix = 'OIDC' | 'OPERATOR_OIDC';

/** The settings that a provider cannot do without. */
export function missingOf(given: SettingReader, prefix: EnvPrefix): string[] {
  const names: SettingName[] = ([`${prefix}_ISSUER`, `${prefix}_CLIENT_ID`] as const).filter((name) => !given(name));
  const proof = given(`${prefix}_CLIENT_SECRET`) ?? given(`${prefix}_PRIVATE_KEY_FILE`);
  return proof ? names : [...names, `${prefix}_CLIENT_SECRET (o ${prefix}_PRIVATE_KEY_FILE)`];
}

/**
 * @returns undefined when the provider is not set
 * @throws SettingError when only a part of it is set, or a value is wrong
 */
export function readOidc(given: SettingReader, prefix: EnvPrefix): OidcSettings | undefined {
  const issuer = readAddress(`${prefix}_ISSUER`, given(`${prefix}_ISSUER`), /^https?:$/);
  if (!issuer) return undefined;
  if (issuer.startsWith('http:') && !LOOPBACK_NAMES.includes(new URL(issuer).hostname))
    throw new SettingError(`${prefix}_ISSUER deve iniziare con https://.`);
  const missing = missingOf(given, prefix);
  if (missing.length > 0) throw new SettingError(`Con ${prefix}_ISSUER mancano: ${missing.join(', ')}.`);
  const privateKeyFile = given(`${prefix}_PRIVATE_KEY_FILE`);
  const signedRequest = oneOf(`${prefix}_SIGNED_REQUEST`, given(`${prefix}_SIGNED_REQUEST`) ?? '0', ['0', '1']) === '1';
  if (signedRequest && !privateKeyFile)
    throw new SettingError(`${prefix}_SIGNED_REQUEST=1 richiede ${prefix}_PRIVATE_KEY_FILE.`);
  const buttons =
    prefix === 'OIDC'
      ? ({ spid: 'OIDC_SPID_PARAMS', cie: 'OIDC_CIE_PARAMS', eidas: 'OIDC_EIDAS_PARAMS' } as const)
      : ({ operatori: `${prefix}_PARAMS` } as const);
  return {
    issuer,
    clientId: given(`${prefix}_CLIENT_ID`) as string,
    clientSecret: given(`${prefix}_CLIENT_SECRET`),
    privateKeyFile,
    signedRequest,
    claims: claimsOf(`${prefix}_CLAIMS`, given(`${prefix}_CLAIMS`)),
    params: Object.fromEntries(
      Object.entries(buttons)
        .filter(([way, name]) => way !== 'eidas' || given(name))
        .map(([way, name]) => [way, textsOf(jsonObject(name, given(name)))]),
    ),
    role: prefix === 'OIDC' ? undefined : given(`${prefix}_ROLE`),
  };
}

function textsOf(object: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function claimsOf(name: SettingName, text: string | undefined): OidcSettings['claims'] {
  const entries = Object.entries(jsonObject(name, text)).map(([campo, names]) => {
    const list = typeof names === 'string' ? [names] : names;
    const good = Array.isArray(list) && list.length > 0 && list.every((n) => typeof n === 'string');
    if (!good || !CLAIM_FIELDS.includes(campo as ClaimField))
      throw new SettingError(
        `${name}: per ciascuno di ${CLAIM_FIELDS.join(', ')} indica i nomi degli attributi, in ordine.`,
      );
    return [campo, list];
  });
  return Object.fromEntries(entries);
}

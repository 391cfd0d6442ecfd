/** Settings of an OpenID Connect provider; citizens' and operators' providers have the same names with another prefix. */
import * as z from 'zod/mini';
import {
  jsonObject,
  namesMissing,
  oneOf,
  readRows,
  SettingError,
  type SettingRows,
  type SettingTexts,
  safeAddress,
  type ValuesOf,
} from './setting.ts';

/** What the portal reads about a person; each fact comes from one of several claims. */
const CLAIM_FIELDS = [
  'codice_fiscale',
  'identificativo',
  'nome',
  'cognome',
  'data_nascita',
  'email',
  'telefono',
  'enti',
  'uffici',
  'amministra',
  'ruolo',
] as const;
export type ClaimField = (typeof CLAIM_FIELDS)[number];

const CLAIM_WORDS = `: per ciascuno di ${CLAIM_FIELDS.join(', ')} indica i nomi degli attributi, in ordine.`;

/** Our field → names of claims in order, instead of the usual ones; the first that is present is used. */
const claimNames = z.pipe(
  jsonObject,
  z.partialRecord(
    z.enum(CLAIM_FIELDS),
    z.union(
      [
        z.pipe(
          z.string(),
          z.transform((name) => [name]),
        ),
        z.array(z.string()).check(z.minLength(1, CLAIM_WORDS)),
      ],
      CLAIM_WORDS,
    ),
    CLAIM_WORDS,
  ),
);

/** Extra parameters of the authorization request; an object travels as JSON. */
const loginParams = z.pipe(
  jsonObject,
  z.transform(
    (object): Record<string, string> =>
      Object.fromEntries(
        Object.entries(object).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
  ),
);

const zeroOrOne = z.pipe(
  oneOf(['0', '1']),
  z.transform((text) => text === '1'),
);

type ProviderMeanings = Record<
  'issuer' | 'clientId' | 'clientSecret' | 'privateKeyFile' | 'signedRequest' | 'claims',
  string
>;

const providerRows = (prefix: 'OIDC' | 'OPERATOR_OIDC', meanings: ProviderMeanings) => ({
  issuer: { name: `${prefix}_ISSUER`, schema: safeAddress, meaning: meanings.issuer },
  clientId: { name: `${prefix}_CLIENT_ID`, schema: z.string(), meaning: meanings.clientId },
  clientSecret: {
    name: `${prefix}_CLIENT_SECRET`,
    schema: z.optional(z.string()),
    meaning: meanings.clientSecret,
  },
  privateKeyFile: {
    name: `${prefix}_PRIVATE_KEY_FILE`,
    schema: z.optional(z.string()),
    meaning: meanings.privateKeyFile,
  },
  signedRequest: {
    name: `${prefix}_SIGNED_REQUEST`,
    schema: z.prefault(zeroOrOne, '0'),
    meaning: meanings.signedRequest,
  },
  claims: { name: `${prefix}_CLAIMS`, schema: z.prefault(claimNames, '{}'), meaning: meanings.claims },
});
type ProviderRows = ReturnType<typeof providerRows>;

export const CITIZEN_OIDC_ROWS = providerRows('OIDC', {
  issuer:
    'Address of the OpenID Connect provider of citizens (a SPID/CIE bridge or aggregator). Without it the sandbox has test people; required in production.',
  clientId: 'Name of this portal at that provider. Required in production.',
  clientSecret: 'Secret of this portal at that provider. Production requires this or OIDC_PRIVATE_KEY_FILE.',
  privateKeyFile:
    'Private key instead of the secret (`private_key_jwt`), also for encrypted answers: PEM, or a JSON Web Key Set with one key of `use` sig and one of `use` enc.',
  signedRequest:
    '1 when the provider wants the request of a login as a signed object (RFC 9101); needs the private key.',
  claims:
    'JSON, our field → names of claims in order: codice_fiscale, identificativo (eIDAS), nome, cognome, data_nascita (only who is of age can act for another), email, telefono. Without it the names of SPID, CIE, eIDAS and the usual bridges.',
});

export const OPERATOR_OIDC_ROWS = providerRows('OPERATOR_OIDC', {
  issuer:
    'Address of the OpenID Connect provider of operators. Without it operators cannot log in (sandbox: test people).',
  clientId: 'Name of this portal at the operators’ provider.',
  clientSecret: 'Its secret, or OPERATOR_OIDC_PRIVATE_KEY_FILE.',
  privateKeyFile: 'As OIDC_PRIVATE_KEY_FILE.',
  signedRequest: 'As OIDC_SIGNED_REQUEST.',
  claims:
    'As OIDC_CLAIMS, with four more fields: enti (ids of the municipalities a person works for, default `enti`), uffici (ids or names of their offices, default `uffici`), amministra (ids of the municipalities they administer, default `amministra`) and ruolo (default `ruolo`, `role`, `roles`).',
});

/** What a login by each button asks for. */
export const CITIZEN_LOGIN_ROWS = {
  spid: {
    name: 'OIDC_SPID_PARAMS',
    schema: z.prefault(loginParams, '{}'),
    meaning:
      'JSON, extra parameters of a login by “Entra con SPID”, for example {"acr_values":"https://www.spid.gov.it/SpidL2"}; also scope, claims, prompt, kc_idp_hint.',
  },
  cie: {
    name: 'OIDC_CIE_PARAMS',
    schema: z.prefault(loginParams, '{}'),
    meaning: 'The same for “Entra con CIE”.',
  },
  eidas: {
    name: 'OIDC_EIDAS_PARAMS',
    schema: z.optional(loginParams),
    meaning:
      'The same for “Login with eIDAS”, for example {"acr_values":"http://eidas.europa.eu/LoA/substantial"}; {} when it needs none. Without it there is no such button.',
  },
} as const satisfies SettingRows;

export const OPERATOR_LOGIN_ROWS = {
  operatori: {
    name: 'OPERATOR_OIDC_PARAMS',
    schema: z.prefault(loginParams, '{}'),
    meaning: 'As OIDC_SPID_PARAMS, for “Accedi come dipendente”.',
  },
  role: {
    name: 'OPERATOR_OIDC_ROLE',
    schema: z.optional(z.string()),
    meaning: 'If set, only people with this value in the claim `ruolo` may log in as operators.',
  },
} as const satisfies SettingRows;

/**
 * @property params by button; without those of eIDAS there is no such button
 * @property role value that the claim `ruolo` must hold; operators only
 */
export type OidcSettings = ValuesOf<ProviderRows> & {
  params: Record<string, Record<string, string> | undefined>;
  role?: string | undefined;
};

export function readCitizenOidc(env: SettingTexts): OidcSettings | undefined {
  const provider = readProvider(CITIZEN_OIDC_ROWS, env);
  return provider && { ...provider, params: readRows(CITIZEN_LOGIN_ROWS, env) };
}

export function readOperatorOidc(env: SettingTexts): OidcSettings | undefined {
  const provider = readProvider(OPERATOR_OIDC_ROWS, env);
  if (!provider) return undefined;
  const { role, ...params } = readRows(OPERATOR_LOGIN_ROWS, env);
  return { ...provider, params, role };
}

/** The settings that a provider cannot do without: its secret or a key proves who asks. */
export function namesMissingOf(rows: ProviderRows, env: SettingTexts): string[] {
  const names = namesMissing(Object.values(rows), env);
  const { clientSecret, privateKeyFile } = rows;
  const hasProof = env[clientSecret.name] ?? env[privateKeyFile.name];
  return hasProof ? names : [...names, `${clientSecret.name} (o ${privateKeyFile.name})`];
}

/** @returns undefined without an issuer @throws SettingError when only a part is set, or a value is wrong */
function readProvider(rows: ProviderRows, env: SettingTexts): ValuesOf<ProviderRows> | undefined {
  if (env[rows.issuer.name] === undefined) return undefined;
  const missing = namesMissingOf(rows, env);
  if (missing.length > 0) throw new SettingError(`Con ${rows.issuer.name} mancano: ${missing.join(', ')}.`);
  const provider = readRows(rows, env);
  if (provider.signedRequest && !provider.privateKeyFile)
    throw new SettingError(`${rows.signedRequest.name}=1 richiede ${rows.privateKeyFile.name}.`);
  return provider;
}

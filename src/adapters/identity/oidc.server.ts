/** A generic OpenID Connect relying party: SPID, CIE and eIDAS through a bridge, operators through the provider of their ente. */
import { randomBytes } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import {
  IdentityError,
  type IdentityPort,
  type IdentityProvider,
  type LoginWay,
  type StartedLogin,
} from '../../platform/identity.ts';
import type { OidcSettings } from '../../platform/identity-settings.ts';
import { readKeys } from './keys.server.ts';
import { type ProviderClaims, personOf } from './person.server.ts';

/** Time limit of every call to a provider. Seconds. */
const TIMEOUT_SECONDS = 10;
const PROVIDER_OF_WAY: Record<LoginWay, IdentityProvider> = {
  spid: 'cittadini',
  cie: 'cittadini',
  eidas: 'cittadini',
  operatori: 'operatori',
};
/** Longer than SPID requires (32), and only letters and digits, as it requires too. */
const randomText = () => randomBytes(24).toString('hex');

export type OidcOptions = {
  /** Providers that are set */
  oidc: Partial<Record<IdentityProvider, OidcSettings | undefined>>;
  /** Where the provider sends the browser back to after a login */
  redirectUri: string;
  /** Where it sends the browser back to after a logout */
  afterLogout: string;
  /** Ids of the enti that exist */
  enti: () => Promise<string[]>;
  /** How a provider is reached, when not by its own address */
  fetch?: CustomFetch | undefined;
};

/** A provider is not asked anything before the first login; one that was down is asked again the next time. */
export function oidcIdentity(options: OidcOptions): IdentityPort {
  const known = new Map<IdentityProvider, Promise<Configuration>>();
  const settingsOf = (provider: IdentityProvider): OidcSettings => {
    const settings = options.oidc[provider];
    if (!settings) throw new IdentityError('away', `${provider}: non configurato`);
    return settings;
  };
  const open = (provider: IdentityProvider): Promise<Configuration> => {
    const found = known.get(provider) ?? discoverProvider(settingsOf(provider), options.fetch);
    known.set(provider, found);
    return found.catch((error) => {
      known.delete(provider);
      throw new IdentityError('away', error);
    });
  };
  return {
    ways: (Object.keys(PROVIDER_OF_WAY) as LoginWay[]).filter((way) => options.oidc[PROVIDER_OF_WAY[way]]?.params[way]),
    begin: async (way, mark = '') => {
      const config = await open(PROVIDER_OF_WAY[way]);
      return beginAtProvider(config, way, {
        settings: settingsOf(PROVIDER_OF_WAY[way]),
        redirectUri: options.redirectUri,
        mark,
      });
    },
    finish: async (answer, pending) => {
      const provider = PROVIDER_OF_WAY[pending.way];
      const settings = settingsOf(provider);
      const config = await open(provider);
      const { claims, idToken } = await redeemCode(config, answer, pending).catch(inWords);
      checkLevel(claims, settings.params[pending.way]?.acr_values);
      const asked = { ...settings, provider, abroad: pending.way === 'eidas', enti: await options.enti() };
      return { ...personOf(claims, asked), idToken };
    },
    end: async (provider, idToken, mark = '') => {
      if (!options.oidc[provider]) return null;
      const config = await open(provider).catch(ignoreUnreachable);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      const { buildEndSessionUrl } = await import('openid-client');
      const parameters = { post_logout_redirect_uri: options.afterLogout, state: `uscito${mark}` };
      return buildEndSessionUrl(config, { ...parameters, ...(idToken && { id_token_hint: idToken }) }).href;
    },
  };
}

/** The portal's own logout does not wait for a provider that is down. */
function ignoreUnreachable(): undefined {}

async function discoverProvider(settings: OidcSettings, fetch: CustomFetch | undefined): Promise<Configuration> {
  const client = await import('openid-client');
  const keys = settings.privateKeyFile ? await readKeys(settings.privateKeyFile) : undefined;
  const proof = keys ? client.PrivateKeyJwt(keys.sign) : undefined;
  const issuer = new URL(settings.issuer);
  const config = await client.discovery(issuer, settings.clientId, settings.clientSecret, proof, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // The signature of tokens that come straight from the provider is checked, too, not only the TLS connection.
      client.enableNonRepudiationChecks,
      // The settings allow this on this machine only.
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
    ...(fetch && { [client.customFetch]: fetch }),
  });
  if (keys && keys.decrypt.length > 0) client.enableDecryptingResponses(config, undefined, ...keys.decrypt);
  return config;
}

type BeginOptions = { settings: OidcSettings; redirectUri: string; mark: string };

async function beginAtProvider(config: Configuration, way: LoginWay, options: BeginOptions) {
  const client = await import('openid-client');
  const { settings, redirectUri, mark } = options;
  const pending: StartedLogin = {
    way,
    state: randomText() + mark,
    nonce: randomText(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const parameters = {
    scope: 'openid profile email',
    ...settings.params[way],
    redirect_uri: redirectUri,
    response_type: 'code',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  };
  if (!settings.signedRequest) return { url: client.buildAuthorizationUrl(config, parameters).href, pending };
  const { sign } = await readKeys(settings.privateKeyFile as string);
  const url = await client.buildAuthorizationUrlWithJAR(config, parameters, sign);
  // SPID requires these outside the signed object, too, with the same values.
  for (const name of ['scope', 'response_type', 'code_challenge', 'code_challenge_method', 'redirect_uri'] as const) {
    url.searchParams.set(name, parameters[name]);
  }
  return { url: url.href, pending };
}

/** Exchanges code for tokens, tokens for claims. The access token is not needed any more and is revoked. */
async function redeemCode(
  config: Configuration,
  answer: URL,
  { state, nonce, verifier }: StartedLogin,
): Promise<{ claims: ProviderClaims; idToken: string }> {
  const client = await import('openid-client');
  const tokens = await client.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const identity = tokens.claims() as ProviderClaims & { sub: string };
  const { userinfo_endpoint, revocation_endpoint } = config.serverMetadata();
  const more = userinfo_endpoint ? await client.fetchUserInfo(config, tokens.access_token, identity.sub) : {};
  if (revocation_endpoint) void client.tokenRevocation(config, tokens.access_token).catch(ignoreLapse);
  // The claims of the ID token itself (issuer, level) stay, whatever the userinfo says.
  return { claims: { ...more, ...identity }, idToken: tokens.id_token as string };
}

/** A token that could not be revoked expires by itself within minutes. */
function ignoreLapse(): void {}

/** From the lowest (Commission Implementing Regulation 2015/1502): `http://eidas.europa.eu/LoA/substantial`. */
const EIDAS_LEVELS = ['low', 'substantial', 'high'];

/**
 * Checks that the requested level of assurance was reached (product rule: a login with level 1 does not count as SPID level 2).
 * @param asked `acr_values`: any of these will do, and any higher level of the same kind
 * @throws IdentityError `refused`
 */
function checkLevel(claims: ProviderClaims, asked: string | undefined): void {
  if (!asked) return;
  const split = (acr: string) =>
    /^(.*?)(\d)$/.exec(acr.replace(/(?<=\/LoA\/)\w+$/, (word) => String(EIDAS_LEVELS.indexOf(word) + 1)))?.slice(1) ?? [
      acr,
      '0',
    ];
  const [kind, level] = split(String(claims.acr ?? ''));
  const enough = asked.split(/\s+/).some((acr) => {
    const [sameKind, least] = split(acr);
    return kind === sameKind && Number(level) >= Number(least);
  });
  if (!enough) throw new IdentityError('refused', 'acr');
}

/** @throws IdentityError always, with one of three reasons */
function inWords(error: unknown): never {
  if (error instanceof IdentityError) throw error;
  const { error: told, status, code } = error as { error?: string; status?: number; code?: string };
  if (told === 'access_denied') throw new IdentityError('denied', error);
  const away = ['server_error', 'temporarily_unavailable'].includes(told ?? '');
  const answer = (error as { cause?: { status?: number } }).cause?.status ?? status ?? 0;
  if (away || answer >= 500 || code === 'OAUTH_TIMEOUT' || isNetwork(error)) throw new IdentityError('away', error);
  throw new IdentityError('refused', error);
}

/** `fetch` reports a broken connection by a TypeError with the system's error inside. */
function isNetwork(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** A real OpenID Connect provider on loopback that logs in the person a test names, without showing any page. */
import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type ClientMetadata, default as Provider } from 'oidc-provider';
import { memoryStore } from '../../src/sandbox/idp.store.ts';

export type OidcServer = {
  issuer: string;
  /** Claims of the person who logs in; undefined when they cancel */
  person: { claims: Record<string, unknown>; acr?: string } | undefined;
  /** Parameters of the last login as the provider read them, those of a signed request included */
  asked: Record<string, unknown>;
  /** Paths that were requested, in order */
  called: string[];
  /** Follows a login from its address to where the provider redirects the browser. */
  visit(url: string): Promise<URL>;
  /** An access token of a program, as it asks for one with its own secret (client_credentials), for an audience */
  programToken(audience: string): Promise<string>;
  /** The token with other claims, signed with the provider's own key */
  resigned(jwt: string, claims: Record<string, unknown>): string;
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** @param client metadata beside the client's name, secret and addresses */
export async function oidcServer(redirectUri: string, client: Partial<ClientMetadata> = {}): Promise<OidcServer> {
  let server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const double: OidcServer = {
    issuer: `http://127.0.0.1:${port}`,
    person: { claims: {} },
    asked: {},
    called: [],
    visit: (url) => visit(url, redirectUri),
    programToken: (audience) => programToken(double.issuer, audience),
    resigned: (jwt, claims) => resigned(privateKey, jwt, claims),
    stop: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
    start: async () => {
      server = createServer(answer).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  const provider = providerOf(double, privateKey, {
    client_id: 'portale',
    client_secret: 'segreto',
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [new URL('/login', redirectUri).href],
    ...client,
  });
  const callback = provider.callback();
  const answer: Parameters<typeof createServer>[1] = async (req, res) => {
    double.called.push(`${req.method} ${req.url?.split('?')[0]}`);
    if (!req.url?.startsWith('/persona')) return void callback(req, res);
    const { params } = await provider.interactionDetails(req, res);
    double.asked = params;
    const { person } = double;
    const login = { accountId: 'qualcuno', ...(person?.acr && { acr: person.acr }) };
    await provider.interactionFinished(req, res, person ? { login } : { error: 'access_denied' });
  };
  server.on('request', answer as never);
  return double;
}

const ACR = ['SpidL1', 'SpidL2', 'SpidL3'].map((level) => `https://www.spid.gov.it/${level}`);
const PREFIX = 'https://attributes.eid.gov.it';

function providerOf(double: OidcServer, key: KeyObject, client: ClientMetadata): Provider {
  return new Provider(double.issuer, {
    adapter: memoryStore(),
    clients: [client, PROGRAM_CLIENT],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sua' } as never] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    acrValues: ACR,
    claims: {
      openid: ['sub'],
      acr: null,
      profile: [
        'given_name',
        'family_name',
        'enti',
        'groups',
        'ruolo',
        `${PREFIX}/fiscal_number`,
        'fiscal_number',
        'PersonIdentifier',
      ],
      email: ['email', 'email_verified', 'phone_number'],
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...double.person?.claims }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      grant.addOIDCClaims([...oidc.requestParamClaims]);
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/persona/${uid}` },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      encryption: { enabled: true },
      jwtUserinfo: { enabled: true },
      requestObjects: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => '',
        getResourceServerInfo: (_ctx, audience) => ({
          scope: '',
          audience,
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: { enabled: true, logoutSource: () => {}, postLogoutSuccessSource: () => {} },
    },
    enabledJWA: { userinfoEncryptionAlgValues: ['RSA-OAEP', 'RSA-OAEP-256'] },
    renderError: (ctx, out) => {
      ctx.body = JSON.stringify(out);
    },
    clientBasedCORS: () => false,
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  });
}

/** A program that the provider knows. */
const PROGRAM_CLIENT = {
  client_id: 'gestionale-tari',
  client_secret: 'segreto-del-gestionale',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
} satisfies ClientMetadata;

async function programToken(issuer: string, audience: string): Promise<string> {
  const { client_id, client_secret } = PROGRAM_CLIENT;
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
  });
  const { access_token, ...other } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`no token: ${JSON.stringify(other)}`);
  return access_token;
}

async function visit(url: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();
  let at = new URL(url);
  while (!at.href.startsWith(redirectUri)) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`${at.pathname}: ${answer.status} ${await answer.text()}`);
    at = new URL(next, at);
  }
  return at;
}

function resigned(key: KeyObject, jwt: string, claims: Record<string, unknown>): string {
  const [head = '', body = ''] = jwt.split('.');
  const old = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const text = `${head}.${Buffer.from(JSON.stringify({ ...old, ...claims })).toString('base64url')}`;
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
}

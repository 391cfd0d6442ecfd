import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OidcServer, oidcServer } from '../../../tests/doubles/oidc-server.ts';
import { IdentityError, type IdentityPort, type StartedLogin } from '../../platform/identity.ts';
import type { OidcSettings } from '../../platform/identity-settings.ts';
import { oidcIdentity } from './oidc.server.ts';

const RETURN = 'http://127.0.0.1:4321/accesso/ritorno';
const L2 = 'https://www.spid.gov.it/SpidL2';
const MARIO = {
  given_name: 'Mario',
  family_name: 'Rossi',
  'https://attributes.eid.gov.it/fiscal_number': 'TINIT-RSSMRA80A01Z999Y',
  email: 'mario@posta.example',
  phone_number: '+393330000001',
};

const settings = (issuer: string, over: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer,
  clientId: 'portale',
  clientSecret: 'segreto',
  privateKeyFile: undefined,
  signedRequest: false,
  claims: {},
  params: { spid: { acr_values: L2 }, cie: { prompt: 'login' } },
  role: undefined,
  ...over,
});

type Meddle = (url: string, answer: Response) => Promise<Response>;

/** The portal's side. @param meddle changes the provider's answers on their way */
function portal(oidc: Parameters<typeof oidcIdentity>[0]['oidc'], meddle?: Meddle): IdentityPort {
  return oidcIdentity({
    oidc,
    redirectUri: RETURN,
    afterLogout: 'http://127.0.0.1:4321/login',
    enti: async () => ['borgo', 'valle'],
    fetch: async (url, init) => {
      const answer = await fetch(url, init as RequestInit);
      return meddle ? meddle(url, answer) : answer;
    },
  });
}

/** Changes the ID token on its way. */
const withIdToken =
  (change: (jwt: string) => string): Meddle =>
  async (url, answer) => {
    if (!url.endsWith('/token')) return answer;
    const body = (await answer.json()) as { id_token: string };
    return Response.json({ ...body, id_token: change(body.id_token) });
  };

const why = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nobody was refused',
    (error: unknown) => (error instanceof IdentityError ? error.why : error),
  );

describe('a provider with a shared secret', () => {
  let idp: OidcServer;
  beforeAll(async () => {
    idp = await oidcServer(RETURN);
  });
  afterAll(() => idp.stop());
  beforeEach(() => {
    idp.person = { claims: MARIO, acr: L2 };
    idp.called.length = 0;
  });
  const open = (meddle?: Meddle, over?: Partial<OidcSettings>) =>
    portal({ cittadini: settings(idp.issuer, over) }, meddle);
  const answered = async (
    identity: IdentityPort,
    way: 'spid' | 'cie' | 'eidas' = 'spid',
  ): Promise<[URL, StartedLogin]> => {
    const { url, pending } = await identity.begin(way);
    return [await idp.visit(url), pending];
  };

  test('gives the person’s identity', async () => {
    const identity = open();
    const person = await identity.finish(...(await answered(identity)));
    expect(person).toEqual({
      provider: 'cittadini',
      issuer: idp.issuer,
      subject: 'qualcuno',
      nome: 'Mario',
      cognome: 'Rossi',
      codice_fiscale: 'RSSMRA80A01Z999Y',
      email: 'mario@posta.example',
      telefono: '+393330000001',
      enti: [],
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  });

  test('is not asked anything before the first login, and only for the ways that it serves', () => {
    expect(open().ways).toEqual(['spid', 'cie']);
    expect(portal({}).ways).toEqual([]);
    expect(idp.called).toEqual([]);
  });

  test('gets the parameters of the button that was pressed, and a proof that only this browser has', async () => {
    const identity = open();
    const [spid, cie] = await Promise.all(
      (['spid', 'cie'] as const).map(async (way) => new URL((await identity.begin(way)).url).searchParams),
    );
    expect(spid?.get('acr_values')).toBe(L2);
    expect(cie?.get('acr_values')).toBeNull();
    expect(cie?.get('prompt')).toBe('login');
    expect(spid?.get('code_challenge_method')).toBe('S256');
    expect(spid?.get('state')).toMatch(/^[a-z0-9]{48}$/);
    expect(spid?.get('nonce')).toMatch(/^[a-z0-9]{48}$/);
    expect(spid?.get('state')).not.toBe(cie?.get('state'));
  });

  describe('with eIDAS', () => {
    const LOA = 'http://eidas.europa.eu/LoA/';
    const INGRID = { given_name: 'Ingrid', family_name: 'Lindqvist', PersonIdentifier: 'SE/IT/199001019802' };
    const withEidas = () => open(undefined, { params: { eidas: { acr_values: `${LOA}substantial` } } });
    const loginOf = async (acr: string, claims = INGRID) => {
      idp.person = { claims, acr };
      const identity = withEidas();
      return identity.finish(...(await answered(identity, 'eidas')));
    };

    test('is offered only where its parameters are set', () => {
      expect(withEidas().ways).toEqual(['eidas']);
    });

    test.each(['substantial', 'high'])(
      'takes a person without a tax code, by their identifier, at level %s',
      async (level) => {
        expect(await loginOf(LOA + level)).toMatchObject({
          nome: 'Ingrid',
          cognome: 'Lindqvist',
          codice_fiscale: '',
          identificativo: 'SE/IT/199001019802',
        });
      },
    );

    test.each(['low', 'none', ''])('refuses level %j', async (level) => {
      expect(await why(loginOf(LOA + level))).toBe('refused');
    });

    test('refuses a person whom nothing identifies', async () => {
      expect(await why(loginOf(`${LOA}high`, { ...INGRID, PersonIdentifier: '' }))).toBe('no_tax_code');
    });
  });

  test('gets its access token revoked as soon as it was used', async () => {
    const identity = open();
    await identity.finish(...(await answered(identity)));
    await expect.poll(() => idp.called.at(-1)).toBe('POST /token/revocation');
  });

  test('is given ten seconds for each call', async () => {
    const given = vi.spyOn(AbortSignal, 'timeout');
    const identity = open();
    await identity.finish(...(await answered(identity)));
    await expect.poll(() => idp.called.at(-1)).toBe('POST /token/revocation');
    // Discovery, token, userinfo, keys, revocation.
    expect(given.mock.calls).toEqual(Array.from({ length: 5 }, () => [10_000]));
    given.mockRestore();
  });

  test('is reported as away when it is down, and is asked again when it is back', async () => {
    const identity = open();
    await idp.stop();
    expect(await why(identity.begin('spid'))).toBe('away');
    expect(await identity.end('cittadini', null)).toBeNull();
    await idp.start();
    expect((await identity.begin('spid')).url).toContain(idp.issuer);
  });

  test('is reported as away when it goes down during a login', async () => {
    const identity = open();
    const [answer, pending] = await answered(identity);
    await idp.stop();
    expect(await why(identity.finish(answer, pending))).toBe('away');
    await idp.start();
  });

  test.each([502, 500])('is reported as away when it answers %i', async (status) => {
    const identity = open(async (url, answer) => (url.endsWith('/token') ? new Response('', { status }) : answer));
    expect(await why(identity.finish(...(await answered(identity))))).toBe('away');
  });

  test.each([
    ['access_denied', 'denied'],
    ['temporarily_unavailable', 'away'],
    ['server_error', 'away'],
    ['invalid_request', 'refused'],
  ])('that sends back %s is reported as %s', async (error, told) => {
    const identity = open();
    const { pending } = await identity.begin('spid');
    const answer = new URL(`${RETURN}?error=${error}&state=${pending.state}&iss=${encodeURIComponent(idp.issuer)}`);
    expect(await why(identity.finish(answer, pending))).toBe(told);
  });

  test('gives no login when the person refuses', async () => {
    idp.person = undefined;
    const identity = open();
    expect(await why(identity.finish(...(await answered(identity))))).toBe('denied');
  });

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(48))],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://altro.example')],
  ])('an answer with %s is refused', async (_what, change) => {
    const identity = open();
    const [answer, pending] = await answered(identity);
    change(answer);
    expect(await why(identity.finish(answer, pending))).toBe('refused');
  });

  test.each(['state', 'nonce', 'verifier'] as const)(
    'the answer to one browser is refused in another: its %s is not this one’s',
    async (name) => {
      const identity = open();
      const [answer, pending] = await answered(identity);
      const other = (await identity.begin('spid')).pending;
      expect(await why(identity.finish(answer, { ...pending, [name]: other[name] }))).toBe('refused');
    },
  );

  test('accepts a code once', async () => {
    const identity = open();
    const [answer, pending] = await answered(identity);
    await identity.finish(answer, pending);
    expect(await why(identity.finish(answer, pending))).toBe('refused');
  });

  test.each([
    ['whose content was changed', (jwt: string) => jwt.replace(/\.[\w-]{20}/, (part) => `${part.slice(0, -1)}A`)],
    ['whose signature was changed', (jwt: string) => `${jwt.slice(0, -8)}AAAAAAAA`],
    [
      'without signature',
      (jwt: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${jwt.split('.')[1]}.`,
    ],
    ['for another portal', (jwt: string) => idp.resigned(jwt, { aud: 'altro' })],
    ['of another issuer', (jwt: string) => idp.resigned(jwt, { iss: 'https://altro.example' })],
    ['with another nonce', (jwt: string) => idp.resigned(jwt, { nonce: 'x' })],
    ['that is over', (jwt: string) => idp.resigned(jwt, { exp: 1_700_000_000 })],
    ['of a lower level', (jwt: string) => idp.resigned(jwt, { acr: 'https://www.spid.gov.it/SpidL1' })],
    ['of another kind of level', (jwt: string) => idp.resigned(jwt, { acr: 'https://altro.example/L2' })],
    ['without a level', (jwt: string) => idp.resigned(jwt, { acr: undefined })],
    ['of somebody else than the userinfo', (jwt: string) => idp.resigned(jwt, { sub: 'altra' })],
  ])('a token %s is refused', async (_what, change) => {
    const identity = open(withIdToken(change));
    expect(await why(identity.finish(...(await answered(identity))))).toBe('refused');
  });

  test('may give a higher level than the one asked for', async () => {
    idp.person = { claims: MARIO, acr: 'https://www.spid.gov.it/SpidL3' };
    const identity = open();
    expect(await identity.finish(...(await answered(identity)))).toMatchObject({ nome: 'Mario' });
  });

  test('gives no login without a tax code', async () => {
    idp.person = { claims: { given_name: 'Mario', family_name: 'Rossi' }, acr: L2 };
    const identity = open();
    expect(await why(identity.finish(...(await answered(identity))))).toBe('no_tax_code');
  });

  test('may have another name for a claim, which is set', async () => {
    idp.person = { claims: { ...MARIO, groups: 'Maria' }, acr: L2 };
    const identity = open(undefined, { claims: { nome: ['nickname', 'groups'] } });
    expect(await identity.finish(...(await answered(identity)))).toMatchObject({ nome: 'Maria', cognome: 'Rossi' });
  });

  test('a provider is told of a logout, and where to send the citizen afterwards', async () => {
    const end = new URL((await open().end('cittadini', 'gettone')) ?? '');
    expect(end.origin + end.pathname).toBe(`${idp.issuer}/session/end`);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      client_id: 'portale',
      id_token_hint: 'gettone',
      post_logout_redirect_uri: 'http://127.0.0.1:4321/login',
      state: 'uscito',
    });
    expect(await open().end('operatori', null)).toBeNull();
  });

  test('lets in operators of the enti that exist, and of no others', async () => {
    const { codice, ...rest } = { ...MARIO, codice: '' };
    const operatori = { claims: { enti: ['groups'] as string[] }, params: {} };
    idp.person = { claims: { ...rest, groups: ['borgo', 'altrove', 'borgo'] } };
    const enter = async (over: Partial<OidcSettings>) => {
      const identity = portal({ operatori: settings(idp.issuer, { ...operatori, ...over }) });
      const { url, pending } = await identity.begin('operatori');
      return identity.finish(await idp.visit(url), pending);
    };
    expect(await enter({})).toMatchObject({ provider: 'operatori', enti: ['borgo'] });
    expect(await why(enter({ role: 'portale' }))).toBe('no_ente');
    idp.person = { claims: { ...rest, groups: 'valle borgo', ruolo: ['altro', 'portale'] } };
    expect(await enter({ role: 'portale' })).toMatchObject({ enti: ['valle', 'borgo'] });
    idp.person = { claims: { ...rest, groups: ['altrove'] } };
    expect(await why(enter({}))).toBe('no_ente');
  });
});

describe('a provider as SPID and CIE require it: signed request, private key, signed and encrypted answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chiavi-'));
  const file = join(folder, 'chiavi.json');
  const CLAIMS = JSON.stringify({
    userinfo: {
      given_name: null,
      family_name: null,
      'https://attributes.eid.gov.it/fiscal_number': { essential: true },
    },
  });
  let idp: OidcServer;
  beforeAll(async () => {
    const pairs = (['sig', 'enc'] as const).map((use) => ({
      use,
      ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
    }));
    const jwks = (which: 'publicKey' | 'privateKey') => ({
      keys: pairs.map((pair) => ({ ...pair[which].export({ format: 'jwk' }), use: pair.use, kid: pair.use })),
    });
    writeFileSync(file, JSON.stringify(jwks('privateKey')));
    idp = await oidcServer(RETURN, {
      token_endpoint_auth_method: 'private_key_jwt',
      request_object_signing_alg: 'RS256',
      require_signed_request_object: true,
      userinfo_signed_response_alg: 'RS256',
      userinfo_encrypted_response_alg: 'RSA-OAEP-256',
      userinfo_encrypted_response_enc: 'A256CBC-HS512',
      jwks: jwks('publicKey') as never,
    });
    idp.person = { claims: MARIO, acr: L2 };
  });
  afterAll(async () => {
    await idp.stop();
    rmSync(folder, { recursive: true });
  });
  const open = (meddle?: Meddle) =>
    portal(
      {
        cittadini: settings(idp.issuer, {
          clientSecret: undefined,
          privateKeyFile: file,
          signedRequest: true,
          params: { spid: { scope: 'openid', acr_values: L2, claims: CLAIMS } },
        }),
      },
      meddle,
    );

  test('gives the person’s identity', async () => {
    const identity = open();
    const { url, pending } = await identity.begin('spid');
    const answer = await idp.visit(url);
    expect(await identity.finish(answer, pending)).toMatchObject({ nome: 'Mario', codice_fiscale: 'RSSMRA80A01Z999Y' });
    expect(idp.asked).toMatchObject({ scope: 'openid', acr_values: L2, claims: CLAIMS, state: pending.state });
  });

  test('gets a signed request, with the parameters that SPID requires outside of it', async () => {
    const { searchParams } = new URL((await open().begin('spid')).url);
    expect([...searchParams.keys()].sort()).toEqual(
      expect.arrayContaining([
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'request',
        'response_type',
        'scope',
      ]),
    );
    expect(searchParams.get('claims')).toBeNull();
  });

  test.each([
    ['whose seal was broken', (text: string) => `${text.slice(0, -8)}AAAAAAAA`],
    ['that is not encrypted', () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ])('an answer %s is refused', async (_what, change) => {
    const identity = open(async (url, answer) =>
      url.endsWith('/me') ? new Response(change(await answer.text()), { headers: answer.headers }) : answer,
    );
    const { url, pending } = await identity.begin('spid');
    expect(await why(identity.finish(await idp.visit(url), pending))).toBe('refused');
  });
});

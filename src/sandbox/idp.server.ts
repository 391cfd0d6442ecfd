/**
 * The sandbox's identity provider: a real OpenID Connect provider where logging in is choosing one of the people of the sandbox.
 * Mounted by the host; its libraries are loaded at the first login.
 */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import { birthdayIn } from '../platform/atoms/codice-fiscale.ts';
import { errorLine } from '../platform/monitoring/monitoring.server.ts';
import { isHttps } from '../platform/origin.ts';
import { SettingError } from '../platform/setting.ts';
import { logoutPage, peoplePage, wordsPage } from './idp.page.ts';
import { memoryStore } from './idp.store.ts';
import { EIDAS_LEVEL, IDP_PASSWORD, IDP_PATH, SPID_LEVEL } from './idp.ts';
import { CITTADINI, DIPENDENTI, STRANIERI } from './persone.ts';

type IdpHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** At most as long as a login at the portal, in seconds. */
const EIGHT_HOURS = 8 * 3600;

/**
 * @returns null when the request is not for the provider
 * @throws SettingError where its library is not installed
 */
export function sandboxIdp(publicUrl: string): (req: IncomingMessage) => IdpHandler | null {
  try {
    import.meta.resolve('oidc-provider');
  } catch (cause) {
    const message =
      'l’ambiente di prova vuole anche i pacchetti di sviluppo: installali con npm ci, oppure imposta PORTAL_MODE=production.';
    throw new SettingError(message, { cause });
  }
  let opened: Promise<IdpHandler> | undefined;
  const handler: IdpHandler = (req, res) => {
    opened ??= openProvider(publicUrl);
    opened.then(
      (answer) => answer(req, res),
      (error: unknown) => {
        opened = undefined;
        console.error(errorLine(error, { route: IDP_PATH }));
        res.writeHead(500).end();
      },
    );
  };
  return (req) => (/^\/sandbox\/idp(?=[/?]|$)/.test(req.url ?? '') ? handler : null);
}

async function openProvider(publicUrl: string): Promise<IdpHandler> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  // No choice is remembered: each login asks again.
  policy
    .get('login')
    ?.checks.add(
      new Check('scelta', 'choose who you are', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  const provider = new Provider(publicUrl + IDP_PATH, makeConfiguration(publicUrl, policy));
  // The address is the public one, whichever proxy forwards the request.
  provider.proxy = true;
  const { host, protocol } = new URL(publicUrl);
  const callback = provider.callback();
  return (req, res) => {
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    (req as IncomingMessage & { originalUrl?: string }).originalUrl = req.url as string;
    req.url = (req.url as string).slice(IDP_PATH.length) || '/';
    res.setHeader('cache-control', 'no-store');
    // The provider adds the hash of the scripts of its own pages.
    res.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    // The next choice ignores the former person; only the logout uses it.
    if (req.url.startsWith('/auth')) req.headers.cookie = req.headers.cookie?.replace(/\bidp_sessione=[^;]*/, '');
    const isPeoplePage = /^\/persone\/[\w-]+$/.test(req.url);
    if (!isPeoplePage) return void callback(req, res);
    answerChoice(provider, req, res).catch(() => {
      // The page was left open too long, or belongs to another browser.
      sendPage(res, 400, wordsPage('La scelta è scaduta', 'Torna al portale e accedi di nuovo.'));
    });
  };
}

function makeConfiguration(
  publicUrl: string,
  policy: NonNullable<Configuration['interactions']>['policy'],
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = (client_id: string) => ({
    client_id,
    client_secret: IDP_PASSWORD,
    redirect_uris: [`${publicUrl}/accesso/ritorno`],
    post_logout_redirect_uris: [`${publicUrl}/login`],
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
  });
  const cookie = { path: IDP_PATH, httpOnly: true, sameSite: 'lax' as const, secure: isHttps({ publicUrl }) };
  return {
    adapter: memoryStore(),
    clients: [client('cittadini'), client('operatori')],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sandbox' } as never] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: 'idp_sessione', interaction: 'idp_scelta', resume: 'idp_ripresa' },
      long: cookie,
      short: { httpOnly: true, sameSite: 'lax', secure: cookie.secure },
    },
    acrValues: [SPID_LEVEL, EIDAS_LEVEL],
    claims: {
      openid: ['sub'],
      acr: null,
      profile: [
        'given_name',
        'family_name',
        'birthdate',
        'https://attributes.eid.gov.it/fiscal_number',
        'person_identifier',
        'enti',
        'amministra',
      ],
      email: ['email', 'phone_number'],
    },
    findAccount: (_ctx, id) => accountOf(id),
    // The choice counts as consent: no second page.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    interactions: { policy, url: (_ctx, { uid }) => `${IDP_PATH}/persone/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => setPage(ctx, logoutPage(form)),
        postLogoutSuccessSource: async (ctx) => setPage(ctx, wordsPage('Sei uscito', 'Puoi chiudere questa pagina.')),
      },
    },
    renderError: async (ctx, { error, error_description }) =>
      setPage(ctx, wordsPage('Qualcosa non va', `Torna al portale e riprova. (${error}: ${error_description ?? ''})`)),
    pkce: { required: () => true },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: EIGHT_HOURS,
      Grant: EIGHT_HOURS,
    },
    clientBasedCORS: () => false,
  };
}

async function accountOf(id: string) {
  const person = [...CITTADINI, ...STRANIERI, ...DIPENDENTI].find((p) => p.id === id);
  if (!person) return undefined;
  return {
    accountId: id,
    claims: async () => ({
      sub: id,
      given_name: person.nome,
      family_name: person.cognome,
      ...('identificativo' in person
        ? { person_identifier: person.identificativo }
        : {
            'https://attributes.eid.gov.it/fiscal_number': `TINIT-${person.codice_fiscale}`,
            birthdate: birthdateOf(person.codice_fiscale),
          }),
      ...(person.email && { email: person.email }),
      ...('telefono' in person && person.telefono && { phone_number: person.telefono }),
      ...('enti' in person && { enti: person.enti, ...(person.amministra && { amministra: person.amministra }) }),
    }),
  };
}

/** The people of the sandbox were born in the last century. */
function birthdateOf(codice_fiscale: string): string {
  const { year, month, day } = birthdayIn(codice_fiscale);
  return [1900 + year, month, day].map((n) => String(n).padStart(2, '0')).join('-');
}

/** The page of people, and the choice made on it. */
async function answerChoice(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(req, res);
  const acr = params.acr_values === EIDAS_LEVEL ? EIDAS_LEVEL : SPID_LEVEL;
  const citizens = acr === EIDAS_LEVEL ? STRANIERI : CITTADINI;
  const people = params.client_id === 'operatori' ? DIPENDENTI : citizens;
  if (req.method !== 'POST') return sendPage(res, 200, peoplePage(people, params.client_id === 'operatori'));
  let body = '';
  for await (const chunk of req) if (body.length < 1000) body += chunk;
  const chosen = people.find(({ id }) => id === new URLSearchParams(body).get('persona'));
  const result = chosen
    ? { login: { accountId: chosen.id, acr, remember: false } }
    : { error: 'access_denied', error_description: 'annullato' };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}

type IdpPage = { html: string; policy: string };

function sendPage(res: ServerResponse, status: number, { html, policy }: IdpPage): void {
  res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(html);
}

function setPage(ctx: KoaContextWithOIDC, { html, policy }: IdpPage): void {
  ctx.type = 'html';
  ctx.set('content-security-policy', policy);
  ctx.body = html;
}

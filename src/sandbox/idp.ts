/** The sandbox's identity provider as the portal sees it. It proves nothing: whoever opens its page may be anybody on it. */
import type { OidcSettings } from '../platform/identity-settings.ts';

export const IDP_PATH = '/sandbox/idp';
/** No secret at all: it takes the place that a secret has in production. */
export const IDP_PASSWORD = 'sandbox-sandbox-sandbox-sandbox-sandbox';
/** SPID level 2, as most portals of bodies ask for. */
export const SPID_LEVEL = 'https://www.spid.gov.it/SpidL2';

/** @param clientId `cittadini` or `operatori`: says whom the page offers */
export function sandboxProvider(publicUrl: string, clientId: 'cittadini' | 'operatori'): OidcSettings {
  return {
    issuer: publicUrl + IDP_PATH,
    clientId,
    clientSecret: IDP_PASSWORD,
    privateKeyFile: undefined,
    signedRequest: false,
    claims: {},
    params: { spid: { acr_values: SPID_LEVEL }, cie: { acr_values: SPID_LEVEL }, operatori: {} },
    role: undefined,
  };
}

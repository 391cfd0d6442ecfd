/** The sandbox's identity provider as the portal sees it. It proves nothing: anybody who opens its page may choose any person. */
import type { OidcSettings } from '../platform/identity-settings.ts';

export const IDP_PATH = '/sandbox/idp';
/** Not a secret: it takes the place of the one used in production. */
export const IDP_PASSWORD = 'sandbox-sandbox-sandbox-sandbox-sandbox';
/** SPID level 2, which most portals of municipalities require. */
export const SPID_LEVEL = 'https://www.spid.gov.it/SpidL2';

/** The level of eIDAS that services of public administrations ask for. */
export const EIDAS_LEVEL = 'http://eidas.europa.eu/LoA/substantial';

/** @param clientId `cittadini` or `operatori`: decides which people the page offers */
export function sandboxProvider(publicUrl: string, clientId: 'cittadini' | 'operatori'): OidcSettings {
  return {
    issuer: publicUrl + IDP_PATH,
    clientId,
    clientSecret: IDP_PASSWORD,
    privateKeyFile: undefined,
    signedRequest: false,
    claims: {},
    params: {
      spid: { acr_values: SPID_LEVEL },
      cie: { acr_values: SPID_LEVEL },
      eidas: { acr_values: EIDAS_LEVEL },
      operatori: {},
    },
    role: undefined,
  };
}

/** Settings of pagoPA's test pages: inside the portal itself, for any ente. */
import type { PagopaSettings } from '../../platform/payments-settings.server.ts';

export const PAGOPA_PATH = '/sandbox/pagopa';
/** Not a secret: it takes the place of the subscription key used in production. */
const SUBSCRIPTION_KEY = 'sandbox';
/** A key that begins so is refused, so that a wrong one can be tried. */
export const WRONG_KEY = 'sbagliata';

/** @param publicUrl origin of the portal, without a final slash */
export function sandboxPagopa(publicUrl: string): PagopaSettings {
  const baseUrl = publicUrl + PAGOPA_PATH;
  return {
    checkoutUrl: `${baseUrl}/checkout/ec/v2`,
    gpdUrl: `${baseUrl}/gpd/debt-positions-service/v1`,
    receiptsUrl: `${baseUrl}/gpd/payments-receipts-service/v1`,
    flowsUrl: `${baseUrl}/fdr-org/service/v1`,
    key: SUBSCRIPTION_KEY,
    origins: [new URL(publicUrl).origin],
    enti: {},
    others: { segregazione: '01', iban: 'IT60X0542811101000000123456' },
  };
}

/** pagoPA's test pages as the portal sees them: inside the portal itself, for any body. */
import type { PagopaSettings } from '../../platform/payments-settings.ts';

export const PAGOPA_PATH = '/sandbox/pagopa';
/** No secret at all: it takes the place that the subscription key has in production. */
const KEY = 'sandbox';

/** @param publicUrl origin of the portal, without a slash at the end */
export function sandboxPagopa(publicUrl: string): PagopaSettings {
  const base = publicUrl + PAGOPA_PATH;
  return {
    checkoutUrl: `${base}/checkout/ec/v2`,
    gpdUrl: `${base}/gpd/debt-positions-service/v1`,
    receiptsUrl: `${base}/gpd/payments-receipts-service/v1`,
    key: KEY,
    origini: [new URL(publicUrl).origin],
    enti: {},
    altri: { segregazione: '01', iban: 'IT60X0542811101000000123456' },
  };
}

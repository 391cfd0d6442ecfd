/** The settings of the payment adapters, read from the environment or made by the sandbox. */

/**
 * @property checkoutUrl base of Checkout's carts, with version: `https://api.platform.pagopa.it/checkout/ec/v2`
 * @property gpdUrl base of the debt positions: `…/gpd/debt-positions-service/v1` @property receiptsUrl `…/gpd/payments-receipts-service/v1`
 * @property key subscription key for enti without one of their own @property origins where a cart may redirect to
 * @property enti by tax code of the ente @property others for every other ente: the sandbox lists none by name
 */
export type PagopaSettings = {
  checkoutUrl: string;
  gpdUrl: string;
  receiptsUrl: string;
  key: string | undefined;
  origins: readonly string[];
  enti: Readonly<Record<string, EntePagopa>>;
  others?: EntePagopa;
};

/** @property segregazione two digits of the notice numbers this portal makes @property iban where the money goes */
export type EntePagopa = { key?: string; segregazione: string; iban: string };

/** @property secret shared with the provider: signs requests and notifications */
export type MooneySettings = { url: string; secret: string; origins: readonly string[] };

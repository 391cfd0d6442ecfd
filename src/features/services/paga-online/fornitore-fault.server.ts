/** Reports a provider's fault to monitoring if its cause lies with the portal, and not when the provider is down. */
import type { PortalHouse } from '../../../context.ts';
import { type PaymentError, ProviderDown } from '../../../platform/payments.ts';

/** The citizen reads the same words for every fault. Faults with a cause in the portal are reported. */
export function reportFault({ monitoring }: Pick<PortalHouse, 'monitoring'>, error: PaymentError): void {
  if (error.why === 'away' && !(error instanceof ProviderDown)) monitoring.report(error, { route: 'pagamenti' });
}

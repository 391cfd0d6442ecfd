/** The enti that offer parking subscriptions. */
import { remoteEnti } from '../../cases/offerta/enti.browser.ts';

export const entiList = remoteEnti('SF300');

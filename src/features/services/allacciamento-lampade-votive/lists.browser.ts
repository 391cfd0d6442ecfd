/** The enti that connect votive lamps. */
import { remoteEnti } from '../../cases/offerta/enti.browser.ts';

export const entiList = remoteEnti('SF500');

/** The enti that put up posters. */
import { remoteEnti } from '../../cases/offerta/enti.browser.ts';

export const entiList = remoteEnti('SF120');

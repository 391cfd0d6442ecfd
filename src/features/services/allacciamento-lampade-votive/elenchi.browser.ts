/** The bodies that connect votive lamps. */
import { entiPer } from '../../cases/offerta/enti.browser.ts';

export const elencoEnti = entiPer('SF500');

/** The bodies that give parking subscriptions. */
import { entiPer } from '../../cases/offerta/enti.browser.ts';

export const elencoEnti = entiPer('SF300');

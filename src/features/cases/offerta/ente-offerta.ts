/** How pages pass the enti, and the offer of the chosen ente, to a form, and how the form reads them. Pure. */
import type { OperationOutput } from '../../../platform/contract.ts';
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { EnteSearch } from '../ente/choice.ts';
import type { enteOperations } from '../ente/ente.contract.ts';
import type { FormProps } from '../form/form.ts';

export type OfferingEnte = OperationOutput<typeof enteOperations.entiPerCategoria>[number];

/**
 * What the page gives a form that depends on the offer of an ente.
 * @property enteSearch where the enti are too many for a list @property offerta null when the ente offers nothing, absent while no ente is chosen
 */
export type WithOfferta<T> = {
  enti: RenderedList<OfferingEnte>;
  enteSearch?: EnteSearch | undefined;
  offerta?: T | null | 'failed' | undefined;
};

/** The same with the common props of a form. @property today today's date in Rome, `YYYY-MM-DD` */
export type OffertaFormProps<T> = FormProps & WithOfferta<T> & { today: string };

/** The button that shows the offer of another ente without JavaScript. */
export const SHOW_OFFERTA = 'mostra_offerta';

/** @returns the offer, or undefined when there is nothing to choose from */
export const chosenOfferta = <T extends object>({ offerta }: WithOfferta<T>): T | undefined =>
  typeof offerta === 'object' && offerta !== null ? offerta : undefined;

/** How pages pass the enti and the offer of the chosen one to a form, and how the form reads them. Pure. */
import type { OperationOutput } from '../../../platform/contract.ts';
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { enteOperations } from '../ente/ente.contract.ts';
import type { FormProps } from '../form/form.ts';

export type OfferingEnte = OperationOutput<typeof enteOperations.entiPerCategoria>[number];

/**
 * What the page gives a form that depends on the offer of an ente.
 * @property offerta of the chosen ente; null: it offers nothing; absent: none is chosen yet
 */
export type WithOfferta<T> = { enti: RenderedList<OfferingEnte>; offerta?: T | null | 'failed' | undefined };

/** What the page gives such a form. @property today the day it is in Rome, `YYYY-MM-DD` */
export type OffertaFormProps<T> = FormProps & WithOfferta<T> & { today: string };

/** The button that shows the offer of another ente without JavaScript. */
export const SHOW_OFFERTA = 'mostra_offerta';

/** @returns the offer itself, or undefined when there is none to choose from */
export const chosenOfferta = <T extends object>({ offerta }: WithOfferta<T>): T | undefined =>
  typeof offerta === 'object' && offerta !== null ? offerta : undefined;

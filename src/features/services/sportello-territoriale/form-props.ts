/** Types of the data that the page of a message to a sportello passes to its form. */
import type * as z from 'zod/mini';
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { EnteSearch } from '../../cases/ente/choice.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { ServizioSportello } from './sportello.contract.ts';
import type { enti } from './sportello.fields.ts';

export type EnteSportello = z.infer<typeof enti>[number];
/** What the form needs of a desk. */
export type OfferedSportello = Pick<ServizioSportello, 'codice' | 'nome'>;

/** @property enteSearch where the enti are too many for a list @property sportelli those of the chosen ente */
export type SportelloFormProps = FormProps & {
  enti: RenderedList<EnteSportello>;
  enteSearch?: EnteSearch | undefined;
  sportelli: RenderedList<OfferedSportello>;
};

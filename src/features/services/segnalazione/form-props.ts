/** Types of the data that the page of a segnalazione passes to its form: types on offer, enti and maps. */
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { EnteSearch } from '../../cases/ente/choice.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { FieldOptions } from '../../cases/form/options.ts';
import type { OfferedEnte } from './segnalazione.fields.ts';

export type OfferedTipo = FieldOptions[number];

export type SegnalazioneFormProps = FormProps & {
  tipi: RenderedList<OfferedTipo>;
  enti: RenderedList<OfferedEnte>;
  /** Where the enti are too many for a list */
  enteSearch?: EnteSearch | undefined;
  /** Words about the point in the form, when it lies beyond the border of the ente */
  outside: string | undefined;
  /** The browser keeps the form for when there is no connection */
  keepsShell?: true | undefined;
  /** False when the portal has no address book */
  suggests: boolean;
  /** Maps of the enti that have one, by id */
  maps: Record<string, NonNullable<Ente['mappa']>>;
};

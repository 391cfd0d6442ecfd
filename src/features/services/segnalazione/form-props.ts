/** Types of the data that the page of a segnalazione passes to its form: types on offer, enti and maps. */
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { FieldOptions } from '../../cases/form/options.ts';
import type { OfferedEnte } from './segnalazione.fields.ts';

export type OfferedTipo = FieldOptions[number];

export type SegnalazioneFormProps = FormProps & {
  tipi: RenderedList<OfferedTipo>;
  enti: RenderedList<OfferedEnte>;
  /** Maps of the enti that have one, by id */
  maps: Record<string, NonNullable<Ente['mappa']>>;
};

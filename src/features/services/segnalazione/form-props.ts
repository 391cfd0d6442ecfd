/** Types of the data that the page of a segnalazione passes to its form: types on offer, enti and maps. */
import type { OperationOutput } from '../../../platform/contract.ts';
import type { RenderedList } from '../../../platform/vault/list.browser.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { FormProps as SharedFormProps } from '../../cases/form/form.ts';
import type { segnalazioneOperations } from './segnalazione.contract.ts';
import type { OfferedEnte } from './segnalazione.fields.ts';

export type OfferedTipo = OperationOutput<typeof segnalazioneOperations.opzioniSegnalazione>[number];

/** What the page gives the form. */
export type SegnalazioneFormProps = SharedFormProps & {
  tipi: RenderedList<OfferedTipo>;
  enti: RenderedList<OfferedEnte>;
  /** Bodies that have a map, by id */
  maps: Record<string, NonNullable<Ente['mappa']>>;
};

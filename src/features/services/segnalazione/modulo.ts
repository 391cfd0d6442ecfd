/** Types of the data that the page of a segnalazione passes to its form: types on offer, enti and maps. */
import type { Output } from '../../../platform/contract.ts';
import type { Rendered } from '../../../platform/vault/list.browser.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { ModuloProps as Comuni } from '../../cases/modulo/modulo.ts';
import type { operations } from './segnalazione.contract.ts';
import type { EnteOfferto } from './segnalazione.fields.ts';

export type TipoOfferto = Output<typeof operations.opzioniSegnalazione>[number];

/** What the page gives the form. */
export type ModuloProps = Comuni & {
  tipi: Rendered<TipoOfferto>;
  enti: Rendered<EnteOfferto>;
  /** Bodies that have a map, by id */
  mappe: Record<string, NonNullable<Ente['mappa']>>;
};

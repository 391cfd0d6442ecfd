import type { Output } from '../../../platform/contract.ts';
import type { Rendered } from '../../../platform/vault/list.browser.ts';
import type { operations as enti } from '../../cases/ente/ente.contract.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { ModuloProps as Comuni } from '../../cases/modulo/modulo.ts';
import type { operations } from './segnalazione.contract.ts';

export type TipoOfferto = Output<typeof operations.opzioniSegnalazione>[number];
export type EnteOfferto = Output<typeof enti.listaEnti>[number];

/** What the page gives the form. */
export type ModuloProps = Comuni & {
  tipi: Rendered<TipoOfferto>;
  enti: Rendered<EnteOfferto>;
  /** Bodies that have a map, by id */
  mappe: Record<string, NonNullable<Ente['mappa']>>;
};

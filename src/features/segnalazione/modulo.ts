import type { Output } from '../../platform/contract.ts';
import type { Rendered } from '../../platform/vault/list.browser.ts';
import type { operations as enti } from '../ente/ente.contract.ts';
import type { Ente } from '../ente/ente.ts';
import type { operations } from './segnalazione.contract.ts';
import type { Stato } from './segnalazione.passi.ts';

export type TipoOfferto = Output<typeof operations.opzioniSegnalazione>[number];
export type EnteOfferto = Output<typeof enti.listaEnti>[number];

/** What the page gives the form. */
export type ModuloProps = {
  stato: Stato;
  token: string;
  /** The address whose code was typed right, or '' */
  confermata: string;
  tipi: Rendered<TipoOfferto>;
  enti: Rendered<EnteOfferto>;
  /** Name of the page's body, for the title of the window */
  nomeEnte: string;
  /** Name of the body when the host decides it: then nobody chooses */
  fisso: string | undefined;
  /** Address of the full privacy text */
  privacy: string;
  /** Bodies that have a map, by id */
  mappe: Record<string, NonNullable<Ente['mappa']>>;
  /** `chiedi`: the question before saving; else days (7), months (12) or 0 for which it was saved */
  salva: string | undefined;
};

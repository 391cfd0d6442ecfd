/** Every service of the portal, in the order in which lists show them: the one place that names them all. */

import { parcheggi } from './features/services/abbonamento-parcheggi/parcheggi.service.ts';
import { manifesto } from './features/services/affissione-manifesti/manifesto.service.ts';
import { lampade } from './features/services/allacciamento-lampade-votive/lampade.service.ts';
import { appuntamento } from './features/services/appuntamento/appuntamento.service.ts';
import { delegaUfficio } from './features/services/delega-ufficio/delega.service.ts';
import { istanza } from './features/services/istanza-contribuente/istanza.service.ts';
import { mezzo } from './features/services/mezzo-permanente/mezzo.service.ts';
import { pagaOnline } from './features/services/paga-online/paga-online.service.ts';
import { rateizzazione } from './features/services/rateizza-un-pagamento/rateizzazione.service.ts';
import { riesame } from './features/services/riesame/riesame.service.ts';
import { rinegoziazione } from './features/services/rinegozia-un-pagamento/rinegoziazione.service.ts';
import { segnalazione } from './features/services/segnalazione/segnalazione.service.ts';
import { sportello } from './features/services/sportello-territoriale/sportello.service.ts';
import type { PortalService } from './service.ts';

export const SERVICE_ROWS = [
  segnalazione,
  sportello,
  appuntamento,
  pagaOnline,
  rateizzazione,
  rinegoziazione,
  riesame,
  istanza,
  delegaUfficio,
  manifesto,
  mezzo,
  parcheggi,
  lampade,
] as const satisfies readonly PortalService[];

/** Service codes with their names. */
export const SERVICE_CODES: Readonly<Record<string, string>> = Object.assign(
  {},
  ...SERVICE_ROWS.map(({ codes }) => codes),
);

export type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
type OneService = (typeof SERVICE_ROWS)[number];

/** The operations and handlers of all services. */
export const serviceOperations = Object.assign({}, ...SERVICE_ROWS.map((s) => s.operations)) as UnionToIntersection<
  OneService['operations']
>;
export const serviceHandlers = Object.assign({}, ...SERVICE_ROWS.map((s) => s.handlers)) as UnionToIntersection<
  OneService['handlers']
>;

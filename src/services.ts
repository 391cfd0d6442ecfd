/** Every service of the portal, in the order in which lists of them stand: the one place that names them all. */

import { parcheggi } from './features/services/abbonamento-parcheggi/parcheggi.service.ts';
import { manifesto } from './features/services/affissione-manifesti/manifesto.service.ts';
import { lampade } from './features/services/allacciamento-lampade-votive/lampade.service.ts';
import { istanza } from './features/services/istanza-contribuente/istanza.service.ts';
import { mezzo } from './features/services/mezzo-permanente/mezzo.service.ts';
import { pagaOnline } from './features/services/paga-online/paga-online.service.ts';
import { rateizza } from './features/services/rateizza-un-pagamento/rateizza.service.ts';
import { riesame } from './features/services/riesame/riesame.service.ts';
import { rinegozia } from './features/services/rinegozia-un-pagamento/rinegozia.service.ts';
import { segnalazione } from './features/services/segnalazione/segnalazione.service.ts';
import { sportello } from './features/services/sportello-territoriale/sportello.service.ts';
import type { Row } from './service.ts';

export const SERVICES = [
  segnalazione,
  sportello,
  pagaOnline,
  rateizza,
  rinegozia,
  riesame,
  istanza,
  manifesto,
  mezzo,
  parcheggi,
  lampade,
] as const satisfies readonly Row[];

/** Service codes with their names. */
export const CODES: Readonly<Record<string, string>> = Object.assign({}, ...SERVICES.map(({ codes }) => codes));

type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;
type One = (typeof SERVICES)[number];

/** The operations and handlers of all services. */
export const operations = Object.assign({}, ...SERVICES.map((s) => s.operations)) as Together<One['operations']>;
export const handlers = Object.assign({}, ...SERVICES.map((s) => s.handlers)) as Together<One['handlers']>;

/** Every service of the portal, in the order in which lists of them stand: the one place that names them all. */

import { parcheggi } from './features/abbonamento-parcheggi/parcheggi.service.ts';
import { manifesto } from './features/affissione-manifesti/manifesto.service.ts';
import { lampade } from './features/allacciamento-lampade-votive/lampade.service.ts';
import { istanza } from './features/istanza-contribuente/istanza.service.ts';
import { mezzo } from './features/mezzo-permanente/mezzo.service.ts';
import { pagaOnline } from './features/paga-online/paga-online.service.ts';
import { rateizza } from './features/rateizza-un-pagamento/rateizza.service.ts';
import { riesame } from './features/riesame/riesame.service.ts';
import { rinegozia } from './features/rinegozia-un-pagamento/rinegozia.service.ts';
import { segnalazione } from './features/segnalazione/segnalazione.service.ts';
import { sportello } from './features/sportello-territoriale/sportello.service.ts';
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

/** The handlers of permanent advertising devices, gathered. */
import type { Handlers } from '../../../platform/run.server.ts';
import { handlers as correlati } from './correlati.server.ts';
import { handlers as csv } from './csv.server.ts';
import { handlers as dichiarazione } from './dichiarazione.server.ts';
import { handlers as documento } from './documento.server.ts';
import { handlers as invio } from './invio.server.ts';
import type { operations } from './mezzo.contract.ts';
import { handlers as tariffa } from './tariffa.server.ts';

export const handlers: Handlers<typeof operations> = {
  ...dichiarazione,
  ...invio,
  ...correlati,
  ...csv,
  ...documento,
  ...tariffa,
};

/** The handlers of permanent advertising devices, gathered. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { foglioHandlers as csv } from './csv.server.ts';
import { dichiarazioneHandlers as dichiarazione } from './dichiarazione.server.ts';
import { documentoHandlers as documento } from './documento.server.ts';
import { invioHandlers as invio } from './invio.server.ts';
import { mezziEditHandlers as mezziEdit } from './mezzi-edit.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { tariffaHandlers as tariffa } from './tariffa.server.ts';

export const mezziHandlers: OperationHandlers<typeof mezziOperations> = {
  ...dichiarazione,
  ...invio,
  ...mezziEdit,
  ...csv,
  ...documento,
  ...tariffa,
};

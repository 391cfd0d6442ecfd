/** The handlers of permanent advertising devices, gathered. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { foglioHandlers } from './csv.server.ts';
import { dichiarazioneHandlers } from './dichiarazione.server.ts';
import { documentoHandlers } from './documento.server.ts';
import { invioHandlers } from './invio.server.ts';
import { mezziEditHandlers } from './mezzi-edit.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { tariffaHandlers } from './tariffa.server.ts';

export const mezziHandlers: OperationHandlers<typeof mezziOperations> = {
  ...dichiarazioneHandlers,
  ...invioHandlers,
  ...mezziEditHandlers,
  ...foglioHandlers,
  ...documentoHandlers,
  ...tariffaHandlers,
};

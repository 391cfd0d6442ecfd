/** Opens the case of a report that an operator files for a citizen. */
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { registerPratica, requireAnswering } from '../../cases/pratica/pratica.server.ts';
import type { registrazioneOperations } from './registrazione.contract.ts';

export const REGISTRAZIONE_PATH = '/operatore/nuova-segnalazione';

export const registrazioneHandlers: OperationHandlers<typeof registrazioneOperations> = {
  registraSegnalazione: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: async ({ ente, codice }, { house, user }) => {
      if (!user?.enti.includes(ente)) throw new PortalError('not_found');
      return requireAnswering(await findEnte(house, ente), codice, 'codice');
    },
    run: async (input, ctx, ente: ReturnType<typeof requireAnswering>) => {
      const { canale, codice, oggetto, descrizione, indirizzo } = input;
      const { nome, cognome, codice_fiscale, email = '', telefono } = input;
      return registerPratica(ctx, canale, {
        ...{ tipo: 'segnalazione', codice, oggetto, descrizione, files: [], percorso: REGISTRAZIONE_PATH },
        ente,
        richiedente: { nome, cognome, codice_fiscale, email, telefono },
        dati: { indirizzo },
      });
    },
  },
};

/** Opens the case of a report that an operator files for a citizen. */
import type { GeoPoint } from '../../../platform/border.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { WRONG_AREA } from '../../cases/pratica/incarico.contract.ts';
import { registerPratica, requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { pointOf, requireWithin } from './luogo.server.ts';
import type { registrazioneOperations } from './registrazione.contract.ts';
import { REGISTRAZIONE_PATH } from './segnalazione.fields.ts';

export const registrazioneHandlers: OperationHandlers<typeof registrazioneOperations> = {
  registraSegnalazione: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: async ({ codice, area, ...place }, { house, user }) => {
      if (!user?.enti.includes(place.ente)) throw new PortalError('not_found');
      const ente = requireAnswering(await findEnte(house, place.ente), codice, 'codice');
      if (area && !ente.aree?.some(({ id }) => id === area))
        throw new PortalError('invalid', { fields: { area: [WRONG_AREA] } });
      requireWithin(ente, place);
      return { ente, point: await pointOf(house, ente, place) };
    },
    run: async (input, ctx, { ente, point }: { ente: Ente; point: Partial<GeoPoint> }) => {
      const { canale, codice, oggetto, descrizione, indirizzo, area, filesAllegati } = input;
      const { nome, cognome, codice_fiscale, email = '', telefono } = input;
      return registerPratica(ctx, canale, {
        tipo: 'segnalazione',
        codice,
        oggetto,
        descrizione,
        area,
        percorso: REGISTRAZIONE_PATH,
        ente,
        richiedente: { nome, cognome, codice_fiscale, email, telefono },
        dati: { indirizzo, ...point },
        files: filesAllegati,
      });
    },
  },
};

/** Serves the reasons and the documento for a riesame, and opens the request as a pratica. */
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { optionsOf } from '../../cases/form/options.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { wireUsableDocumento } from '../../cases/richiesta/documenti.server.ts';
import { openDocumentiRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { riesameOperations } from './riesame.contract.ts';
import { MOTIVI, riesameFields, SERVIZIO_SLUG } from './riesame.fields.ts';

export const riesameHandlers: OperationHandlers<typeof riesameOperations> = {
  motiviRiesame: async () => optionsOf(MOTIVI),

  documentoRiesame: async (input, ctx) => (await wireUsableDocumento(ctx, 'riesame', input)).found,

  inviaRiesame: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house }) => requireAnswering(await findEnte(house, input.ente), 'SF220'),
    run: (input, ctx, chosenEnte: Ente) => {
      const { motivo, fatti, sospensione } = input;
      const kind = { codice: 'SF220', ente: chosenEnte, azione: 'riesame', slug: SERVIZIO_SLUG };
      return openDocumentiRichiesta(ctx, input, kind, (documenti) => ({
        oggetto: `Riesame: ${documenti.map((d) => d.tipo).join('; ')}`.slice(0, 200),
        descrizione: fatti,
        fatti: riesameFields.facts(input, 'motivo', 'sospensione'),
        dati: { motivo, sospensione },
      }));
    },
  },
};

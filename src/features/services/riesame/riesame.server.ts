/** Serves the reasons and the documento for a riesame, and opens the request as a pratica. */
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { requireAnswering } from '../../cases/pratica/pratica.server.ts';
import {
  documentiFact,
  findDocumentiFor,
  findUsableDocumenti,
  wireUsableDocumenti,
} from '../../cases/richiesta/documenti.server.ts';
import { documentiFormPath } from '../../cases/richiesta/documenti.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { riesameOperations } from './riesame.contract.ts';
import { MOTIVI, riesameFields, SERVIZIO } from './riesame.fields.ts';

export const riesameHandlers: OperationHandlers<typeof riesameOperations> = {
  motiviRiesame: async () => Object.entries(MOTIVI).map(([codice, etichetta]) => ({ codice, etichetta })),

  documentoRiesame: async ({ documento, servizio }, ctx) => {
    const documenti = await findDocumentiFor(ctx, 'riesame', { sistema: servizio, numeri: [documento] });
    const [found] = await wireUsableDocumenti(ctx, documenti);
    if (!found) throw new PortalError('not_found');
    return found;
  },

  inviaRiesame: {
    complete: withIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => requireAnswering(await ente(house, input.ente), 'SF220'),
    run: async (input, ctx, chosenEnte: Ente) => {
      const { servizio, motivo, fatti, sospensione } = input;
      const documenti = await findUsableDocumenti(ctx, 'riesame', {
        sistema: servizio,
        numeri: input.documenti,
        ente: chosenEnte.id,
      });
      return openRichiesta(ctx, input, {
        codice: 'SF220',
        ente: chosenEnte,
        oggetto: `Riesame: ${documenti.map((d) => d.tipo).join('; ')}`.slice(0, 200),
        descrizione: fatti,
        fatti: [documentiFact(documenti), ...riesameFields.facts(input, 'motivo', 'sospensione')],
        dati: { motivo, sospensione },
        percorso: documentiFormPath(SERVIZIO, servizio, input.documenti),
        serveFile: true,
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};

/** Serves the reasons and the documento for a riesame, and opens the request as a pratica. */
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import {
  documentiPer,
  documentiUsabili,
  fattoDocumenti,
  usabiliSulFilo,
} from '../../cases/richiesta/documenti.server.ts';
import { percorsoSu } from '../../cases/richiesta/documenti.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { operations } from './riesame.contract.ts';
import { MOTIVI, riesameFields, SERVIZIO } from './riesame.fields.ts';

export const handlers: Handlers<typeof operations> = {
  motiviRiesame: async () => Object.entries(MOTIVI).map(([codice, etichetta]) => ({ codice, etichetta })),

  documentoRiesame: async ({ documento, servizio }, ctx) => {
    const documenti = await documentiPer(ctx, 'riesame', { sistema: servizio, numeri: [documento] });
    const [trovato] = await usabiliSulFilo(ctx, documenti);
    if (!trovato) throw new PortalError('not_found');
    return trovato;
  },

  inviaRiesame: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => cheRisponde(await ente(house, input.ente), 'SF220'),
    run: async (input, ctx, scelto: Ente) => {
      const { servizio, motivo, fatti, sospensione } = input;
      const documenti = await documentiUsabili(ctx, 'riesame', {
        sistema: servizio,
        numeri: input.documenti,
        ente: scelto.id,
      });
      return apriRichiesta(ctx, input, {
        codice: 'SF220',
        ente: scelto,
        oggetto: `Riesame: ${documenti.map((d) => d.tipo).join('; ')}`.slice(0, 200),
        descrizione: fatti,
        fatti: [fattoDocumenti(documenti), ...riesameFields.facts(input, 'motivo', 'sospensione')],
        dati: { motivo, sospensione },
        percorso: percorsoSu(SERVIZIO, servizio, input.documenti),
        serveFile: true,
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};

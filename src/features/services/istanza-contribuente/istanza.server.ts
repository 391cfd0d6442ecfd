/** Checks the documents of a petition, if it has any, and opens the petition as a case. */
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nomeSistema, sistemaNoto } from '../../cases/ente/sistemi.ts';
import { documentiNominati } from '../../cases/posizione/aperte.server.ts';
import { cheRisponde } from '../../cases/pratica/pratica.server.ts';
import {
  documentiUsabili,
  fattoDocumenti,
  seRicevuti,
  usabiliSulFilo,
} from '../../cases/richiesta/documenti.server.ts';
import { percorsoSu } from '../../cases/richiesta/documenti.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { operations } from './istanza.contract.ts';
import { NESSUNO, SERVIZIO } from './istanza.fields.ts';

export const handlers: Handlers<typeof operations> = {
  controllaDocumentiIstanza: async ({ idDocument, sistema__c }, ctx) => {
    const documenti = await documentiNominati(ctx, sistema__c, idDocument);
    return usabiliSulFilo(ctx, await seRicevuti(ctx, 'istanza', documenti));
  },

  inviaIstanza: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => {
      if (!sistemaNoto(input.sistema__c))
        throw new PortalError('invalid', { fields: { sistema__c: ['Scegli a che cosa si riferisce l’istanza.'] } });
      return cheRisponde(await ente(house, input.ente), 'ISTANZA');
    },
    run: async (input, ctx, scelto: Ente) => {
      const { sistema__c: sistema, oggetto, testo, documenti: numeri } = input;
      const documenti = numeri ? await documentiUsabili(ctx, 'istanza', { sistema, numeri, ente: scelto.id }) : [];
      return apriRichiesta(ctx, input, {
        codice: 'ISTANZA',
        ente: scelto,
        oggetto,
        descrizione: testo,
        fatti: [
          ['Tributo o entrata', nomeSistema(sistema)],
          ...(documenti.length > 0 ? [fattoDocumenti(documenti)] : []),
        ],
        dati: { sistema },
        percorso: percorsoSu(SERVIZIO, sistema, numeri ?? [NESSUNO]),
        documenti: documenti.map((d) => d.id),
      });
    },
  },
};

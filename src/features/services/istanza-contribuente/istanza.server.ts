/** Checks the documents of a petition, if it names any, and opens the petition as a case. */
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { findSistema, sistemaFields } from '../../cases/ente/sistemi.ts';
import { findNamedDocumenti } from '../../cases/posizione/posizioni-open.server.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import {
  checkAccepted,
  documentiFact,
  findUsableDocumenti,
  wireUsableDocumenti,
} from '../../cases/richiesta/documenti.server.ts';
import { documentiFormPath } from '../../cases/richiesta/documenti.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import type { istanzaOperations } from './istanza.contract.ts';
import { NO_DOCUMENTI, SERVIZIO_SLUG, UNKNOWN_TRIBUTO } from './istanza.fields.ts';

export const istanzaHandlers: OperationHandlers<typeof istanzaOperations> = {
  controllaDocumentiIstanza: async ({ idDocument, sistema__c }, ctx) => {
    const documenti = await findNamedDocumenti(ctx, sistema__c, idDocument, { servizio: 'ISTANZA' });
    return wireUsableDocumenti(ctx, await checkAccepted(ctx, 'istanza', documenti));
  },

  inviaIstanza: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house }) => {
      const chosen = await findEnte(house, input.ente);
      if (!findSistema(chosen, input.sistema__c))
        throw new PortalError('invalid', { fields: { sistema__c: [UNKNOWN_TRIBUTO] } });
      return requireAnswering(chosen, 'ISTANZA');
    },
    run: async (input, ctx, chosenEnte: Ente) => {
      const { sistema__c: sistema, oggetto, testo, documenti: numeri } = input;
      const documenti = numeri
        ? await findUsableDocumenti(ctx, 'istanza', { sistema, numeri, ente: chosenEnte.id })
        : [];
      return openRichiesta(ctx, input, {
        codice: 'ISTANZA',
        ente: chosenEnte,
        oggetto,
        descrizione: testo,
        fatti: [
          ['Tributo o entrata', sistemaFields(chosenEnte, sistema).nome_sistema],
          ...(documenti.length > 0 ? [documentiFact(documenti)] : []),
        ],
        dati: { sistema },
        percorso: documentiFormPath(SERVIZIO_SLUG, sistema, numeri ?? [NO_DOCUMENTI]),
        documenti,
      });
    },
  },
};

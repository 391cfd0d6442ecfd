/** Lists the pratiche that a citizen sent, of every kind, and counts the messages they have not read yet. */
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { ownPraticheOperations, PraticaListItem } from './own-pratiche.contract.ts';
import { countUnreadMessaggi, listPraticheOfUtente } from './pratica.db.ts';
import { chatPath, protocollo } from './pratica-names.ts';

export const ownPraticheHandlers: OperationHandlers<typeof ownPraticheOperations> = {
  messaggiDaLeggere: async (_input, ctx) => ({ numero: await countUnreadMessaggi(ctx.db, ctx.user?.id ?? '') }),
  listaSegnalazioni: async (_input, ctx) =>
    (await listPraticheOfUtente(ctx.db, { utente: ctx.user?.id ?? '' })).map((p) => ({
      id: p.id,
      tipo: p.tipo,
      protocollo: protocollo(p),
      codice: p.codice,
      oggetto: p.oggetto,
      ente: p.ente,
      stato: p.stato_esterno ?? p.stato,
      inviata_il: isoInstant(p.inviata_il),
      termine_il: p.termine_il,
      email: p.email,
      messaggi_non_letti: Number(p.non_letti),
      chat: chatPath(p),
      ...esternaOf(p),
    })),
};

type OwnRow = Awaited<ReturnType<typeof listPraticheOfUtente>>[number];

const esternaOf = ({ programma, servizio, numero_esterno: numero }: OwnRow): Pick<PraticaListItem, 'esterna'> =>
  programma !== null && servizio !== null && numero !== null ? { esterna: { programma, servizio, numero } } : {};

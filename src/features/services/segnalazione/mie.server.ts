/** Lists the pratiche that a citizen sent, of every kind, and counts the messages they have not read yet. */
import { iso } from '../../../platform/atoms/date.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { messaggiNonLetti, praticheDellUtente } from '../../cases/pratica/pratica.db.ts';
import { percorsoChat, protocollo } from '../../cases/pratica/pratica.server.ts';
import type { operations } from './mie.contract.ts';

export const handlers: Handlers<typeof operations> = {
  messaggiDaLeggere: async (_input, ctx) => ({ numero: await messaggiNonLetti(ctx.db, ctx.user?.id ?? '') }),
  listaSegnalazioni: async (_input, ctx) =>
    (await praticheDellUtente(ctx.db, { utente: ctx.user?.id ?? '' })).map((p) => ({
      id: p.id,
      tipo: p.tipo,
      protocollo: protocollo(p),
      codice: p.codice,
      oggetto: p.oggetto,
      ente: p.ente,
      stato: p.stato,
      inviata_il: iso(p.inviata_il),
      termine_il: p.termine_il,
      email: p.email,
      messaggi_non_letti: Number(p.non_letti),
      chat: percorsoChat(p),
    })),
};

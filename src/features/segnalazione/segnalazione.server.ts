import { iso } from '../../platform/atoms/date.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { ente } from '../ente/ente.server.ts';
import { spendiConferma } from '../otp/otp.server.ts';
import { praticheDellUtente } from '../pratica/pratica.db.ts';
import { apriPratica, cheRisponde, protocollo } from '../pratica/pratica.server.ts';
import { type operations, TIPI } from './segnalazione.contract.ts';
import { PERCORSO } from './segnalazione.passi.ts';

export const handlers: Handlers<typeof operations> = {
  opzioniSegnalazione: async () => Object.entries(TIPI).map(([codice, etichetta]) => ({ codice, etichetta })),

  listaSegnalazioni: async (_input, ctx) =>
    (await praticheDellUtente(ctx.db, ctx.user?.id ?? '')).map((p) => ({
      id: p.id,
      protocollo: protocollo(p),
      codice: p.codice,
      oggetto: p.oggetto,
      ente: p.ente,
      stato: p.stato,
      inviata_il: iso(p.inviata_il),
      termine_il: p.termine_il,
      email: p.email,
      messaggi_non_letti: Number(p.non_letti),
    })),

  inviaSegnalazione: {
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => cheRisponde(await ente(house, input.ente), input.codice),
    run: async (input, ctx, scelto: ReturnType<typeof cheRisponde>) => {
      await spendiConferma(ctx, input.email);
      const { nome, cognome, codice_fiscale, email, telefono, indirizzo, lat, lon } = input;
      return apriPratica(ctx, {
        tipo: 'segnalazione',
        codice: input.codice,
        ente: scelto,
        oggetto: input.oggetto,
        descrizione: input.descrizione,
        richiedente: { nome, cognome, codice_fiscale, email, telefono },
        dati: { indirizzo, lat, lon },
        files: input.filesAllegati,
        percorso: PERCORSO,
      });
    },
  },
};

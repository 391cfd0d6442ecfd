/** Lists the types of segnalazione, and opens a pratica from one that was sent, once its e-mail address is confirmed. */
import type { Handlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import { spendiConferma } from '../../cases/otp/otp.server.ts';
import { apriPratica, cheRisponde } from '../../cases/pratica/pratica.server.ts';
import { identita } from '../../cases/utente/identita.ts';
import type { operations } from './segnalazione.contract.ts';
import { PERCORSO } from './segnalazione.fields.ts';
import { TIPI } from './tipi.ts';

export const handlers: Handlers<typeof operations> = {
  opzioniSegnalazione: async () => Object.entries(TIPI).map(([codice, etichetta]) => ({ codice, etichetta })),

  inviaSegnalazione: {
    complete: (fields, ctx) => ({ ...fields, ...identita(ctx.user) }),
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => cheRisponde(await ente(house, input.ente), input.codice, 'codice'),
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

/** Lists the enti with sportelli and the sportelli of each, and opens a pratica from a message to one of them. */
import type { House } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { ente, enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { spendiConferma } from '../../cases/otp/otp.server.ts';
import { apriPratica } from '../../cases/pratica/pratica.server.ts';
import { identita } from '../../cases/utente/identita.ts';
import { entiConSportelli, sportelliDi } from './sportelli.db.ts';
import type { operations, ServizioSportello } from './sportello.contract.ts';
import { PERCORSO } from './sportello.fields.ts';

/** Bodies that answer for the service and have a desk to go to. */
export async function entiConSportello(house: House): Promise<Ente[]> {
  const [tutti, con] = await Promise.all([enti(house), entiConSportelli(house.db)]);
  return tutti.filter((e) => e.categorie.includes('SPORTELLO') && con.has(e.id));
}

/** The desks of a body on the wire. A screen that this portal does not have is no way in. */
export async function serviziDi(house: House, id: string): Promise<ServizioSportello[]> {
  return (await sportelliDi(house.db, id)).map((s) => ({
    codice: s.codice,
    nome: s.nome,
    descrizione: s.descrizione,
    percorso: s.percorso && house.screens.match(s.percorso.replace(/[?#].*/s, '')) ? s.percorso : '',
    indirizzo: s.indirizzo,
    orari: s.orari,
    telefono: s.telefono,
    email: s.email,
    ...(s.prenotazione_url && { prenotazione_url: s.prenotazione_url }),
    moduli: s.moduli.map(({ nome, url }) => ({ nome, url })),
  }));
}

type Scelto = { ente: Ente; sportello: string };

/** @returns body and name of the desk, or what is wrong with the choice */
export async function scelta(
  house: House,
  { ente: id, servizio }: { ente: string; servizio: string },
): Promise<Scelto | { errori: FieldErrors }> {
  const scelto = await ente(house, id);
  if (!scelto) return { errori: { ente: ['Scegli l’ente a cui scrivere.'] } };
  const sportelli = scelto.categorie.includes('SPORTELLO') ? await sportelliDi(house.db, id) : [];
  if (sportelli.length === 0) {
    return {
      errori: { ente: [`${scelto.nome} non ha sportelli online: scegli un altro ente o usa i suoi contatti.`] },
    };
  }
  const sportello = sportelli.find((s) => s.codice === servizio)?.nome;
  if (sportello === undefined) {
    return { errori: { servizio: [`Scegli uno degli sportelli di ${scelto.nome}.`] } };
  }
  return { ente: scelto, sportello };
}

export const handlers: Handlers<typeof operations> = {
  entiSportello: async (_input, { house }) =>
    (await entiConSportello(house)).map((e) => ({ Ente__c: e.id, idDescrizioneEntePortale__c: e.nome })),

  serviziSportello: async ({ comune }, { house }) => {
    const scelto = (await entiConSportello(house)).find((e) => e.nome === comune);
    if (!scelto) throw new PortalError('not_found', { message: 'Questo ente non ha sportelli online.' });
    return serviziDi(house, scelto.id);
  },

  scriviSportello: {
    complete: (fields, ctx) => ({ ...fields, ...identita(ctx.user) }),
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, { house }) => {
      const trovato = await scelta(house, input);
      if ('errori' in trovato) throw new PortalError('invalid', { fields: trovato.errori });
      return trovato;
    },
    run: async (input, ctx, scelto: Scelto) => {
      await spendiConferma(ctx, input.email);
      const { nome, cognome, codice_fiscale, email, telefono } = input;
      return apriPratica(ctx, {
        tipo: 'richiesta',
        codice: 'SPORTELLO',
        ente: scelto.ente,
        oggetto: input.oggetto,
        descrizione: input.testo,
        richiedente: { nome, cognome, codice_fiscale, email, telefono },
        dati: { servizio: input.servizio, sportello: scelto.sportello },
        files: input.filesAllegati,
        percorso: PERCORSO,
      });
    },
  },
};

/** Lists the enti with sportelli and the sportelli of each, and opens a pratica from a message to one of them. */
import type { PortalHouse } from '../../../context.ts';
import { openingInWords } from '../../../platform/atoms/apertura.ts';
import { asSubject, withArticolo } from '../../../platform/atoms/articolo.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { bookingHref } from '../../cases/calendario/addresses.ts';
import { readCalendari } from '../../cases/calendario/calendari.db.ts';
import { enti, findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { serviceOf } from '../../cases/ente/servizi.ts';
import { parseSportello, readEnteIds, readSportelli, type Sportello } from '../../cases/ente/sportelli.db.ts';
import { type ResolvedChoice, requireChoice } from '../../cases/offerta/offerta.server.ts';
import { spendEmailProva } from '../../cases/otp/otp.server.ts';
import { openPratica } from '../../cases/pratica/pratica-opening.server.ts';
import { identita, withCounterEmail } from '../../cases/utente/identita.ts';
import type { ServizioSportello, sportelloOperations } from './sportello.contract.ts';
import { FORM_PATH } from './sportello.fields.ts';

/** Enti that answer for the service and have at least one desk. */
async function listEnti(house: PortalHouse): Promise<Ente[]> {
  const [allEnti, withSportello] = await Promise.all([enti(house), readEnteIds(house.db)]);
  return allEnti.filter((e) => e.categorie.includes('SPORTELLO') && withSportello.has(e.id));
}

/** The desks of an ente, as on the wire. */
async function listSportelli(house: PortalHouse, ente: Ente): Promise<ServizioSportello[]> {
  const [sportelli, calendari] = await Promise.all([
    readSportelli(house.db, ente.id),
    ente.categorie.some((codice) => serviceOf(house.services, codice)?.booking) ? readCalendari(house.db, ente.id) : [],
  ]);
  return sportelli.map((s) => {
    const opening = openingInWords(s.aperture ?? [], house.now(), ente);
    const calendario = calendari.find(({ sportello }) => sportello === s.codice)?.codice;
    return {
      ...showSportello(house, s),
      ...(calendario && { prenotazione_url: bookingHref({ ente: ente.id, calendario }) }),
      ...(opening && { adesso: opening }),
    };
  });
}

/** @param dati a desk that was checked and is not stored @returns what citizens would read */
export const previewSportello = (house: PortalHouse, dati: unknown): ServizioSportello =>
  showSportello(house, parseSportello({ codice: 'anteprima', dati }));

/** The path of a screen that this portal does not have is left out. */
const showSportello = (house: PortalHouse, s: Sportello & { codice: string }): ServizioSportello => ({
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
});

type ChosenSportello = { ente: Ente; sportello: string };

/** @returns ente and name of the desk, or what is wrong with the choice */
export async function chooseSportello(
  house: PortalHouse,
  { ente: id, servizio }: { ente: string; servizio: string },
): Promise<ResolvedChoice<ChosenSportello>> {
  const chosenEnte = await findEnte(house, id);
  if (!chosenEnte) return { errors: { ente: ['Scegli l’ente a cui scrivere.'] } };
  const sportelli = chosenEnte.categorie.includes('SPORTELLO') ? await readSportelli(house.db, id) : [];
  if (sportelli.length === 0)
    return {
      errors: {
        ente: [`${asSubject(chosenEnte)} non ha sportelli online: scegli un altro ente o usa i suoi contatti.`],
      },
    };
  const sportello = sportelli.find((s) => s.codice === servizio)?.nome;
  if (sportello === undefined)
    return { errors: { servizio: [`Scegli uno degli sportelli ${withArticolo('di', chosenEnte)}.`] } };
  return { chosen: { ente: chosenEnte, sportello } };
}

export const sportelloHandlers: OperationHandlers<typeof sportelloOperations> = {
  entiSportello: async (_input, { house }) =>
    (await listEnti(house)).map((e) => ({ Ente__c: e.id, idDescrizioneEntePortale__c: e.nome })),

  serviziSportello: async ({ comune }, { house }) => {
    const chosenEnte = (await listEnti(house)).find((e) => e.nome === comune);
    if (!chosenEnte) throw new PortalError('not_found', { message: 'Questo ente non ha sportelli online.' });
    return listSportelli(house, chosenEnte);
  },

  scriviSportello: {
    complete: (fields, ctx) => withCounterEmail({ ...fields, ...identita(ctx) }, ctx) as typeof fields,
    // Read before the transaction, to keep it short.
    prepare: async (input, { house }) => requireChoice(await chooseSportello(house, input)),
    run: async (input, ctx, chosen: ChosenSportello) => {
      await spendEmailProva(ctx, input.email);
      const { nome, cognome, codice_fiscale, telefono } = input;
      return openPratica(ctx, {
        tipo: 'richiesta',
        codice: 'SPORTELLO',
        ente: chosen.ente,
        oggetto: input.oggetto,
        descrizione: input.testo,
        richiedente: { nome, cognome, codice_fiscale, email: input.email ?? '', telefono },
        dati: { servizio: input.servizio, sportello: chosen.sportello },
        files: input.filesAllegati,
        percorso: FORM_PATH,
      });
    },
  },
};

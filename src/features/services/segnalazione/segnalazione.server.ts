/** Lists the types of segnalazione, and opens a pratica from one that was sent, once its e-mail address is confirmed. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { readBozza } from '../../cases/bozza/bozza.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { optionsOf } from '../../cases/form/options.ts';
import { drawMappa } from '../../cases/mappa/mappa.server.ts';
import { isOnTheMap } from '../../cases/mappa/view.ts';
import { spendEmailProva } from '../../cases/otp/otp.server.ts';
import type { ShownPraticaData } from '../../cases/pratica/pratica-data.ts';
import {
  type NewPratica,
  requireAnswering,
  storePratica,
  wirePratica,
} from '../../cases/pratica/pratica-opening.server.ts';
import { identita } from '../../cases/utente/identita.ts';
import { requireWithin } from './luogo.server.ts';
import { TIPI } from './options.ts';
import type { segnalazioneOperations } from './segnalazione.contract.ts';
import { FORM_PATH, type SentSegnalazione } from './segnalazione.fields.ts';

export const segnalazioneHandlers: OperationHandlers<typeof segnalazioneOperations> = {
  opzioniSegnalazione: async () => optionsOf(TIPI),

  mappaBozza: async (asked, ctx) => {
    const { ente: chosen = '', lat, lon } = (await readBozza(ctx, FORM_PATH))?.valori ?? {};
    const point = { lat: Number(lat), lon: Number(lon) };
    const isOwn = Boolean(lat && lon) && asked.lat === lat && asked.lon === lon;
    const mappa = isOwn ? (await findEnte(ctx.house, chosen))?.mappa : undefined;
    if (!mappa || !isOnTheMap(point)) throw new PortalError('not_found');
    const bytes = await drawMappa(ctx.house, mappa, point);
    return { type: 'image/png', bytes, disposition: 'inline; filename="mappa.png"' };
  },

  inviaSegnalazione: {
    complete: (fields, ctx) => ({ ...fields, ...identita(ctx) }),
    // Read before the transaction, to keep it short.
    prepare: (input, { house }) => enteOfSegnalazione(house, input),
    run: async (input, ctx, chosenEnte: Ente) => {
      await spendEmailProva(ctx, input.email);
      return wirePratica(await openSegnalazione(ctx, input, { ente: chosenEnte, percorso: FORM_PATH }));
    },
  },
};

/**
 * @returns the ente that a report goes to
 * @throws PortalError `invalid` when there is none, it does not take the type, or the point is beyond its border
 */
export async function enteOfSegnalazione(house: PortalHouse, input: SentSegnalazione): Promise<Ente> {
  const ente = requireAnswering(await findEnte(house, input.ente), input.codice, 'codice');
  requireWithin(ente, input);
  return ente;
}

/** Opens the case of a report whose address is confirmed; in the transaction of the send. @param way what {@link NewPratica} says */
export function openSegnalazione(
  ctx: CallContext,
  input: SentSegnalazione & Pick<ShownPraticaData, 'attributi' | 'id_esterno'>,
  way: { ente: Ente } & Pick<NewPratica, 'percorso' | 'arrival'>,
): Promise<Pratica> {
  const { nome, cognome, codice_fiscale, email, telefono, indirizzo, lat, lon, attributi, id_esterno } = input;
  return storePratica(ctx, {
    ...way,
    tipo: 'segnalazione',
    codice: input.codice,
    oggetto: input.oggetto,
    descrizione: input.descrizione,
    richiedente: { nome, cognome, codice_fiscale, email, telefono },
    dati: { indirizzo, lat, lon, attributi, id_esterno },
    files: input.filesAllegati,
    isKeptOffList: input.fuori_elenco,
  });
}

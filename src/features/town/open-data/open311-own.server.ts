/** What a program reads of the reports that it has sent, public or not: their state, and no word of the talk between citizen and office. */
import type { CallContext } from '../../../context.ts';
import { addDays, isoInstant, midnightInRome } from '../../../platform/atoms/date.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import type { StatoPubblico } from '../../../store/tables.ts';
import { siteUrl } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { parsePraticaData, shownPraticaData } from '../../cases/pratica/pratica-data.ts';
import { publicStato } from '../../cases/segnalazione-pubblica/pubblica.server.ts';
import { photoHref } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { listPhotos } from '../segnalazioni/segnalazioni.db.ts';
import { findOwnRequests, listOwnAnswers, listOwnChanges, type OwnRequest } from './open-data.db.ts';

const STATO_NOTES: Readonly<Record<StatoPubblico, string>> = {
  in_esame: 'Ricevuta.',
  ricevuta: 'Ricevuta.',
  in_lavorazione: 'L’ufficio ci sta lavorando.',
  conclusa: 'Conclusa.',
};

/** Without milliseconds, which some clients compare as text. */
const secondOf = (ms: number): string => isoInstant(ms).replace(/\.\d+/, '');

const isClosed = (stato: string | null): boolean => publicStato(stato ?? '') === 'conclusa';
const statusOf = (stato: string | null) => (isClosed(stato) ? 'closed' : 'open');

/** Those of these that the program has sent, in the order of the standard's table. */
export async function ownRequests(
  { db, house }: CallContext,
  { nome, host }: Ente,
  asked: { programma: string; ids: readonly string[] },
) {
  const rows = await findOwnRequests(db, asked);
  const released = rows.flatMap(({ pubblica, rilasciata }) => (pubblica && rilasciata !== null ? [pubblica] : []));
  const photos = await listPhotos(db, released);
  return rows.map((row) => {
    const photo = photos.find(({ segnalazione }) => segnalazione === row.pubblica);
    return {
      service_request_id: row.richiesta,
      status: statusOf(row.stato),
      status_notes: publicAnswer(row) ?? STATO_NOTES[publicStato(row.stato)],
      service_name: nameOf(house.services, row.codice),
      service_code: row.codice,
      description: row.descrizione,
      agency_responsible: nome,
      service_notice: null,
      requested_datetime: secondOf(row.inviata_il),
      updated_datetime: secondOf(lastChange(row)),
      expected_datetime: expectedAt(row),
      address: parsePraticaData(shownPraticaData, row).indirizzo ?? null,
      address_id: null,
      zipcode: null,
      lat: row.lat,
      long: row.lon,
      media_url: photo ? siteUrl(house.settings, host) + photoHref(photo.segnalazione, photo.n) : null,
    };
  });
}

const publicAnswer = ({ rilasciata, risposta }: Pick<OwnRequest, 'rilasciata' | 'risposta'>) =>
  rilasciata === null ? null : risposta;

const lastChange = (row: OwnRequest): number =>
  Math.max(Number(row.cambiata ?? row.inviata_il), publicAnswer(row) === null ? 0 : (row.rilasciata ?? 0));

/** The end of the day by which the office answers; unknown while the case waits for its citizen, and for one that is closed. */
const expectedAt = ({ stato, sospesa_dal, termine_il }: OwnRequest): string | null =>
  isClosed(stato) || sospesa_dal !== null ? null : secondOf(midnightInRome(addDays(termine_il, 1)) - 1000);

/**
 * What became of the program's reports in a time, the first change first: each state, and each answer for everybody.
 * @param limit how many are wanted; one more says that there are more
 */
export async function ownUpdates(
  { db }: CallContext,
  period: { programma: string; dal: number; al: number },
  limit: number,
) {
  const [changes, answers] = await Promise.all([
    listOwnChanges(db, period, limit + 1),
    listOwnAnswers(db, period, limit + 1),
  ]);
  const updates = [
    ...changes.map((row) => ({
      ...row,
      update_id: `${row.richiesta}-${row.n}`,
      description: STATO_NOTES[publicStato(row.stato ?? '')],
    })),
    // The same words released again are no other answer.
    ...answers.map((row) => ({
      ...row,
      update_id: `${row.richiesta}-${sha256Of(row.risposta ?? '').slice(0, 12)}`,
      description: row.risposta,
    })),
  ];
  return updates
    .sort((one, other) => Number(one.quando) - Number(other.quando))
    .slice(0, limit + 1)
    .map(({ update_id, richiesta, stato, description, quando }) => ({
      update_id,
      service_request_id: richiesta,
      status: statusOf(stato),
      description,
      updated_datetime: secondOf(Number(quando)),
    }));
}

/** A public report as the open data have it: what its page says, with whole addresses and instants. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, midnightInRome } from '../../../platform/atoms/date.ts';
import type { SegnalazionePubblica } from '../../../store/tables.ts';
import { siteUrl } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { photoHref, reportPath } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { listPhotos } from '../segnalazioni/segnalazioni.db.ts';
import { publicItem, publicTexts } from '../segnalazioni/segnalazioni.server.ts';

/** @property indirizzo of its page @property foto addresses of its photos @property arrived, changed ISO 8601 with a zone */
export type OpenReport = ReturnType<typeof publicItem> &
  ReturnType<typeof publicTexts> & { indirizzo: string; foto: string[]; arrived: string; changed: string };

/** In the order of the rows. */
export async function openReports(
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  ente: Ente,
  rows: readonly SegnalazionePubblica[],
): Promise<OpenReport[]> {
  const released = rows.flatMap(({ id, rilasciata }) => (rilasciata === null ? [] : [id]));
  const photos = Map.groupBy(await listPhotos(db, released), ({ segnalazione }) => segnalazione);
  const site = siteUrl(house.settings, ente.host);
  return rows.map((row) => ({
    ...publicItem(house, ente, row),
    ...publicTexts(row),
    indirizzo: site + reportPath(row.id),
    foto: (photos.get(row.id) ?? []).map(({ n }) => site + photoHref(row.id, n)),
    arrived: startOfDay(row.giorno),
    // When an operator works on a report that is not released is nobody's business.
    changed: row.rilasciata === null ? startOfDay(row.giorno) : isoInstant(row.aggiornata),
  }));
}

const HOUR_MS = 3_600_000;

/** @returns "2026-11-20T00:00:00+01:00": written in UTC it would seem to be the day before */
export const startOfDay = (day: string): string =>
  `${day}T00:00:00+0${(Date.parse(day) - midnightInRome(day)) / HOUR_MS}:00`;

/** Answers the public reports of a municipality. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { boxOf } from '../../../platform/atoms/geo-box.ts';
import { PortalError } from '../../../platform/errors.ts';
import { keptFor } from '../../../platform/kept.server.ts';
import { createMadeCache } from '../../../platform/made.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { MapPoint } from '../../../platform/tiles.ts';
import type { SegnalazionePubblica } from '../../../store/tables.ts';
import { areaName } from '../../cases/ente/aree.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { drawMappa } from '../../cases/mappa/mappa.server.ts';
import { countFollowers } from '../../cases/segnalazione-seguita/seguita.server.ts';
import { MAX_POINTS, PAGE_SIZE, type PublicPoint, type segnalazioniOperations } from './segnalazioni.contract.ts';
import {
  countClosed,
  countPubbliche,
  findVisible,
  listPhotos,
  listPoints,
  listPubbliche,
  listTappe,
  readPhoto,
} from './segnalazioni.db.ts';

/** Pictures of the places that are looked at most, 4 MB of them. */
const drawnPoints = createMadeCache<Buffer>({ most: 4 << 20, weigh: ({ byteLength }) => byteLength });

export const segnalazioniHandlers: OperationHandlers<typeof segnalazioniOperations> = {
  elencoSegnalazioni: async ({ pagina = 1, ...filter }, ctx) => {
    const ente = await requireEnte(ctx, filter.ente);
    const [totale, rows, risolte] = await Promise.all([
      countPubbliche(ctx.db, filter, MAX_COUNT),
      listPubbliche(ctx.db, filter, { limit: PAGE_SIZE, offset: (pagina - 1) * PAGE_SIZE }),
      closedLately(ctx, ente.id),
    ]);
    const released = rows.filter(({ rilasciata }) => rilasciata !== null).map(({ id }) => id);
    const [photos, followers] = await Promise.all([listPhotos(ctx.db, released), countFollowers(ctx, released)]);
    return {
      totale,
      pagine: Math.max(1, Math.ceil(Math.min(totale, MAX_COUNT) / PAGE_SIZE)),
      risolte,
      segnalazioni: rows.map((row) => ({
        ...publicItem(ctx.house, ente, row),
        seguita_da: followers.get(row.id) ?? 0,
        foto: sizeOf(photos.find(({ segnalazione }) => segnalazione === row.id)),
      })),
    };
  },

  mappaSegnalazioni: async (asked, ctx) => {
    await requireEnte(ctx, asked.ente);
    const { points, hasMore } = await listPoints(ctx.db, asked, boxOf(asked), MAX_POINTS);
    return {
      altri: hasMore,
      punti: points.map(({ id, lat, lon, codice, stato }): PublicPoint => [id, lat ?? 0, lon ?? 0, codice, stato]),
    };
  },

  leggiSegnalazione: async ({ id }, ctx) => {
    const row = await findVisible(ctx.db, id);
    const ente = row && (await findEnte(ctx.house, row.ente));
    if (!row || !ente) throw new PortalError('not_found');
    const isReleased = row.rilasciata !== null;
    return {
      ...publicItem(ctx.house, ente, row),
      ...publicTexts(row),
      seguita_da: isReleased ? ((await countFollowers(ctx, [row.id])).get(row.id) ?? 0) : 0,
      foto: isReleased ? (await listPhotos(ctx.db, [row.id])).map(({ segnalazione: _, ...size }) => size) : [],
      tappe: isReleased ? ((await listTappe(ctx.db, row.id)) as { giorno: string; stato: typeof row.stato }[]) : [],
    };
  },

  puntoSegnalazione: async ({ id }, ctx) => {
    const row = await findVisible(ctx.db, id);
    const point = row && releasedPoint(row);
    const mappa = row && (await findEnte(ctx.house, row.ente))?.mappa;
    if (!point || !mappa) throw new PortalError('not_found');
    const etag = `${id}-${point.lat}-${point.lon}`;
    const bytes = await drawnPoints.get(`${etag} ${mappa.tasselli}`, () => drawMappa(ctx.house, mappa, point));
    return { type: 'image/png', bytes, disposition: 'inline; filename="mappa.png"', etag };
  },

  fotoSegnalazione: async ({ id, n, piccola }, ctx) => {
    const isSmall = piccola !== undefined;
    const photo = await readPhoto(ctx.db, { id, n: Number(n), isSmall });
    if (!photo) throw new PortalError('not_found');
    const etag = `${photo.id}${isSmall ? '-p' : ''}`;
    return { type: 'image/jpeg', bytes: Buffer.from(photo.bytes), disposition: 'inline; filename="foto.jpg"', etag };
  },
};

/** @throws PortalError `not_found` for an ente that is none of the portal's */
export async function requireEnte({ house }: Pick<CallContext, 'house'>, id: string): Promise<Ente> {
  const ente = await findEnte(house, id);
  if (!ente) throw new PortalError('not_found');
  return ente;
}

/** Nothing but type, area and day leaves before an operator has released it, whatever stands in the row. */
export function publicItem({ services }: PortalHouse, ente: Ente, row: SegnalazionePubblica) {
  const isReleased = row.rilasciata !== null;
  return {
    id: row.id,
    ente: row.ente,
    tipo: row.codice,
    tipo_nome: nameOf(services, row.codice),
    area: row.area,
    area_nome: row.area && areaName(ente, row.area),
    giorno: row.giorno,
    stato: isReleased ? row.stato : ('in_esame' as const),
    chiusa: isReleased ? row.chiusa : null,
    titolo: isReleased ? row.titolo : null,
    luogo: isReleased ? row.luogo : null,
    ...(releasedPoint(row) ?? { lat: null, lon: null }),
  };
}

/** The place of a report, rounded as it was released; undefined when no operator has released it, or without a point. */
const releasedPoint = ({ rilasciata, lat, lon }: SegnalazionePubblica): MapPoint | undefined =>
  rilasciata === null || lat === null || lon === null ? undefined : { lat, lon };

/** The long texts of a report, once an operator has released it. */
export const publicTexts = ({ rilasciata, descrizione, risposta }: SegnalazionePubblica) =>
  rilasciata === null ? { descrizione: null, risposta: null } : { descrizione, risposta };

const sizeOf = (photo: { n: number; larghezza: number; altezza: number } | undefined) =>
  photo ? { n: photo.n, larghezza: photo.larghezza, altezza: photo.altezza } : null;

/** A large municipality closes so many in a year that they are counted once a minute, and not for every page. */
const keptClosed = keptFor<number>(60_000);

/** Closed in the last twelve months. */
const closedLately = ({ house, db, now }: CallContext, ente: string): Promise<number> =>
  keptClosed.get(house, ente, () => countClosed(db, ente, addDays(todayInRome(now), -365)));

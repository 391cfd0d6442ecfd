/** Answers the open data of a municipality: the downloads a part at a time, the feed and the description with a tag of their content. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { siteUrl } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { PUBLIC_LIST_PATH } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { listPubbliche, type PublicFilter } from '../segnalazioni/segnalazioni.db.ts';
import { requireEnte } from '../segnalazioni/segnalazioni.server.ts';
import { atomFeed } from './atom.server.ts';
import { dcatDataset } from './dcat.ts';
import { FEED_ENTRIES, openDataOperations } from './open-data.contract.ts';
import { readLastChange, readParts } from './open-data.db.ts';
import { DCAT_TYPE, OPEN_FORMATS, openDataHref } from './open-data.links.ts';
import { geoJsonStream, reportsCsv } from './open-formats.server.ts';
import { openReports, startOfDay } from './open-report.server.ts';

/** How many reports are in memory at once while a municipality is downloaded. */
export const PART_ROWS = 500;

export const openDataHandlers: OperationHandlers<typeof openDataOperations> = {
  segnalazioniGeoJson: async (filter, ctx) => ({
    type: 'application/geo+json',
    bytes: geoJsonStream(reportParts(ctx, await requireEnte(ctx, filter.ente), filter)),
    disposition: contentDisposition(`segnalazioni-${filter.ente}.geojson`),
  }),

  segnalazioniCsv: async (filter, ctx) => ({
    type: 'text/csv; charset=utf-8',
    bytes: reportsCsv(reportParts(ctx, await requireEnte(ctx, filter.ente), filter)),
    disposition: contentDisposition(`segnalazioni-${filter.ente}.csv`),
  }),

  segnalazioniAtom: async (filter, ctx) => {
    const ente = await requireEnte(ctx, filter.ente);
    const rows = await listPubbliche(ctx.db, filter, { limit: FEED_ENTRIES, offset: 0 });
    const { site, page } = placesOf(ctx, ente);
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value) as [string, string][]);
    const source = {
      ...{ ente, page, authority: new URL(ctx.house.settings.publicUrl).hostname },
      self: `${site}${openDataOperations.segnalazioniAtom.path}?${query}`,
      updated: startOfDay(todayInRome(ctx.now)),
    };
    const feed = atomFeed(source, await openReports(ctx, ente, rows));
    return wholeAnswer('application/atom+xml; charset=utf-8', `segnalazioni-${ente.id}.atom`, feed);
  },

  segnalazioniDcat: async ({ ente: id }, ctx) => {
    const ente = await requireEnte(ctx, id);
    const { arrived = '', changed } = await readLastChange(ctx.db, id);
    const days = [arrived, changed === undefined ? '' : todayInRome(changed)].filter(Boolean).sort();
    const { site, page } = placesOf(ctx, ente);
    const dataset = dcatDataset({
      ...{ ente, page, self: site + openDataHref('segnalazioniDcat', id) },
      modified: days.at(-1) ?? todayInRome(ctx.now),
      distributions: OPEN_FORMATS.map(({ call, ...format }) => ({ ...format, url: site + openDataHref(call, id) })),
    });
    return wholeAnswer(DCAT_TYPE, `segnalazioni-${id}.jsonld`, JSON.stringify(dataset, null, 2));
  },
};

async function* reportParts(ctx: CallContext, ente: Ente, filter: PublicFilter) {
  for await (const rows of readParts(ctx.db, filter, PART_ROWS)) yield await openReports(ctx, ente, rows);
}

/** The municipality's own host, else the portal's, where the page says which municipality. */
function placesOf({ house }: CallContext, { id, host }: Ente): { site: string; page: string } {
  const site = siteUrl(house.settings, host);
  return { site, page: `${site}${PUBLIC_LIST_PATH}${host === null ? `?${new URLSearchParams({ ente: id })}` : ''}` };
}

function wholeAnswer(type: string, name: string, text: string): FileAnswer {
  const bytes = Buffer.from(text);
  return { type, bytes, disposition: contentDisposition(name, 'inline'), etag: contentTag(bytes) };
}

/** Names the content, without quotes. */
export const contentTag = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

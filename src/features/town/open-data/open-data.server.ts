/** Answers the open data of a municipality: the downloads a part at a time, the feed and the description with a tag of their content. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import { contentTag } from '../../../platform/etag.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage, enti, siteUrl } from '../../cases/ente/ente.server.ts';
import { type Ente, publishedTypes } from '../../cases/ente/ente.ts';
import { PUBLIC_LIST_PATH } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { listPubbliche, type PublicFilter } from '../segnalazioni/segnalazioni.db.ts';
import { requireEnte } from '../segnalazioni/segnalazioni.server.ts';
import { atomFeed } from './atom.server.ts';
import { type DcatCatalogSource, type DcatSource, dcatCatalog } from './dcat.ts';
import { FEED_ENTRIES, openDataOperations } from './open-data.contract.ts';
import { readLastChange, readParts } from './open-data.db.ts';
import { DCAT_TYPE, OPEN_FORMATS, openDataHref } from './open-data.links.ts';
import { geoJsonStream, reportsCsv } from './open-formats.server.ts';
import { openReports, startOfDay } from './open-report.server.ts';

/** How many reports are in memory at once while a municipality is downloaded. */
const PART_ROWS = 500;

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
      ente,
      page,
      authority: new URL(ctx.house.settings.publicUrl).hostname,
      self: `${site}${openDataOperations.segnalazioniAtom.path}?${query}`,
      updated: startOfDay(todayInRome(ctx.now)),
    };
    const feed = atomFeed(source, await openReports(ctx, ente, rows));
    return wholeAnswer('application/atom+xml; charset=utf-8', `segnalazioni-${ente.id}.atom`, feed);
  },

  segnalazioniDcat: async ({ ente: id }, ctx) => {
    const [name, catalog] =
      id === undefined
        ? ['catalogo.jsonld', await catalogOfPortal(ctx)]
        : [`segnalazioni-${id}.jsonld`, await catalogOfEnte(ctx, await requireEnte(ctx, id))];
    return wholeAnswer(DCAT_TYPE, name, JSON.stringify(dcatCatalog(catalog), null, 2));
  },
};

async function catalogOfEnte(ctx: CallContext, ente: Ente): Promise<DcatCatalogSource> {
  const dataset = await datasetOf(ctx, ente);
  const { page, self, modified } = dataset;
  return { publisher: ente, home: page, self, modified, datasets: [dataset] };
}

async function datasetOf(ctx: CallContext, ente: Ente): Promise<DcatSource> {
  const { arrived = '', changed } = await readLastChange(ctx.db, ente.id);
  const days = [arrived, changed === undefined ? '' : todayInRome(changed)].filter(Boolean).sort();
  const { site, page } = placesOf(ctx, ente);
  return {
    ente,
    page,
    self: site + openDataHref('segnalazioniDcat', ente.id),
    modified: days.at(-1) ?? todayInRome(ctx.now),
    distributions: OPEN_FORMATS.map(({ call, ...format }) => ({ ...format, url: site + openDataHref(call, ente.id) })),
  };
}

async function catalogOfPortal(ctx: CallContext): Promise<DcatCatalogSource> {
  const { publicUrl } = ctx.house.settings;
  const datasets: DcatSource[] = [];
  // One after the other, so that a catalogue takes no more of the store than a citizen.
  for (const ente of await enti(ctx.house))
    if (publishedTypes(ente).length > 0) datasets.push(await datasetOf(ctx, ente));
  const { nome, codice_fiscale } = await enteOfPage(ctx.house, '', undefined);
  const days = datasets.map(({ modified }) => modified).sort();
  return {
    // A portal of many need not be a body with a tax code.
    publisher: { nome, codice_fiscale: codice_fiscale || new URL(publicUrl).hostname },
    home: `${publicUrl}${PUBLIC_LIST_PATH}`,
    self: publicUrl + openDataOperations.segnalazioniDcat.path,
    datasets,
    modified: days.at(-1) ?? todayInRome(ctx.now),
  };
}

async function* reportParts(ctx: CallContext, ente: Ente, filter: PublicFilter) {
  for await (const rows of readParts(ctx.db, filter, PART_ROWS)) {
    yield await openReports(ctx, ente, rows);
    // SQLite answers at once, and a fast reader takes at once: without a pause nobody else would have a turn.
    await nextTurn();
  }
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

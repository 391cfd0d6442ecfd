/** The read side of Open311 GeoReport v2 (http://wiki.open311.org/GeoReport_v2): what each address answers, without HTTP. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { enteOfPage, findEnte, siteUrl } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { TIPI } from '../../services/segnalazione/options.ts';
import { findRequests, listRequests } from './open-data.db.ts';
import { OPEN311_PATH } from './open-data.links.ts';
import { type OpenReport, openReports, startOfDay } from './open-report.server.ts';
import { MAX_REQUESTS, periodOf, type RequestsQuery, readRequestsQuery } from './open311-query.ts';

/** In both formats: the standard derives JSON from XML, where lists have an element around them and one for each item. */
export type Open311Document = { json: unknown; xml: Record<string, unknown> };

/** An error that the standard has a form for. @property descriptions sentences for the person who asks */
export class Open311Error extends Error {
  readonly status: number;
  readonly descriptions: readonly string[];

  constructor(status: number, descriptions: readonly string[]) {
    super(descriptions.join(' '));
    this.name = 'Open311Error';
    this.status = status;
    this.descriptions = descriptions;
  }
}

export const listDocument = (list: string, item: string, rows: readonly object[]): Open311Document => ({
  json: rows,
  xml: { [list]: { [item]: rows } },
});

export const errorDocument = (status: number, descriptions: readonly string[]): Open311Document =>
  listDocument(
    'errors',
    'error',
    descriptions.map((description) => ({ code: status, description })),
  );

/**
 * The municipality of a call: that of the host, or on the portal's own host the one that is named.
 * @throws Open311Error 400 when none is named, 404 when it is not this portal's, or not this host's
 */
export async function readJurisdiction({ house, host }: CallContext, asked: URLSearchParams): Promise<Ente> {
  const own = await enteOfPage(house, host);
  const named = asked.get('jurisdiction_id')?.trim();
  if (own.id !== PORTAL_ID && (!named || named === own.id)) return own;
  if (!named) throw new Open311Error(400, ['Manca jurisdiction_id: su questo portale è l’identificativo del Comune.']);
  const found = own.id === PORTAL_ID ? await findEnte(house, named) : undefined;
  if (!found) throw new Open311Error(404, ['Questo jurisdiction_id non esiste.']);
  return found;
}

/** Where the calls are, for every version and municipality of this host. */
export async function open311Discovery({ house, host, now }: CallContext): Promise<Open311Document> {
  const { host: ownHost, nome, contatti } = await enteOfPage(house, host);
  const site = siteUrl(house.settings, ownHost);
  // The types of a municipality change without notice: programs that keep them ask again every day.
  const changeset = startOfDay(todayInRome(now));
  const facts = {
    changeset,
    contact: [nome, contatti.email].filter(Boolean).join(', '),
    key_service: `Per leggere non serve una chiave. Per inviare segnalazioni (POST requests.json o requests.xml) serve una chiave del Comune: la crea chi lo amministra, a cui si chiede dai contatti del Comune. Senza una chiave si inviano da ${site}/segnalazione`,
  };
  const endpoint = {
    specification: 'http://wiki.open311.org/GeoReport_v2',
    url: site + OPEN311_PATH,
    changeset,
    type: house.settings.mode === 'sandbox' ? 'test' : 'production',
  };
  const formats = ['text/xml', 'application/json'];
  return {
    json: { ...facts, endpoints: [{ ...endpoint, formats }] },
    xml: { discovery: { ...facts, endpoints: { endpoint: [{ ...endpoint, formats: { format: formats } }] } } },
  };
}

/** The types of report that the municipality takes; one may be sent, whether or not it is published. */
export const receivedTypes = ({ categorie }: Pick<Ente, 'categorie'>): string[] =>
  Object.keys(TIPI).filter((code) => categorie.includes(code));

export async function open311Services(ctx: CallContext, asked: URLSearchParams): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const services = receivedTypes(ente).map((code) => ({
    service_code: code,
    service_name: nameOf(ctx.house.services, code),
    description: nameOf(ctx.house.services, code),
    metadata: false,
    type: 'realtime',
    keywords: '',
    group: 'Segnalazioni',
  }));
  return listDocument('services', 'service', services);
}

/** A type has no fields of its own. @throws Open311Error 404 for one that the municipality does not take */
export async function open311Definition(
  ctx: CallContext,
  asked: URLSearchParams,
  code: string,
): Promise<Open311Document> {
  if (!receivedTypes(await readJurisdiction(ctx, asked)).includes(code))
    throw new Open311Error(404, ['Questo service_code non esiste.']);
  return {
    json: { service_code: code, attributes: [] },
    xml: { service_definition: { service_code: code, attributes: '' } },
  };
}

export async function open311Requests(ctx: CallContext, asked: URLSearchParams): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const read = readRequestsQuery(asked);
  if (read.faults) throw new Open311Error(400, read.faults);
  return requestsDocument(ctx, ente, await readRows(ctx, ente.id, read.query));
}

/** @throws Open311Error 404 for one of another municipality, and for one that nobody may see */
export async function open311Request(ctx: CallContext, asked: URLSearchParams, id: string): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const rows = await findRequests(ctx.db, { ente: ente.id, ids: [id] });
  if (rows.length === 0) throw new Open311Error(404, ['Questo service_request_id non esiste.']);
  return requestsDocument(ctx, ente, rows);
}

function readRows({ db, now }: CallContext, ente: string, query: RequestsQuery) {
  if ('ids' in query) return findRequests(db, { ente, ids: query.ids });
  const { service_code: codes = [], status = [], bbox, lat, long, radius, page = 1 } = query;
  const { page_size: limit = MAX_REQUESTS } = query;
  const [west = 0, south = 0, east = 0, north = 0] = bbox ?? [];
  const filter = {
    ente,
    codes,
    ...periodOf(query, todayInRome(now)),
    isClosed: new Set(status).size === 1 ? status[0] === 'closed' : undefined,
    box: bbox && { west, south, east, north },
    circle:
      lat === undefined || long === undefined || radius === undefined ? undefined : { lat, lon: long, metres: radius },
  };
  return listRequests(db, filter, { limit, offset: (page - 1) * limit });
}

async function requestsDocument(
  ctx: CallContext,
  ente: Ente,
  rows: Parameters<typeof openReports>[2],
): Promise<Open311Document> {
  const reports = await openReports(ctx, ente, rows);
  return listDocument(
    'service_requests',
    'request',
    reports.map((report) => requestOf(report, ente)),
  );
}

/** In the order of the standard's table. */
const requestOf = (report: OpenReport, { nome }: Pick<Ente, 'nome'>) => ({
  service_request_id: report.id,
  status: report.stato === 'conclusa' ? 'closed' : 'open',
  status_notes: report.risposta,
  service_name: report.tipo_nome,
  service_code: report.tipo,
  description: [report.titolo, report.descrizione].filter(Boolean).join(': ') || null,
  agency_responsible: nome,
  service_notice: null,
  requested_datetime: report.arrived,
  updated_datetime: report.chiusa === null ? report.changed : startOfDay(report.chiusa),
  expected_datetime: null,
  address: report.luogo ?? (report.area_nome && `Zona ${report.area_nome}`),
  address_id: null,
  zipcode: null,
  lat: report.lat,
  long: report.lon,
  media_url: report.foto[0] ?? null,
});

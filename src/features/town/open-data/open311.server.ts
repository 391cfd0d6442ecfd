/** The read side of Open311 GeoReport v2 (http://wiki.open311.org/GeoReport_v2): what each address answers, without HTTP. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Programma, SegnalazionePubblica } from '../../../store/tables.ts';
import { enteOfPage, findEnte, siteUrl } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { admitProgramma, countCall } from '../../cases/programma/programma.server.ts';
import { TIPI } from '../../services/segnalazione/options.ts';
import { findRequests, listRequests } from './open-data.db.ts';
import { OPEN311_PATH } from './open-data.links.ts';
import { type OpenReport, openReports, startOfDay } from './open-report.server.ts';
import { ownRequests, ownUpdates } from './open311-own.server.ts';
import { MAX_REQUESTS, periodOf, type RequestsQuery, readRequestsQuery, readUpdatesQuery } from './open311-query.ts';

/** Of one answer: who asks every few minutes gets far fewer. */
const MAX_UPDATES = 1000;

/** In both formats: the standard derives JSON from XML, where lists have an element around them and one for each item. */
export type Open311Document<Json = unknown> = { json: Json; xml: Record<string, unknown> };

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

export const listDocument = <Row extends object>(
  list: string,
  item: string,
  rows: readonly Row[],
): Open311Document<readonly Row[]> => ({
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
    key_service: `Per leggere ciò che è pubblico non serve una chiave. Per inviare segnalazioni (POST requests.json o requests.xml) e sapere che cosa ne è stato serve una chiave del Comune: la crea chi lo amministra, a cui si chiede dai contatti del Comune. Si manda nell’intestazione Authorization: Bearer, oppure come api_key nel modulo. Senza una chiave si inviano da ${site}/segnalazione`,
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

/** @param apiKey of a program that asks by ids, and reads of its own reports what nobody else does @throws PortalError `forbidden` */
export async function open311Requests(
  ctx: CallContext,
  asked: URLSearchParams,
  apiKey: string | undefined,
): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const read = readRequestsQuery(asked);
  if (read.faults) throw new Open311Error(400, read.faults);
  const programma = apiKey === undefined ? undefined : await admitReader(ctx, ente.id, apiKey);
  const { query } = read;
  return 'ids' in query
    ? namedRequests(ctx, ente, { ids: query.ids, programma })
    : listDocument('service_requests', 'request', await publicRequests(ctx, ente, await readRows(ctx, ente.id, query)));
}

/** @throws Open311Error 404 for one of another municipality or another program, and for one that nobody may see */
export async function open311Request(
  ctx: CallContext,
  asked: URLSearchParams,
  { id, apiKey }: { id: string; apiKey: string | undefined },
): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const programma = apiKey === undefined ? undefined : await admitReader(ctx, ente.id, apiKey);
  const found = await namedRequests(ctx, ente, { ids: [id], programma });
  if (found.json.length === 0) throw new Open311Error(404, ['Questo service_request_id non esiste.']);
  return found;
}

/** The program that reads with a key, whose call is counted. @throws PortalError `forbidden`, `too_many` */
async function admitReader(ctx: CallContext, ente: string, apiKey: string): Promise<Programma> {
  const programma = await admitProgramma(ctx, ente, apiKey);
  await countCall(ctx, programma);
  return programma;
}

/** What became of the reports of a program in a time: an extension of FixMyStreet's. @throws Open311Error, PortalError */
export async function open311Updates(
  ctx: CallContext,
  asked: URLSearchParams,
  apiKey: string | undefined,
): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const { id: programma } = await admitReader(ctx, ente.id, apiKey ?? '');
  const read = readUpdatesQuery(asked, ctx.now);
  if (read.faults) throw new Open311Error(400, read.faults);
  const updates = await ownUpdates(ctx, { programma, ...read.period }, MAX_UPDATES);
  if (updates.length > MAX_UPDATES)
    throw new Open311Error(400, [`Gli aggiornamenti sono più di ${MAX_UPDATES}: chiedi un periodo più breve.`]);
  return listDocument('service_request_updates', 'request_update', updates);
}

async function namedRequests(
  ctx: CallContext,
  ente: Ente,
  { ids, programma }: { ids: readonly string[]; programma: Programma | undefined },
) {
  const own = programma ? await ownRequests(ctx, ente, { ids, programma: programma.id }) : [];
  const others = ids.filter((id) => !own.some(({ service_request_id }) => service_request_id === id));
  const rows = await findRequests(ctx.db, { ente: ente.id, ids: others });
  return listDocument('service_requests', 'request', [...own, ...(await publicRequests(ctx, ente, rows))]);
}

function readRows({ db, now }: CallContext, ente: string, query: Exclude<RequestsQuery, { ids: string[] }>) {
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

const publicRequests = async (ctx: CallContext, ente: Ente, rows: readonly SegnalazionePubblica[]) =>
  (await openReports(ctx, ente, rows)).map((report) => requestOf(report, ente));

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

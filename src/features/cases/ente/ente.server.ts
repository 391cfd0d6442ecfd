/** Reads which enti the portal serves, what they answer for, and which of them a page belongs to. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { distanceInWords, type GeoPoint, isWithin, metresBetween } from '../../../platform/border.ts';
import { PortalError } from '../../../platform/errors.ts';
import { keptFor } from '../../../platform/kept.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { PortalSettings } from '../../../settings.ts';
import { ENTI_PAGE, findByName, MAX_SUGGESTED_ENTI } from './choice.ts';
import type { enteOperations } from './ente.contract.ts';
import { findEntiWithSistema, findImage, isHostOfEnte, readAllEnti } from './ente.db.ts';
import { centerOf, type Ente, PORTAL_ID, publishedTypes } from './ente.ts';
import { isOffered, serviceOf, sheetPathOf } from './servizi.ts';
import { isSistemaCode } from './sistemi.ts';

/** Enti change by import or by their administrator, perhaps on another host: what is kept in memory is asked for again after this. */
const keptEnti = keptFor<Ente[]>(10_000);

/** All records, the portal's own included. */
const readRecords = (house: PortalHouse): Promise<Ente[]> =>
  keptEnti.get(house, '', async () => {
    const all = await readAllEnti(house.db, house.services);
    return all.map((ente) => ({ ...ente, categorie: ente.categorie.filter((codice) => hasScreen(house, codice)) }));
  });

/** In front of a back end some services have no screen. */
function hasScreen({ services, screens }: PortalHouse, codice: string): boolean {
  const service = serviceOf(services, codice);
  return !service || screens.match(service.path) !== null;
}

/** After a change by a page of this process: its next page shows it; other processes show it when theirs is asked for again. */
export const forgetEnti = (house: PortalHouse): boolean => keptEnti.forget(house);

/** The enti that citizens can write to. */
export async function enti(house: PortalHouse): Promise<Ente[]> {
  return (await readRecords(house)).filter((ente) => ente.id !== PORTAL_ID);
}

/** Reads the enti by a given transaction: SQLite has one connection, and the transaction holds it. */
export async function readEntiInside({ db, house }: Pick<CallContext, 'db' | 'house'>): Promise<Ente[]> {
  return (await readAllEnti(db, house.services)).filter(({ id }) => id !== PORTAL_ID);
}

/** Codes of the services that a page may offer: those of its ente, or on the portal's own host those that at least one ente offers. */
export async function offeredOn(house: PortalHouse, pageEnte: Ente): Promise<readonly string[]> {
  return pageEnte.id === PORTAL_ID ? (await enti(house)).flatMap((e) => e.categorie) : pageEnte.categorie;
}

/** Whether there is a public list of reports: of the page's ente, or on the portal's own host of at least one. */
export const hasPublicList = async (house: PortalHouse, pageEnte: Ente): Promise<boolean> =>
  house.screens.match('/segnalazioni') !== null &&
  (pageEnte.id === PORTAL_ID ? await enti(house) : [pageEnte]).some((e) => publishedTypes(e).length > 0);

/**
 * The start page of a service at each municipality that offers it, under the host name of its own; one that has none is chosen on
 * the portal's. The page that asks is left out.
 */
export async function whereOffered(
  { house, host }: Pick<CallContext, 'house' | 'host'>,
  servizio: PortalHouse['services'][number],
): Promise<{ nome: string; url: URL }[]> {
  return (await enti(house))
    .filter((e) => isOffered(servizio, e.categorie))
    .map(({ nome, host: ownHost }) => ({ nome, url: new URL(sheetPathOf(servizio), siteUrl(house.settings, ownHost)) }))
    .filter(({ url }) => url.hostname !== host);
}

/** @returns a crest or a logo as it was imported */
export const readImage = ({ db }: PortalHouse, address: { ente: string; impronta: string }) => findImage(db, address);

export async function findEnte(house: PortalHouse, id: string): Promise<Ente | undefined> {
  return (await enti(house)).find((e) => e.id === id);
}

/**
 * The ente of a page (product rule): the one whose host name matches, else the chosen one, else the portal itself.
 * @param host host name without port
 */
export async function enteOfPage(house: PortalHouse, host: string, chosen?: string): Promise<Ente> {
  return enteAmong(await readRecords(house), host, chosen);
}

/** The same by a given transaction, see {@link readEntiInside}. */
export async function enteInside(
  { db, house }: Pick<CallContext, 'db' | 'house'>,
  host: string,
  chosen?: string,
): Promise<Ente> {
  return enteAmong(await readAllEnti(db, house.services), host, chosen);
}

function enteAmong(all: readonly Ente[], host: string, chosen?: string): Ente {
  const known = (e: Ente) => (host ? e.host === host : false);
  return all.find(known) ?? all.find((e) => e.id === chosen) ?? all.find((e) => e.id === PORTAL_ID) ?? EMPTY_ENTE;
}

/**
 * Origin of the portal on a host name.
 * @param host of a municipality; null for the portal's own
 */
export function siteUrl({ publicUrl }: Pick<PortalSettings, 'publicUrl'>, host: string | null): string {
  if (host === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

/** @returns origin of the municipality whose host this is; the portal's own when it is no municipality's, or not any more */
export async function siteOf(house: PortalHouse, host: string | null): Promise<string> {
  const own = host !== null && (await enti(house)).some((ente) => ente.host === host);
  return siteUrl(house.settings, own ? host : null);
}

/** @returns the origins on which this portal's pages are served: its own and those of the municipalities */
export async function portalSites(house: PortalHouse): Promise<string[]> {
  const hosts = (await enti(house)).flatMap(({ host }) => host ?? []);
  return [house.settings.publicUrl, ...hosts.map((host) => siteUrl(house.settings, host))];
}

/** @returns the host of a request when it belongs to a municipality, else null; inside a transaction, too */
export async function townHost({ db, host }: Pick<CallContext, 'db' | 'host'>): Promise<string | null> {
  return host !== '' && (await isHostOfEnte(db, host)) ? host : null;
}

/** Used before the first import: the portal has pages, but no ente to write to. */
const EMPTY_ENTE: Ente = {
  id: PORTAL_ID,
  nome: 'Portale del cittadino',
  motto: 'Servizi online',
  regione: '',
  codice_fiscale: '',
  host: null,
  colore: '#0066cc',
  contatti: { indirizzo: '', email: '' },
  url: {},
  caselle: {},
  categorie: [],
  giorni: {},
};

const onWire = (e: Ente) => ({ Id: e.id, Nome: e.nome, CodiceFiscale: e.codice_fiscale });

function partOf(
  all: readonly Ente[],
  { q, pagina }: { q?: string | undefined; pagina?: number | undefined },
): readonly Ente[] {
  const found = q === undefined ? all : findByName(all, q, ({ nome }) => nome);
  return pagina === undefined ? found : found.slice((pagina - 1) * ENTI_PAGE, pagina * ENTI_PAGE);
}

/** Metres to the middle of an ente, 0 within its border; those of which the portal knows neither are far away. */
function metresTo(ente: Ente, point: GeoPoint): number {
  const center = centerOf(ente);
  if (!center) return Number.POSITIVE_INFINITY;
  return ente.confine && isWithin(ente.confine, point) ? 0 : metresBetween(point, center);
}

function distanceTold(metres: number): string | null {
  if (metres === Number.POSITIVE_INFINITY) return null;
  return metres === 0 ? 'sei qui' : `a ${distanceInWords(metres)}`;
}

async function withSistema({ db }: PortalHouse, all: readonly Ente[], sistema: string): Promise<Ente[]> {
  const found = isSistemaCode(sistema) ? await findEntiWithSistema(db, sistema) : new Set();
  return all.filter(({ id }) => found.has(id));
}

export const enteHandlers: OperationHandlers<typeof enteOperations> = {
  listaEnti: async (part, { house }) =>
    partOf(await enti(house), part).map((e) => ({
      ...onWire(e),
      Categorie: e.categorie,
      Pubbliche: publishedTypes(e),
    })),
  entiPerCategoria: async ({ category, optional: sistema, ...part }, { house }) => {
    if (!serviceOf(house.services, category))
      throw new PortalError('invalid', { fields: { category: ['Il codice del servizio non esiste.'] } });
    const offering = (await enti(house)).filter((e) => e.categorie.includes(category));
    return partOf(sistema === undefined ? offering : await withSistema(house, offering, sistema), part).map(onWire);
  },
  suggerisciEnti: async ({ testo, lat, lon, servizi }, { house }) => {
    const offering = (await enti(house)).filter((e) => servizi?.some((codice) => e.categorie.includes(codice)) ?? true);
    const found = testo === undefined ? offering : findByName(offering, testo, ({ nome }) => nome);
    const point = lat === undefined || lon === undefined ? undefined : { lat, lon };
    // Without a name or a position there is nothing to suggest by.
    if (testo === undefined && !point) return [];
    const rated = found.map((ente) => ({ ente, metres: point ? metresTo(ente, point) : Number.POSITIVE_INFINITY }));
    // Two that are equally far, or unknown, stay in the order of the portal.
    if (point) rated.sort((a, b) => (a.metres === b.metres ? 0 : a.metres - b.metres));
    return rated
      .slice(0, MAX_SUGGESTED_ENTI)
      .map(({ ente, metres }) => ({ Id: ente.id, Nome: ente.nome, distanza: distanceTold(metres) }));
  },
};

/** Draws points on a map: those near each other as one number, until the map is close enough. */
import {
  divIcon,
  type LatLngBounds,
  type Map as LeafletMap,
  latLngBounds,
  type Marker,
  marker,
  tileLayer,
} from 'leaflet';
import Supercluster from 'supercluster';
import { createLeafletMap } from './leaflet.browser.ts';
import type { PointsMapProps } from './points-map.ts';

/** Points nearer to each other than this, in pixels, are one number. */
const CLUSTER_PIXELS = 64;
/** Side of a tile of the map, in pixels. */
const TILE_PIXELS = 256;
const MAX_ZOOM = 19;
/** The map opens no nearer than this: streets around a single point are on it. */
const MAX_FIRST_ZOOM = 17;
/** Half a sign: none is cut off at the edge. */
const EDGE_PIXELS = 16;
const WHOLE_WORLD = latLngBounds([-90, -180], [90, 180]);
/** The map is asked for its square when it has rested for so long, in ms. */
const REST_MS = 200;

/** What is drawn at a point. @property kind class of its sign @property name what it is, in words */
export type MapSign = { lat: number; lon: number; kind: string; name: string; href: string };

type SignIndex = Supercluster<Pick<MapSign, 'kind' | 'name' | 'href'>>;

/**
 * Starts the map of the page, if it has one.
 * @param signOf how a point of the call is drawn
 */
export async function startPointsMap<Point, Props extends PointsMapProps>(
  signOf: (point: Point, props: Props) => MapSign,
): Promise<void> {
  const box = document.querySelector<HTMLElement>('[data-mappa]');
  const status = document.querySelector<HTMLElement>('#mappa-stato');
  if (!box?.dataset.mappa || !status) return;
  const props = JSON.parse(box.dataset.mappa) as Props;
  const leafletMap = createLeafletMap(box);
  tileLayer(props.tasselli, { attribution: props.attribuzione, maxZoom: MAX_ZOOM }).addTo(leafletMap);
  let drawn: Marker[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  /** @returns the signs within these bounds, and whether there are more; undefined when they do not arrive or others were asked for */
  async function read(bounds: LatLngBounds): Promise<{ signs: MapSign[]; hasMore: boolean } | undefined> {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams({
      ...props.filters,
      sud: String(Math.max(-90, bounds.getSouth())),
      nord: String(Math.min(90, bounds.getNorth())),
      ovest: String(Math.max(-180, bounds.getWest())),
      est: String(Math.min(180, bounds.getEast())),
    });
    try {
      const answer = await fetch(`${props.path}?${query}`, { signal: asked.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const { data } = (await answer.json()) as { data: { altri: boolean; punti: Point[] } };
      return { signs: data.punti.map((point) => signOf(point, props)), hasMore: data.altri };
    } catch (error) {
      if ((error as Error).name !== 'AbortError' && status) status.textContent = props.words.failed;
      return undefined;
    }
  }

  async function renew(): Promise<void> {
    const found = await read(leafletMap.getBounds());
    if (!found) return;
    drawn = replaceSigns(leafletMap, drawn, indexOf(found.signs));
    if (status) status.textContent = statusWords(found.signs.length, found.hasMore, props);
  }

  // What there is fills the map. A point beyond the border is a mistake that would make all others one number.
  const border = props.bounds && latLngBounds(props.bounds);
  const first = await read(border ?? WHOLE_WORLD);
  const around = first && first.signs.length > 0 ? latLngBounds(first.signs.map(({ lat, lon }) => [lat, lon])) : border;
  // By half levels, or a telephone would show twice what it needs to.
  leafletMap.options.zoomSnap = 0.5;
  if (around) leafletMap.fitBounds(around, { maxZoom: MAX_FIRST_ZOOM, padding: [EDGE_PIXELS, EDGE_PIXELS] });
  else leafletMap.setView([props.lat, props.lon], props.zoom);

  leafletMap.on('moveend', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), REST_MS);
  });
  await renew();
}

function indexOf(signs: readonly MapSign[]): SignIndex {
  const index: SignIndex = new Supercluster({ radius: CLUSTER_PIXELS, extent: TILE_PIXELS, maxZoom: MAX_ZOOM - 1 });
  return index.load(
    signs.map(({ lat, lon, ...properties }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties,
    })),
  );
}

/** Draws other signs. The focus goes from one that had it to the nearest, where the keyboard goes on. @returns what is drawn now */
function replaceSigns(leafletMap: LeafletMap, before: readonly Marker[], index: SignIndex): Marker[] {
  const held = before.find((sign) => sign.getElement() === document.activeElement)?.getLatLng();
  for (const sign of before) sign.remove();
  const drawn = drawSigns(leafletMap, index);
  if (held) {
    const metres = (sign: Marker) => leafletMap.distance(held, sign.getLatLng());
    const [nearest] = drawn.toSorted((a, b) => metres(a) - metres(b));
    (nearest?.getElement() ?? leafletMap.getContainer()).focus({ preventScroll: true });
  }
  return drawn;
}

function drawSigns(leafletMap: LeafletMap, index: SignIndex): Marker[] {
  const bounds = leafletMap.getBounds();
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  return index.getClusters([west, south, east, north], leafletMap.getZoom()).map(({ geometry, properties }) => {
    const [lon = 0, lat = 0] = geometry.coordinates;
    const sign =
      'cluster' in properties
        ? {
            kind: 'gruppo',
            words: String(properties.point_count),
            name: `${properties.point_count} segnalazioni vicine: avvicina`,
            press: () =>
              leafletMap.setView([lat, lon], Math.min(MAX_ZOOM, index.getClusterExpansionZoom(properties.cluster_id))),
          }
        : {
            kind: properties.kind,
            words: '',
            name: properties.name,
            press: () => location.assign(properties.href),
          };
    const drawn = marker([lat, lon], { icon: iconOf(sign.kind, sign.words), title: sign.name })
      .on('click', sign.press)
      .on('keydown', ({ originalEvent }) => {
        if (['Enter', ' '].includes(originalEvent.key)) sign.press();
      })
      .addTo(leafletMap);
    drawn.getElement()?.setAttribute('aria-label', sign.name);
    return drawn;
  });
}

const iconOf = (kind: string, words: string) =>
  divIcon({ className: `segno ${kind}`, html: words, iconSize: kind === 'gruppo' ? [40, 40] : [24, 24] });

function statusWords(count: number, hasMore: boolean, { words }: PointsMapProps): string {
  if (hasMore) return `Qui ce ne sono di più: vedi le ${count} ${words.first}. Avvicinati per vedere le altre.`;
  if (count === 0) return 'In questa parte della mappa non ci sono segnalazioni.';
  return count === 1
    ? '1 segnalazione in questa parte della mappa.'
    : `${count} segnalazioni in questa parte della mappa.`;
}

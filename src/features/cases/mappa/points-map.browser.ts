/** Draws points on a map: those near each other as one number, until the map is close enough. */
import { divIcon, type LayerGroup, type Map as LeafletMap, latLngBounds, layerGroup, marker, tileLayer } from 'leaflet';
import Supercluster from 'supercluster';
import { createLeafletMap } from './leaflet.browser.ts';
import type { PointsMapProps } from './points-map.ts';

/** Points nearer to each other than this, in pixels, are one number. */
const CLUSTER_PIXELS = 64;
/** Side of a tile of the map, in pixels. */
const TILE_PIXELS = 256;
const MAX_ZOOM = 19;
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
  if (props.bounds) leafletMap.fitBounds(latLngBounds(props.bounds));
  else leafletMap.setView([props.lat, props.lon], props.zoom);
  const layer = layerGroup().addTo(leafletMap);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;

  async function renew(): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const bounds = leafletMap.getBounds();
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
      showSigns(leafletMap, layer, indexOf(data.punti.map((point) => signOf(point, props))));
      if (status) status.textContent = statusWords(data.punti.length, data.altri, props);
    } catch (error) {
      if ((error as Error).name !== 'AbortError' && status) status.textContent = props.words.failed;
    }
  }

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

function showSigns(leafletMap: LeafletMap, layer: LayerGroup, index: SignIndex): void {
  const bounds = leafletMap.getBounds();
  const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  layer.clearLayers();
  for (const { geometry, properties } of index.getClusters([west, south, east, north], leafletMap.getZoom())) {
    const [lon = 0, lat = 0] = geometry.coordinates;
    const sign =
      'cluster' in properties
        ? {
            ...{ kind: 'gruppo', words: String(properties.point_count) },
            name: `${properties.point_count} segnalazioni vicine: avvicina`,
            press: () =>
              leafletMap.setView([lat, lon], Math.min(MAX_ZOOM, index.getClusterExpansionZoom(properties.cluster_id))),
          }
        : {
            ...{ kind: properties.kind, words: '', name: properties.name },
            press: () => location.assign(properties.href),
          };
    const drawn = marker([lat, lon], { icon: iconOf(sign.kind, sign.words), title: sign.name })
      .on('click', sign.press)
      .on('keydown', ({ originalEvent }) => {
        if (['Enter', ' '].includes(originalEvent.key)) sign.press();
      })
      .addTo(layer);
    drawn.getElement()?.setAttribute('aria-label', sign.name);
  }
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

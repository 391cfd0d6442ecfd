/** Draws the map with Leaflet, in a file that is fetched only when a map is opened. */
import { divIcon, marker, tileLayer } from 'leaflet';
import type { Ente } from '../../cases/ente/ente.ts';
import { createLeafletMap } from '../../cases/mappa/leaflet.browser.ts';

type MapPoint = { lat: number; lon: number };
export type MapView = {
  center(): MapPoint;
  moveTo(point: MapPoint): void;
  showPin(point: MapPoint | undefined): void;
  close(): void;
};
type MapEvents = {
  /** With true when no tile of the view could be loaded, with false as soon as one arrives */
  showEmpty(isEmpty: boolean): void;
  pick(point: MapPoint): void;
};

/** Zoom at which single houses can be distinguished. */
const CLOSE_ZOOM = 17;

/** The point that was chosen; its tip is the place. */
const PIN_ICON = divIcon({
  className: '',
  html: '<svg viewBox="0 0 30 40" width="30" height="40" aria-hidden="true"><path fill="#c1121f" stroke="#fff" stroke-width="2" d="M15 39C4 24 1 20 1 14a14 14 0 0 1 28 0c0 6-3 10-14 25z"/><circle cx="15" cy="14" r="5" fill="#fff"/></svg>',
  iconSize: [30, 40],
  iconAnchor: [15, 40],
});

/** Draws the map of a municipality, centred on the point if there is one. A press picks that place. */
export function openMap(
  box: HTMLElement,
  enteMap: NonNullable<Ente['mappa']>,
  point: MapPoint | undefined,
  { showEmpty, pick }: MapEvents,
): MapView {
  const { lat, lon } = point ?? enteMap;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const leafletMap = createLeafletMap(box);
  leafletMap.setView([lat, lon], point ? CLOSE_ZOOM : enteMap.zoom);
  const tiles = tileLayer(enteMap.tasselli, { attribution: enteMap.attribuzione, maxZoom: 19 });
  let loadedCount = 0;
  tiles.on('loading', () => {
    loadedCount = 0;
  });
  tiles.on('tileload', () => {
    loadedCount++;
    showEmpty(false);
  });
  tiles.on('tileerror', () => {
    if (loadedCount === 0) showEmpty(true);
  });
  tiles.addTo(leafletMap);
  leafletMap.on('click', ({ latlng }) => {
    const { lat, lng } = latlng.wrap();
    pick({ lat, lon: lng });
  });
  const pin = marker([lat, lon], { icon: PIN_ICON, interactive: false, keyboard: false });
  return {
    center: () => {
      const { lat, lng } = leafletMap.getCenter().wrap();
      return { lat, lon: lng };
    },
    moveTo: ({ lat, lon }) => {
      // A place in view is not come closer to.
      const zoom = leafletMap.getZoom();
      const isInView = leafletMap.getBounds().contains([lat, lon]);
      leafletMap.setView([lat, lon], isInView ? zoom : Math.max(zoom, CLOSE_ZOOM), { animate: !reducedMotion });
    },
    showPin: (point) => void (point ? pin.setLatLng([point.lat, point.lon]).addTo(leafletMap) : pin.remove()),
    close: () => leafletMap.remove(),
  };
}

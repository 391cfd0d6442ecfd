/** Draws the map with Leaflet, in a file that is fetched only when a map is opened. */
import { divIcon, type LatLng, latLng, marker, tileLayer } from 'leaflet';
import type { Ente } from '../../cases/ente/ente.ts';
import { createLeafletMap } from '../../cases/mappa/leaflet.browser.ts';
import type { LuogoPoint } from './useLuogo.ts';

export type MapView = {
  /** As a press on the centre */
  pickCenter(): void;
  /** Puts the pin there, and moves the map to it */
  show(point: LuogoPoint | undefined): void;
  close(): void;
};
type MapEvents = {
  /** With true when no tile of the view could be loaded, with false as soon as one arrives */
  showEmpty(isEmpty: boolean): void;
  /** Degrees */
  pick(lat: number, lon: number): void;
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
  point: LuogoPoint | undefined,
  { showEmpty, pick }: MapEvents,
): MapView {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const leafletMap = createLeafletMap(box);
  const start = point ? placeOf(point) : latLng(enteMap.lat, enteMap.lon);
  leafletMap.setView(start, point ? CLOSE_ZOOM : enteMap.zoom);
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
  const pickAt = (place: LatLng) => {
    const { lat, lng } = place.wrap();
    pick(lat, lng);
  };
  leafletMap.on('click', ({ latlng }) => pickAt(latlng));
  const pin = marker(start, { icon: PIN_ICON, interactive: false, keyboard: false });
  return {
    pickCenter: () => pickAt(leafletMap.getCenter()),
    show: (point) => {
      if (!point) return void pin.remove();
      const place = placeOf(point);
      pin.setLatLng(place).addTo(leafletMap);
      // The precision of a stored point: one that was picked on this map does not move it.
      if (leafletMap.getCenter().wrap().equals(place, 2e-6)) return;
      // A place in view is not come closer to.
      const zoom = leafletMap.getZoom();
      const isInView = leafletMap.getBounds().contains(place);
      leafletMap.setView(place, isInView ? zoom : Math.max(zoom, CLOSE_ZOOM), { animate: !reducedMotion });
    },
    close: () => leafletMap.remove(),
  };
}

const placeOf = ({ lat, lon }: LuogoPoint) => latLng(Number(lat), Number(lon));

/// <reference types="astro/client" />
/** Draws the map with Leaflet, in a file that is fetched only when a map is opened. */
import { control, map, tileLayer } from 'leaflet';
import css from 'leaflet/dist/leaflet.css?raw';
import type { Ente } from '../../cases/ente/ente.ts';

type MapPoint = { lat: number; lon: number };
export type MapView = { center(): MapPoint; moveTo(point: MapPoint): void; close(): void };

/** Zoom at which single houses can be distinguished. */
const CLOSE_ZOOM = 17;

let isStyled = false;

/** Uses a constructed style sheet, because the page's content security policy forbids unknown style elements. */
function addStyles(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Draws the map of a municipality, centred on the point if there is one. A click moves that place under the mark.
 * @param showEmpty called with true when no tile of the view could be loaded, with false as soon as one arrives
 */
export function openMap(
  box: HTMLElement,
  enteMap: NonNullable<Ente['mappa']>,
  point: MapPoint | undefined,
  showEmpty: (showEmpty: boolean) => void,
): MapView {
  addStyles();
  const { lat, lon } = point ?? enteMap;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const leafletMap = map(box, { zoomAnimation: !reducedMotion, fadeAnimation: !reducedMotion, zoomControl: false });
  leafletMap.setView([lat, lon], point ? CLOSE_ZOOM : enteMap.zoom);
  leafletMap.attributionControl.setPrefix('');
  control.zoom({ zoomInTitle: 'Ingrandisci', zoomOutTitle: 'Riduci' }).addTo(leafletMap);
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
  leafletMap.on('click', ({ latlng }) => leafletMap.panTo(latlng));
  return {
    center: () => {
      const { lat, lng } = leafletMap.getCenter().wrap();
      return { lat, lon: lng };
    },
    moveTo: (point) =>
      void leafletMap.setView([point.lat, point.lon], Math.max(leafletMap.getZoom(), CLOSE_ZOOM), {
        animate: !reducedMotion,
      }),
    close: () => leafletMap.remove(),
  };
}

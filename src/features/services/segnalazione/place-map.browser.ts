/// <reference types="astro/client" />
/** Leaflet, in a file of its own that only an opened map fetches. */
import { control, map, tileLayer } from 'leaflet';
import css from 'leaflet/dist/leaflet.css?raw';
import type { Ente } from '../../cases/ente/ente.ts';

type MapPoint = { lat: number; lon: number };
export type MapView = { center(): MapPoint; moveTo(point: MapPoint): void; close(): void };

/** Zoom at which a house can be told from its neighbour. */
const CLOSE_ZOOM = 17;

let isStyled = false;

/** As a constructed sheet: the page's policy allows no style that it does not know. */
function addStyles(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Draws the map of a municipality, around a point when there is one. A click brings that place under the mark.
 * @param showEmpty told true when no picture of the view comes, false as soon as one has come
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

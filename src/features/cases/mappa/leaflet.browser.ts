/// <reference types="astro/client" />
/** A map of a municipality, as every page with one begins it. */
import { control, type Map as LeafletMap, map } from 'leaflet';
import css from 'leaflet/dist/leaflet.css?raw';

let isStyled = false;

/** Uses a constructed style sheet, because the page's content security policy forbids unknown style elements. */
function addStyles(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** An empty map with Italian buttons; it moves at once where the reader asks for less motion. */
export function createLeafletMap(box: HTMLElement): LeafletMap {
  addStyles();
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const options = { zoomAnimation: moves, fadeAnimation: moves, zoomControl: false, scrollWheelZoom: false };
  const leafletMap = map(box, options);
  leafletMap.attributionControl.setPrefix('');
  control.zoom({ zoomInTitle: 'Ingrandisci', zoomOutTitle: 'Riduci' }).addTo(leafletMap);
  // A wheel that scrolls the page does not catch on the map in passing.
  leafletMap.on('focus', () => leafletMap.scrollWheelZoom.enable());
  leafletMap.on('blur', () => leafletMap.scrollWheelZoom.disable());
  return leafletMap;
}

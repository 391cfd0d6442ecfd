/// <reference types="astro/client" />
/** Leaflet, in a file of its own that only an opened map fetches. */
import { map, tileLayer } from 'leaflet';
import css from 'leaflet/dist/leaflet.css?raw';
import type { Ente } from '../ente/ente.ts';

export type Vista = { centro(): { lat: number; lon: number }; chiudi(): void };

let vestita = false;

/** As a constructed sheet: the page's policy allows no style that it does not know. */
function vesti(): void {
  if (vestita) return;
  vestita = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Draws the map of a body, around a point when there is one. A click brings that place under the mark. */
export function apriMappa(
  box: HTMLElement,
  mappa: NonNullable<Ente['mappa']>,
  punto: { lat: number; lon: number } | undefined,
): Vista {
  vesti();
  const { lat, lon } = punto ?? mappa;
  const calma = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const vista = map(box, { zoomAnimation: !calma, fadeAnimation: !calma }).setView([lat, lon], punto ? 17 : mappa.zoom);
  vista.attributionControl.setPrefix('');
  tileLayer(mappa.tasselli, { attribution: mappa.attribuzione, maxZoom: 19 }).addTo(vista);
  vista.on('click', ({ latlng }) => vista.panTo(latlng));
  return {
    centro: () => {
      const { lat, lng } = vista.getCenter().wrap();
      return { lat, lon: lng };
    },
    chiudi: () => vista.remove(),
  };
}

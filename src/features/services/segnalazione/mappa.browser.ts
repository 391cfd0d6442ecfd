/// <reference types="astro/client" />
/** Leaflet, in a file of its own that only an opened map fetches. */
import { control, map, tileLayer } from 'leaflet';
import css from 'leaflet/dist/leaflet.css?raw';
import type { Ente } from '../../cases/ente/ente.ts';

type Punto = { lat: number; lon: number };
export type Vista = { centro(): Punto; vai(punto: Punto): void; chiudi(): void };

/** Zoom at which a house can be told from its neighbour. */
const VICINO = 17;

let vestita = false;

/** As a constructed sheet: the page's policy allows no style that it does not know. */
function vesti(): void {
  if (vestita) return;
  vestita = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Draws the map of a municipality, around a point when there is one. A click brings that place under the mark.
 * @param vuota told true when no picture of the view comes, false as soon as one has come
 */
export function apriMappa(
  box: HTMLElement,
  mappa: NonNullable<Ente['mappa']>,
  punto: Punto | undefined,
  vuota: (vuota: boolean) => void,
): Vista {
  vesti();
  const { lat, lon } = punto ?? mappa;
  const calma = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const vista = map(box, { zoomAnimation: !calma, fadeAnimation: !calma, zoomControl: false });
  vista.setView([lat, lon], punto ? VICINO : mappa.zoom);
  vista.attributionControl.setPrefix('');
  control.zoom({ zoomInTitle: 'Ingrandisci', zoomOutTitle: 'Riduci' }).addTo(vista);
  const tasselli = tileLayer(mappa.tasselli, { attribution: mappa.attribuzione, maxZoom: 19 });
  let arrivati = 0;
  tasselli.on('loading', () => {
    arrivati = 0;
  });
  tasselli.on('tileload', () => {
    arrivati++;
    vuota(false);
  });
  tasselli.on('tileerror', () => {
    if (arrivati === 0) vuota(true);
  });
  tasselli.addTo(vista);
  vista.on('click', ({ latlng }) => vista.panTo(latlng));
  return {
    centro: () => {
      const { lat, lng } = vista.getCenter().wrap();
      return { lat, lon: lng };
    },
    vai: (dove) => void vista.setView([dove.lat, dove.lon], Math.max(vista.getZoom(), VICINO), { animate: !calma }),
    chiudi: () => vista.remove(),
  };
}

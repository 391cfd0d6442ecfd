/** Draws the public reports on a map. */
import { startPointsMap } from '../../cases/mappa/points-map.browser.ts';
import type { PublicMapProps } from './public-list.page.server.ts';
import type { PublicPoint } from './segnalazioni.contract.ts';

export const startPublicMap = () =>
  startPointsMap(([id, lat, lon, codice, stato]: PublicPoint, props: PublicMapProps) => ({
    lat,
    lon,
    kind: stato,
    name: `${props.names[codice] ?? ''}, ${props.stati[stato].toLowerCase()}`,
    href: `${props.reportPath}/${id}`,
  }));

/** Draws the cases of an operator's list on a map. */
import { startPointsMap } from '../../cases/mappa/points-map.browser.ts';
import type { PraticaPoint } from './pratiche-map.contract.ts';
import type { PraticheMapProps } from './pratiche-map.page.server.ts';

export const startPraticheMap = () =>
  startPointsMap(([chat, lat, lon, name, kind]: PraticaPoint, { list, signs }: PraticheMapProps) => ({
    lat,
    lon,
    kind,
    name: `${name}, ${(signs[kind] ?? '').toLowerCase()}`,
    // The page of the case leads back to the list.
    href: `${chat}?${new URLSearchParams({ elenco: list })}`,
  }));

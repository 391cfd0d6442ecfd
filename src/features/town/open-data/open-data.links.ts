/** The addresses of the open data of a municipality. Pure. */
import { openDataOperations } from './open-data.contract.ts';

export const OPEN311_PATH = '/open311/v2';

/** @property format of the EU's list of file types @property call whose address it is */
export const OPEN_FORMATS = [
  {
    call: 'segnalazioniGeoJson',
    format: 'GEOJSON',
    mediaType: 'application/geo+json',
    title: 'Segnalazioni come GeoJSON, per le mappe',
  },
  {
    call: 'segnalazioniCsv',
    format: 'CSV',
    mediaType: 'text/csv',
    title: 'Segnalazioni come CSV, per i fogli di calcolo',
  },
  {
    call: 'segnalazioniAtom',
    format: 'ATOM',
    mediaType: 'application/atom+xml',
    title: 'Le ultime segnalazioni come feed Atom',
  },
] as const;

export const DCAT_TYPE = 'application/ld+json';

export const openDataHref = (call: keyof typeof openDataOperations, ente: string): string =>
  `${openDataOperations[call].path}?${new URLSearchParams({ ente })}`;

/** Anybody takes along the public reports of a municipality, in the formats in which others use them. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { type CallBrake, defineOperation, fileOutput } from '../../../platform/contract.ts';
import { listFilters } from '../segnalazioni/segnalazioni.contract.ts';

/** Entries of the feed. */
export const FEED_ENTRIES = 50;

/** A download reads every report of a municipality. */
const DOWNLOAD_BRAKES: readonly CallBrake[] = [{ by: 'address', times: 60, minutes: 10 }];

const RELEASED_WORDS = 'what was released of each, of the others type, area and day';

export const openDataOperations = {
  segnalazioniGeoJson: defineOperation({
    summary: `Anyone downloads the public reports of a municipality as GeoJSON (RFC 7946), by type, state, area and period: ${RELEASED_WORDS}. Without a released point the geometry is null.`,
    method: 'GET',
    path: '/api/v1/portale/segnalazioni.geojson',
    access: 'anyone',
    anyOrigin: true,
    brakes: DOWNLOAD_BRAKES,
    input: listFilters,
    output: fileOutput,
  }),
  segnalazioniCsv: defineOperation({
    summary: 'Anyone downloads the same as CSV.',
    method: 'GET',
    path: '/api/v1/portale/segnalazioni.csv',
    access: 'anyone',
    anyOrigin: true,
    brakes: DOWNLOAD_BRAKES,
    input: listFilters,
    output: fileOutput,
  }),
  segnalazioniAtom: defineOperation({
    summary: `Anyone subscribes to the newest ${FEED_ENTRIES} of them as an Atom feed (RFC 4287).`,
    method: 'GET',
    path: '/api/v1/portale/segnalazioni.atom',
    access: 'anyone',
    anyOrigin: true,
    input: listFilters,
    output: fileOutput,
  }),
  segnalazioniDcat: defineOperation({
    summary:
      'Anyone reads what this open data is, for catalogues: DCAT-AP_IT as JSON-LD, with the three formats; without an ente the catalogue of all of them.',
    method: 'GET',
    path: '/api/v1/portale/segnalazioni.jsonld',
    access: 'anyone',
    anyOrigin: true,
    brakes: DOWNLOAD_BRAKES,
    input: z.object({ ente: optionalSchema(textSchema({ max: 60 })) }),
    output: fileOutput,
  }),
};

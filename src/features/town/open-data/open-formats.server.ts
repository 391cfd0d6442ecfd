/** Public reports as GeoJSON and as CSV, written while they are read. */
import { csvStream } from '../../../platform/csv.server.ts';
import type { OpenReport } from './open-report.server.ts';

/** A FeatureCollection (RFC 7946). @param parts some reports each */
export async function* geoJsonStream(parts: AsyncIterable<readonly OpenReport[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"type":"FeatureCollection","features":[');
  let before = '\n';
  for await (const reports of parts) {
    yield Buffer.from(before + reports.map((report) => JSON.stringify(featureOf(report))).join(',\n'));
    before = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

/** Null where no point was released, which RFC 7946 has for features without a place. */
function featureOf({ lat, lon, id, arrived: _arrived, changed, ...properties }: OpenReport) {
  return {
    type: 'Feature',
    id,
    geometry: lat === null || lon === null ? null : { type: 'Point', coordinates: [lon, lat] },
    properties: { ...properties, aggiornata: changed },
  };
}

/** Named as in the calls. */
const CSV_COLUMNS = [
  'id',
  'ente',
  'tipo',
  'tipo_nome',
  'area',
  'area_nome',
  'giorno',
  'stato',
  'chiusa',
  'titolo',
  'luogo',
  'lat',
  'lon',
  'descrizione',
  'risposta',
  'foto',
  'indirizzo',
] as const satisfies readonly (keyof OpenReport)[];

/** With the comma of Italian spreadsheets in degrees, as in every CSV of the portal. */
export const reportsCsv = (parts: AsyncIterable<readonly OpenReport[]>): AsyncGenerator<Uint8Array> =>
  csvStream(csvParts(parts));

async function* csvParts(parts: AsyncIterable<readonly OpenReport[]>): AsyncGenerator<string[][]> {
  yield [[...CSV_COLUMNS]];
  for await (const reports of parts) yield reports.map((report) => CSV_COLUMNS.map((column) => cellOf(report[column])));
}

function cellOf(value: string | number | readonly string[] | null): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'object' ? (value ?? []).join(' ') : value;
}

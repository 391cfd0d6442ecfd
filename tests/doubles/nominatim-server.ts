/**
 * A double of a Nominatim server on the loopback, with a few addresses of an invented town. It speaks format jsonv2 of
 * https://nominatim.org/release-docs/latest/api/Search/ and …/Reverse/: numbers of degrees as texts, `bounded` searches within the
 * `viewbox`, and "Unable to geocode" with status 200.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NominatimPlace = {
  lat: string;
  lon: string;
  name?: string;
  display_name: string;
  address: Record<string, string>;
};
/** `silent` takes requests and never answers; a text is the answer to every request */
type Fault = 'reset' | 'silent' | 'status' | { text: string } | undefined;

export type NominatimServer = {
  url: string;
  /** Every request, in order */
  hits: { url: URL; agent: string }[];
  fail(fault: Fault): void;
  close(): Promise<void>;
};

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

export async function startNominatim(places: readonly NominatimPlace[]): Promise<NominatimServer> {
  const hits: NominatimServer['hits'] = [];
  let fault: Fault;
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost');
    hits.push({ url, agent: req.headers['user-agent'] ?? '' });
    if (fault === 'reset') return void req.socket.destroy();
    if (fault === 'silent') return;
    const answer = fault === undefined ? answerTo(url, places) : undefined;
    res.writeHead(fault === 'status' ? 503 : 200, { 'content-type': 'application/json; charset=utf-8' });
    res.end(typeof fault === 'object' ? fault.text : JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits,
    fail: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answerTo({ pathname, searchParams: query }: URL, places: readonly NominatimPlace[]): unknown {
  if (pathname === '/search') {
    const [west = 0, north = 0, east = 0, south = 0] = (query.get('viewbox') ?? '').split(',').map(Number);
    const inBox = ({ lat, lon }: NominatimPlace) => +lat <= north && +lat >= south && +lon >= west && +lon <= east;
    const typed = wordsIn(query.get('q') ?? '');
    return places
      .filter((place) => query.get('bounded') !== '1' || inBox(place))
      .filter(({ display_name }) => typed.every((word) => wordsIn(display_name).includes(word)))
      .slice(0, Number(query.get('limit') ?? 10));
  }
  const far = (place: NominatimPlace) =>
    Math.hypot(+place.lat - Number(query.get('lat')), +place.lon - Number(query.get('lon')));
  const [nearest] = places.toSorted((a, b) => far(a) - far(b));
  return nearest && far(nearest) < 0.05 ? nearest : { error: 'Unable to geocode' };
}

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type NominatimPlace, type NominatimServer, startNominatim } from '../../../tests/doubles/nominatim-server.ts';
import { noteFaults } from '../../../tests/doubles/noted.ts';
import { geocodingContract, TOWN_CENTER } from './geocoding.contract-test.ts';
import { type NominatimOptions, nominatimGeocoding } from './nominatim.server.ts';

const town = (lat: number, lon: number, road: string, more: Record<string, string> = {}): NominatimPlace => ({
  lat: lat.toFixed(7),
  lon: lon.toFixed(7),
  name: '',
  display_name: [road, ...Object.values(more), 'Borgosereno', 'Italia'].join(', '),
  address: { road, ...more, town: 'Borgosereno', country: 'Italia' },
});
const PLACES: NominatimPlace[] = [
  town(42.5001, 12.4985, 'Via Roma', { house_number: '12' }),
  town(42.5001, 12.4975, 'Via Roma'),
  // Two parts of the same street, as the map has them.
  town(42.5002, 12.4965, 'Via Roma'),
  ...['Cavour', 'Dante', 'Verdi', 'Marconi', 'Manzoni'].map((n, i) => town(42.501 + i / 1000, 12.501, `Via ${n}`)),
  town(42.503, 12.503, 'Via Roma', { hamlet: 'Poggio' }),
  {
    lat: '42.5050000',
    lon: '12.5050000',
    name: 'Parco delle Querce',
    display_name: 'Parco delle Querce, Borgosereno, Italia',
    address: { leisure: 'Parco delle Querce', town: 'Borgosereno' },
  },
];

let server: NominatimServer;
const { faults, watch } = noteFaults();
const portal = (options: Partial<NominatimOptions> = {}) =>
  nominatimGeocoding({ url: server.url, pauseMs: 0, watch, ...options });
beforeEach(async () => {
  server = await startNominatim(PLACES);
  faults.length = 0;
});
afterEach(() => server.close());

geocodingContract('nominatim', async () => ({ port: portal(), end: async () => {} }));

const NEAR = { center: TOWN_CENTER };

describe('the questions', () => {
  test('name the application, ask for Italian words, and stay within the municipality', async () => {
    await portal().search('via roma 12', NEAR);
    const [hit] = server.hits;
    expect(hit?.agent).toMatch(/^portale/);
    expect(Object.fromEntries(hit?.url.searchParams ?? [])).toEqual({
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'it',
      q: 'via roma 12',
      limit: '15',
      bounded: '1',
      viewbox: '12.35000,42.65000,12.65000,42.35000',
    });
  });

  test('the same question is asked once', async () => {
    const port = portal();
    const answers = await Promise.all([port.search('via dante', NEAR), port.search('via dante', NEAR)]);
    expect(answers[0]).toEqual(answers[1]);
    await port.search('via dante', NEAR);
    expect(server.hits).toHaveLength(1);
  });

  test('there is a pause between two questions, and one that would wait too long is not asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const port = portal({ pauseMs: 2_000, timeoutMs: 3_500 });
    const asked = Promise.all(['dante', 'verdi', 'cavour', 'manzoni'].map((road) => port.search(road, NEAR)));
    await expect.poll(() => server.hits).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(server.hits).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await asked).map((places) => places.length)).toEqual([1, 1, 0, 0]);
    expect(server.hits).toHaveLength(2);
  });

  test('an address with a path and without a final slash is kept whole', async () => {
    await portal({ url: `${server.url}nominatim` }).search('via roma', NEAR);
    expect(server.hits[0]?.url.pathname).toBe('/nominatim/search');
  });
});

describe('the answers', () => {
  test('the parts of a street are one place, and the street of a hamlet is another', async () => {
    const labels = (await portal().search('roma', NEAR)).map(({ label }) => label);
    expect(labels).toEqual(['Via Roma 12', 'Via Roma', 'Via Roma, Poggio']);
  });

  test('a place without a street has its own name', async () => {
    expect((await portal().search('querce', NEAR)).map(({ label }) => label)).toEqual(['Parco delle Querce']);
  });
});

describe('a server that does not help', () => {
  test.each([
    ['breaks the connection', 'reset'],
    ['answers with a status of failure', 'status'],
    ['answers something that is no JSON', { text: '<html>' }],
    ['answers JSON of another kind', { text: '{"features":[]}' }],
    ['answers without end', { text: `[${'{},'.repeat(40_000)}{}]` }],
    ['does not answer in time', 'silent'],
  ] as const)('%s: nothing is found, and each fault is noted without the address', async (_, fault) => {
    server.fail(fault);
    const port = portal({ timeoutMs: 300 });
    expect(await port.search('via segreta 1', NEAR)).toEqual([]);
    expect(await port.reverse(TOWN_CENTER)).toBeNull();
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toMatch(/segreta|42\.5/);
  });

  test('is asked again once it is back', async () => {
    const port = portal();
    server.fail('status');
    expect(await port.search('via dante', NEAR)).toEqual([]);
    server.fail(undefined);
    expect(await port.search('via dante', NEAR)).toHaveLength(1);
  });
});

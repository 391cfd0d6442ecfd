import { expect, test } from 'vitest';
import { callerOf, cittadino, countRows, ENTI, onOneInTurn, type Rig, segnalazione } from '../../../../tests/rig.ts';
import type { GeoBorder } from '../../../platform/border.ts';
import type { GeocodingPort, SearchArea } from '../../../platform/geocoding.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const CONFINE: GeoBorder = {
  type: 'Polygon',
  coordinates: [
    [
      [12.4, 42.4],
      [12.6, 42.4],
      [12.6, 42.6],
      [12.4, 42.6],
      [12.4, 42.4],
    ],
  ],
};
const INSIDE = { lat: '42.5', lon: '12.5' };
const MILAN = { lat: '45.4642', lon: '9.19' };
const OUTSIDE_WORDS = /^Questo punto è fuori dal territorio del Comune di Borgo \(a 4\d\d km\)/;

async function giveBorder(rig: Rig): Promise<void> {
  await writeEnte(rig.house.db, { ...ENTI.borgo, confine: CONFINE }, 1);
  // What is kept of the enti is read again.
  rig.clock.pass(60_000);
}

/** A portal with an address book that knows one house. */
function withAddresses(rig: Rig): { rig: Rig; asked: { text: string; near: SearchArea }[] } {
  const asked: { text: string; near: SearchArea }[] = [];
  const geocoding: GeocodingPort = {
    search: async (text, near) => {
      asked.push({ text, near });
      return [{ label: 'Via Roma 12', lat: 42.5, lon: 12.5 }];
    },
    reverse: async () => ({ label: 'Via Roma 12' }),
  };
  return { rig: { ...rig, house: { ...rig.house, geocoding } }, asked };
}

onOneInTurn('an address is searched', (rig) => {
  test('within the border of the ente, by anyone', async () => {
    await giveBorder(rig);
    const { rig: portal, asked } = withAddresses(rig);
    const { status, body } = await callerOf(portal).call('cercaLuogo', { ente: 'borgo', testo: ' via roma ' });
    expect([status, body.data]).toEqual([200, [{ indirizzo: 'Via Roma 12', lat: 42.5, lon: 12.5 }]]);
    expect(asked).toEqual([{ text: 'via roma', near: { center: { lat: 42.5, lon: 12.5 }, border: CONFINE } }]);
  });

  test('nothing is found for an ente without a map and a border, for an unknown one, and without an address book', async () => {
    const { rig: portal, asked } = withAddresses(rig);
    const found = async (where: Rig, ente: string) =>
      (await callerOf(where).call('cercaLuogo', { ente, testo: 'via roma' })).body.data;
    expect([await found(portal, 'valle'), await found(portal, 'nessuno')]).toEqual([[], []]);
    await giveBorder(rig);
    expect(await found(rig, 'borgo')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('only so often in an hour, and is refused then', async () => {
    const anna = callerOf(rig);
    const search = async () => (await anna.call('cercaLuogo', { ente: 'borgo', testo: 'via' })).status;
    for (let i = 0; i < 120; i++) expect(await search()).toBe(200);
    expect(await search()).toBe(429);
  });

  test('and leaves no trace of it in the store', async () => {
    await giveBorder(rig);
    const { rig: portal } = withAddresses(rig);
    const anna = callerOf(portal);
    await anna.call('cercaLuogo', { ente: 'borgo', testo: 'vicolo segretissimo' });
    await anna.call('luogoDelPunto', { ente: 'borgo', lat: '42.512345', lon: '12.512345' });
    expect(await rig.dump()).not.toMatch(/segretissimo|12345/);
  });
});

onOneInTurn('a point', (rig) => {
  test('gets the address near it, and the words about the border that it lies beyond', async () => {
    await giveBorder(rig);
    const { rig: portal } = withAddresses(rig);
    const about = async (ente: string, point: object) =>
      (await callerOf(portal).call('luogoDelPunto', { ente, ...point })).body.data;
    expect(await about('borgo', INSIDE)).toEqual({ indirizzo: 'Via Roma 12', fuori: null });
    expect(await about('borgo', MILAN)).toMatchObject({ fuori: expect.stringMatching(OUTSIDE_WORDS) });
    expect(await about('valle', MILAN)).toMatchObject({ fuori: null });
    expect(await about('nessuno', MILAN)).toEqual({ indirizzo: null, fuori: null });
  });

  test('that is none is refused', async () => {
    const { status, body } = await callerOf(rig).call('luogoDelPunto', { ente: 'borgo', lat: '91', lon: 'x' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['lat', 'lon']]);
  });
});

onOneInTurn('a report from beyond the border', (rig) => {
  const send = (fields: Record<string, unknown>) =>
    callerOf(rig, { user: cittadino('anna', 'anna@esempio.it') }).call('inviaSegnalazione', segnalazione(fields));

  test('is refused at the box that confirms it, and accepted with it', async () => {
    await giveBorder(rig);
    const refused = await send(MILAN);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { fuori_confine: [expect.stringMatching(OUTSIDE_WORDS)] },
    ]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
    expect((await send({ ...MILAN, fuori_confine: 'on' })).status).toBe(201);
    expect((await send({ ...INSIDE })).status).toBe(201);
  });

  test('is accepted without a question where the border is not known', async () => {
    expect((await send({ ...MILAN, ente: 'valle' })).status).toBe(201);
  });
});

import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { callerOf, countRows, DAY, ENTI, HOUR, onOneInTurn, type Rig, segnalazione } from '../../../../tests/rig.ts';
import { deliverRow } from '../../../delivery.server.ts';
import { deliverDue } from '../../../platform/outbox-worker.server.ts';
import type { TilePort } from '../../../platform/tiles.ts';
import { sandboxTile } from '../../../sandbox/town/tiles.server.ts';
import { INVENTED_TOWNS } from '../../../sandbox/town/town.ts';
import { writeEnte } from '../ente/ente.db.ts';
import { drawMappa, MAX_MAPPA_BYTES } from './mappa.server.ts';
import { navigatorAddress, tilesAround } from './view.ts';

const POINT = { lat: 42.5006, lon: 12.4972 };
const MAPPA = { tasselli: 'https://tile.borgo.example/{z}/{x}/{y}.png', attribuzione: 'Mappa del Borgo', zoom: 15 };

/** Sends a report with a point, and delivers what is due. */
async function sendWithPoint(rig: Rig, point: object = POINT) {
  const anna = callerOf(rig);
  await anna.confirm('anna@esempio.it');
  const { body } = await anna.call('inviaSegnalazione', segnalazione({ indirizzo: '', ...point }));
  // The second round is that of the mail, which waited for the picture.
  await rig.deliver();
  await rig.deliver();
  const asked = { id: body.data.id, email: 'anna@esempio.it' };
  return { anna, asked, detail: (await anna.call('dettaglioPratica', asked)).body.data };
}

onOneInTurn('the picture of the map around the place of a case', (rig) => {
  beforeEach(async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, mappa: { ...MAPPA, lat: 42.5, lon: 12.5 } }, 1);
    rig.clock.pass(60_000);
  });

  test('is made after the send, of tiles of the ente alone, and is seen by the two sides of the case', async () => {
    const { anna, asked, detail } = await sendWithPoint(rig);

    expect(detail.mappa).toBe('Mappa del Borgo');
    expect(rig.tiles.asked.length).toBeGreaterThan(0);
    expect(rig.tiles.asked.filter((url) => !url.startsWith('https://tile.borgo.example/17/'))).toEqual([]);
    expect((await anna.call('mappaPratica', asked)).status).toBe(200);
    expect((await callerOf(rig).call('mappaPratica', { ...asked, email: 'bruno@esempio.it' })).status).toBe(404);
    expect((await anna.call('ricevutaPratica', asked)).status).toBe(200);
  });

  test('is not made without a point, nor for an ente without a map', async () => {
    const { detail } = await sendWithPoint(rig, { indirizzo: 'Via Roma 1', lat: '', lon: '' });
    rig.clock.pass(HOUR);
    const other = await sendWithPoint(rig, { ...POINT, ente: 'valle', codice: 'SF510' });

    expect([detail.mappa, other.detail.mappa]).toEqual([undefined, undefined]);
    expect(rig.tiles.asked).toEqual([]);
  });

  test('when the tiles do not come the case is as good as any, and the picture is tried again three times', async () => {
    rig.tiles.broken = true;
    const { asked, anna, detail } = await sendWithPoint(rig);

    expect([detail.mappa, rig.mails.length, rig.reports]).toEqual([undefined, 3, []]);
    expect((await anna.call('mappaPratica', asked)).status).toBe(404);
    expect((await anna.call('ricevutaPratica', asked)).status).toBe(200);
    for (const wait of [6 * 60_000, HOUR, DAY]) {
      rig.clock.pass(wait);
      await rig.deliver();
    }
    expect(await countRows(rig, 'mappe')).toBe(0);
    rig.clock.pass(10 * DAY);
    expect(await rig.deliver()).toBe(0);
  });

  test('comes later when the tiles come later', async () => {
    rig.tiles.broken = true;
    const { asked, anna } = await sendWithPoint(rig);
    rig.tiles.broken = false;
    rig.clock.pass(6 * 60_000);
    await rig.deliver();

    expect((await anna.call('mappaPratica', asked)).status).toBe(200);
  });

  test('before the send is shown of the point in the own draft, and of no other', async () => {
    const anna = callerOf(rig);
    const drafted = { ente: 'borgo', lat: '42.5006', lon: '12.4972' };
    await anna.call('salvaBozza', { percorso: '/segnalazione', passo: 'riepilogo', valori: drafted });
    const ask = (who: typeof anna, lat: string) => who.call('mappaBozza', { lat, lon: drafted.lon });

    expect((await ask(anna, drafted.lat)).status).toBe(200);
    expect((await ask(anna, '41.9')).status).toBe(404);
    expect((await ask(callerOf(rig), drafted.lat)).status).toBe(404);
    rig.tiles.broken = true;
    expect((await ask(anna, drafted.lat)).status).toBe(503);
    await anna.call('salvaBozza', { percorso: '/segnalazione', passo: 'riepilogo', valori: { ...drafted, lat: '90' } });
    expect((await ask(anna, '90')).status).toBe(404);
  });

  test('is in the first mail to the author, who fetches nothing for it, and in no mail to the ente', async () => {
    await sendWithPoint(rig);

    const own = rig.mails.find(({ to, text }) => to === 'anna@esempio.it' && text.includes('Luogo:'));
    expect(own?.html).toContain('<img src="cid:mappa@portale" alt="Mappa con il punto indicato"');
    expect(own?.text).toContain('[Mappa con il punto indicato. Mappa del Borgo]');
    expect(own?.pictures?.map(({ cid, type, bytes }) => [cid, type, bytes.length <= MAX_MAPPA_BYTES])).toEqual([
      ['mappa@portale', 'image/png', true],
    ]);
    for (const { to, html, pictures = [] } of rig.mails)
      if (to !== 'anna@esempio.it') expect([html.includes('<img'), pictures]).toEqual([false, []]);
    const rows = await rig.house.db.selectFrom('posta_in_uscita').select('dati_json').execute();
    for (const { dati_json } of rows) expect(dati_json.length).toBeLessThan(300);
  });

  test('the first mail waits for it three seconds and no more, and that to the office not at all', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    rig.mails.length = 0;
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((done) => (arrive = done));
    const tiles: TilePort = { fetchTile: (...asked) => held.then(() => rig.house.tiles.fetchTile(...asked)) };
    await anna.call('inviaSegnalazione', segnalazione({ indirizzo: '', ...POINT }));
    const painting = deliverDue({ ...rig.house, tiles }, deliverRow);
    await expect.poll(() => rig.mails.length).toBe(1);
    expect(rig.mails[0]?.to).not.toBe('anna@esempio.it');
    rig.clock.pass(3_000);
    await rig.deliver();

    expect(rig.mails.map(({ pictures = [] }) => pictures.length)).toEqual([0, 0]);
    arrive();
    await painting;
    expect(await countRows(rig, 'mappe')).toBe(1);
  });

  test('the mails name the place, and lead to the portal alone', async () => {
    await sendWithPoint(rig);

    const texts = rig.mails.map(({ text }) => text).filter((text) => text.includes('Luogo:'));
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toContain('Luogo: punto sulla mappa (42.5006, 12.4972)\n');
      expect(text).not.toMatch(/openstreetmap|tile\./);
    }
  });
});

describe('a picture', () => {
  const [town] = INVENTED_TOWNS;
  const house = {
    tiles: {
      fetchTile: async (_source: string, name: Parameters<typeof sandboxTile>[0]) =>
        (await sandboxTile(name)) ?? expect.unreachable('not drawn'),
    },
  };

  test('of the middle of a town is a PNG of 480 × 240 px and at most 15 KB', async () => {
    const [lat = 0, lon = 0] = town?.center ?? [];
    const picture = await drawMappa(house, MAPPA, { lat, lon });

    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 480, height: 240 });
    expect(picture.length).toBeLessThanOrEqual(MAX_MAPPA_BYTES);
    // The pin stands on the middle.
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 255] = data.subarray((110 * info.width + 240) * 3);
    expect(red - green).toBeGreaterThan(100);
  });

  test('of tiles that are no pictures is none, in one error', async () => {
    const broken = { tiles: { fetchTile: async () => Buffer.from('\x89PNG not really') } };

    await expect(drawMappa(broken, MAPPA, POINT)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('lies on as many tiles as it needs, also at the edge of the world', () => {
    for (const point of [POINT, { lat: 0, lon: 179.9999 }, { lat: 0, lon: -179.9999 }]) {
      const tiles = tilesAround(point);
      expect([4, 6]).toContain(tiles.length);
      for (const { name } of tiles) {
        expect(name.x).toBeGreaterThanOrEqual(0);
        expect(name.x).toBeLessThan(2 ** 17);
      }
    }
  });

  test('has a link beside it that opens the place in any browser', () => {
    expect(navigatorAddress(POINT)).toBe(
      'https://www.openstreetmap.org/?mlat=42.5006&mlon=12.4972#map=18/42.5006/12.4972',
    );
  });
});

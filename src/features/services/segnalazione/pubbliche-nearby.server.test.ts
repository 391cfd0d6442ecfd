import { expect, test } from 'vitest';
import { publicRow, unreleasedRow, writePublicPhoto, writePublicRows } from '../../../../tests/public-rows.ts';
import { plansOf } from '../../../../tests/query-plans.ts';
import { callerOf, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { placeAround } from '../../../platform/near.server.ts';
import { NEARBY_LIMITS } from '../../cases/pratica/near-limits.ts';
import { listPublicInBox } from './pubbliche-nearby.db.ts';

const HERE = { lat: 42.5, lon: 12.5 };
/** So many metres to the north. */
const north = (metres: number) => ({ lat: HERE.lat + metres / 111_320, lon: HERE.lon });
const OF = { ente: 'borgo', codice: 'SF510', stati: ['ricevuta', 'in_lavorazione'], dal: '2026-08-22' } as const;

onOneInTurn('the public reports near a point', (rig: Rig) => {
  const nearby = (fields: Record<string, unknown> = {}) =>
    callerOf(rig).call('segnalazioniPubblicheVicine', { ente: 'borgo', codice: 'SF510', ...HERE, ...fields });
  const titles = async (fields: Record<string, unknown> = {}) =>
    (await nearby(fields)).body.data.map(({ titolo }: { titolo: string }) => titolo);

  test('are the released and open ones of the same type within 150 m and ninety days, the nearest first', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, north(100)),
      publicRow(2, { ...HERE, stato: 'in_lavorazione' }),
      publicRow(3, north(151)),
      publicRow(4, { lat: HERE.lat, lon: HERE.lon + 151 / (111_320 * Math.cos((HERE.lat * Math.PI) / 180)) }),
      publicRow(5, { ...HERE, codice: 'SF410' }),
      publicRow(6, { ...HERE, ente: 'valle' }),
      publicRow(7, { ...HERE, stato: 'conclusa', chiusa: '2026-11-19' }),
      publicRow(8, { ...HERE, visibile: 0 }),
      unreleasedRow(9, { ...HERE, stato: 'ricevuta', chiusa: null }),
      publicRow(10, { ...HERE, giorno: '2026-08-21' }),
      publicRow(11, { ...north(50), giorno: '2026-08-22' }),
    ]);
    expect(await titles()).toEqual(['Lampione 2', 'Lampione 11', 'Lampione 1']);
    expect(await titles({ codice: 'SF410' })).toEqual(['Lampione 5']);
  });

  test('are at most five, and the nearest of however many there are', async () => {
    await writePublicRows(
      rig.house,
      Array.from({ length: 300 }, (_, n) => publicRow(n, north(140 - n * 0.4))),
    );
    expect(await titles()).toEqual([299, 298, 297, 296, 295].map((n) => `Lampione ${n}`));
  });

  test('are those of the whole street, the latest first, for an address without a number', async () => {
    await writePublicRows(rig.house, [
      publicRow(1, { ...north(1000), luogo: 'Via Roma 3', giorno: '2026-11-01' }),
      publicRow(2, { ...north(-1000), luogo: 'VIA ROMA 120', giorno: '2026-11-10' }),
      publicRow(3, { ...HERE, luogo: 'Via Milano 3' }),
      publicRow(4, { ...HERE, luogo: 'Via Roma 5', codice: 'SF410' }),
      publicRow(5, { ...HERE, luogo: 'Via Roma 7', visibile: 0 }),
      publicRow(6, { ...HERE, luogo: 'Via Roma 9', stato: 'conclusa', chiusa: '2026-11-19' }),
      unreleasedRow(7, { ...HERE, stato: 'ricevuta', chiusa: null }),
    ]);
    const inStreet = (street: string) => nearby({ lat: undefined, lon: undefined, via: street });
    expect((await inStreet('via Roma')).body.data).toMatchObject([
      { titolo: 'Lampione 2', metri: null, luogo: 'VIA ROMA 120' },
      { titolo: 'Lampione 1', metri: null, luogo: 'Via Roma 3' },
    ]);
    expect((await inStreet('Via %')).body.data).toEqual([]);
    const neither = await nearby({ lat: undefined, lon: undefined });
    expect([neither.status, neither.body.errors]).toEqual([422, { via: ['Indica un punto o una via.'] }]);
  });

  test('say title, place, day, distance, photo, page and how many follow them, and no more', async () => {
    await writePublicRows(rig.house, [publicRow(1, north(42))]);
    await writePublicPhoto(rig.house, 'p00001');
    await rig.house.db
      .insertInto('segnalazioni_seguite')
      .values({
        id: 's1',
        segnalazione: 'p00001',
        casella: 'bea@esempio.it',
        utente: null,
        creata: 1,
        non_risolta: null,
      })
      .execute();
    expect((await nearby()).body.data).toEqual([
      {
        titolo: 'Lampione 1',
        giorno: '2026-11-19',
        metri: 42,
        seguita_da: 1,
        pagina: '/segnalazioni/p00001',
        testo: 'Non si accende.',
        luogo: expect.any(String),
        foto: '/api/v1/portale/segnalazioni/p00001/foto/1?piccola=1',
      },
    ]);
  });

  test('are asked for with a brake, of a known ente and a point on earth', async () => {
    expect((await nearby({ ente: 'nessuno' })).status).toBe(404);
    expect((await nearby({ lat: 91 })).status).toBe(422);
    expect((await nearby({ lat: -90, lon: 180 })).body.data).toEqual([]);
    const one = callerOf(rig);
    const ask = () => one.call('segnalazioniPubblicheVicine', { ente: 'borgo', codice: 'SF510', ...HERE });
    for (let n = 0; n < 120; n++) expect((await ask()).status).toBe(200);
    const braked = await ask();
    expect([braked.status, braked.body.message]).toEqual([429, expect.stringMatching(/\S{3,}/)]);
  });

  test('are found by the index of the places', async () => {
    if (rig.house.dialect !== 'sqlite') return;
    const plans = await plansOf(rig.place.dataDir, () =>
      listPublicInBox(rig.house.db, placeAround(HERE, NEARBY_LIMITS), OF),
    );
    expect(plans.join('\n')).toContain('segnalazioni_pubbliche_punto (ente=? AND lat>? AND lat<?)');
  });
});

import { expect, test } from 'vitest';
import { callerOf, DAY, onOneInTurn, operatore, type Rig, sendSegnalazione } from '../../../../tests/rig.ts';
import { ctxOf } from '../../../context.ts';
import { countWithoutPoint } from './pratiche-map.server.ts';

const TOWN = { sud: '42', nord: '43', ovest: '12', est: '13' };
const mapOf = async (rig: Rig, fields: object = {}, user = operatore('borgo')) =>
  (await callerOf(rig, { user }).call('mappaPratiche', { ...TOWN, stato: 'aperte', ...fields })).body.data;

onOneInTurn('the map of the cases of a list', (rig) => {
  let sent = 0;
  const send = (lat: string, over: object = {}) =>
    sendSegnalazione(callerOf(rig), {
      email: `anna${++sent}@esempio.it`,
      indirizzo: '',
      lat,
      lon: '12.5',
      oggetto: `Buca ${lat}`,
      ...over,
    });

  test('shows what is open within the square, and leads to its chat', async () => {
    await send('42.5001');
    await send('42.6002');
    await send('', { indirizzo: 'Via Roma 1', lon: '' });

    const { punti, altri } = await mapOf(rig, { nord: '42.55' });

    expect(altri).toBe(false);
    expect(punti).toEqual([
      [
        expect.stringMatching(/^\/segnalazione\/chat\/operatore\/[^/]+\/[\w-]+$/),
        42.5001,
        12.5,
        expect.stringMatching(/^2026\/\d{6} Buca 42\.5001$/),
        'inviata',
      ],
    ]);
  });

  test('follows the filters of the list, and says which cases are late', async () => {
    await send('42.5001');
    await send('42.5002', { codice: 'SF410' });
    expect((await mapOf(rig, { servizio: 'SF410' })).punti).toHaveLength(1);
    expect((await mapOf(rig, { q: 'buca' })).punti).toHaveLength(2);
    expect((await mapOf(rig, { stato: 'conclusa' })).punti).toEqual([]);
    expect((await mapOf(rig, { coda: 'ufficio' })).punti).toEqual([]);

    rig.clock.pass(400 * DAY);
    const late = await mapOf(rig);
    expect(late.punti.map((point: unknown[]) => point[4])).toEqual(['in_ritardo', 'in_ritardo']);
  });

  test('has a count of the cases of the list that have no point', async () => {
    await send('42.5001');
    for (const oggetto of ['Buca uno', 'Buca due']) await send('', { indirizzo: 'Via Roma 1', lon: '', oggetto });
    const ctx = { ...ctxOf(rig.house), user: operatore('borgo') };
    const asked = { stato: 'aperte', non_lette: false, senza_punto: false } as const;
    expect(await countWithoutPoint(ctx, asked)).toEqual({ without: 2, all: 3 });
    expect(await countWithoutPoint(ctx, { ...asked, q: 'uno' })).toEqual({ without: 1, all: 1 });
    expect(await countWithoutPoint(ctx, { ...asked, q: 'niente' })).toBeUndefined();
  });

  test('shows those due first where there are more than it can', async () => {
    const { id } = await send('42.5001');
    const { db } = rig.house;
    const row = await db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1000 }, (_, n) => ({
      ...row,
      id: `copia-${n}`,
      ufficio: `ufficio-${n}`,
      numero: 1000 + n,
      termine_il: n === 999 ? '2099-01-01' : '2026-12-01',
    }));
    for (let n = 0; n < copies.length; n += 50)
      await db
        .insertInto('pratiche')
        .values(copies.slice(n, n + 50))
        .execute();

    const { punti, altri } = await mapOf(rig);

    expect([punti.length, altri]).toEqual([1000, true]);
    expect(punti.some((point: string[]) => point[0]?.endsWith('ufficio-999'))).toBe(false);
  });

  test('is of the operator’s own enti alone, and refuses a square that is none', async () => {
    await send('42.5001');
    expect((await mapOf(rig, {}, operatore('valle'))).punti).toEqual([]);
    const other = await callerOf(rig, { user: operatore('valle') }).call('mappaPratiche', { ...TOWN, ente: 'borgo' });
    expect(other.status).toBe(404);
    const olga = callerOf(rig, { user: operatore('borgo') });
    expect((await olga.call('mappaPratiche', { ...TOWN, nord: '41' })).body.errors.nord).toEqual([
      'Controlla i limiti: il riquadro va da sud a nord e da ovest a est.',
    ]);
    expect((await olga.call('mappaPratiche', { ...TOWN, est: 'NaN' })).status).toBe(422);
  });
});

import { expect, test } from 'vitest';
import { callerOf, DAY, onOneInTurn, operatore, type Rig, sendToOffice } from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';

const olgaOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
const pieroOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'piero', nome: 'Piero' } });

onOneInTurn('what an operator has begun to write', (rig) => {
  test('is theirs alone, and found again as they left it until they send it', async () => {
    const [olga, piero] = [olgaOf(rig), pieroOf(rig)];
    const { ufficio: id } = await sendToOffice(rig);
    const read = async (who: typeof olga) => (await who.call('leggiBozzaOperatore', { id })).body.data;
    expect(await read(olga)).toBeNull();
    await olga.call('salvaBozzaOperatore', { id, azione: 'rispondi', testo: 'Gentile' });
    await olga.call('salvaBozzaOperatore', {
      id,
      azione: 'da_integrare',
      testo: 'Manca il {numero}',
    });
    expect(await read(olga)).toMatchObject({
      azione: 'da_integrare',
      valori: { testo: 'Manca il {numero}' },
    });
    expect(await read(piero)).toBeNull();
    await piero.call('salvaBozzaOperatore', { id, azione: 'rispondi', testo: 'Di Piero' });
    await olga.call('commenta', { id, email: '', vista: 'operatore', testo: 'Partita.' });
    expect([await read(olga), (await read(piero))?.valori]).toEqual([null, { testo: 'Di Piero' }]);
  });

  test('stays when the send is refused, and goes when it is emptied, deleted, or 30 days old', async () => {
    const olga = olgaOf(rig);
    const { ufficio: id } = await sendToOffice(rig);
    const keep = (words: string) => olga.call('salvaBozzaOperatore', { id, azione: 'conclusa', testo: words });
    const kept = async () => (await olga.call('leggiBozzaOperatore', { id })).body.data?.valori.testo;
    await keep('Com’è andata');
    expect((await olga.call('commenta', { id, email: '', vista: 'operatore', stato: 'conclusa' })).status).toBe(422);
    expect(await kept()).toBe('Com’è andata');
    await keep('');
    expect(await kept()).toBeUndefined();
    await keep('Di nuovo');
    expect((await olga.call('eliminaBozzaOperatore', { id })).status).toBe(204);
    expect(await kept()).toBeUndefined();
    await keep('Vecchia');
    rig.clock.pass(30 * DAY);
    expect(await kept()).toBeUndefined();
    await deleteLapsed(rig.house);
    expect(await rig.house.db.selectFrom('bozze_operatori').selectAll().execute()).toEqual([]);
  });

  test('goes with the case', async () => {
    const olga = olgaOf(rig);
    const { ufficio, id } = await sendToOffice(rig);
    await olga.call('salvaBozzaOperatore', { id: ufficio, azione: 'rispondi', testo: 'x' });
    await olga.call('presenzaPratica', { id: ufficio });
    for (const table of ['eventi', 'chiavi_operatore'] as const) await rig.house.db.deleteFrom(table).execute();
    await rig.house.db.deleteFrom('pratiche').where('id', '=', id).execute();
    for (const table of ['bozze_operatori', 'presenze'] as const)
      expect(await rig.house.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

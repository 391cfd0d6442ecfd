import { expect, test } from 'vitest';
import { callerOf, DAY, onOneInTurn, operatore, type Rig, sendSegnalazione } from '../../../../tests/rig.ts';

const HERE = { lat: 42.5, lon: 12.5 };
/** So many metres to the north. */
const north = (metres: number) => ({ lat: HERE.lat + metres / 111_320, lon: HERE.lon });

onOneInTurn('the reports near a point', (rig: Rig) => {
  let sent = 0;
  const send = (oggetto: string, over: Record<string, unknown> = {}) =>
    sendSegnalazione(callerOf(rig), { email: `anna${++sent}@esempio.it`, oggetto, ...HERE, ...over });
  const olga = () => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const nearby = async (fields: Record<string, unknown> = {}) =>
    await olga().call('segnalazioniVicine', { ente: 'borgo', codice: 'SF510', ...HERE, ...fields });
  const namesOf = ({ body }: { body: { data: { oggetto: string }[] } }) => body.data.map(({ oggetto }) => oggetto);

  test('are the open ones of the same type within 150 m, the nearest first, with the way to each', async () => {
    await send('a cento metri', north(100));
    const here = await send('qui');
    await send('più lontano', north(151));
    await send('a est', { lat: HERE.lat, lon: HERE.lon + 151 / (111_320 * Math.cos((HERE.lat * Math.PI) / 180)) });
    await send('di un altro tipo', { codice: 'SF410' });
    await send('di un altro ente', { ente: 'valle' });
    const closed = await send('chiusa', north(10));
    await olga().call('commenta', { ...closed, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });

    const answer = await nearby();
    expect(namesOf(answer)).toEqual(['qui', 'a cento metri']);
    expect(answer.body.data[0]).toMatchObject({ protocollo: here.protocollo, metri: 0, stato: 'Inviata' });
    expect(answer.body.data[1].metri).toBe(100);
    expect(answer.body.data[0].chat).toMatch(/^\/segnalazione\/chat\/operatore\/luce%40borgo\.example\//);
    expect(answer.body.data[0].chat).not.toContain(here.id);
    expect(namesOf(await nearby({ codice: 'SF410' }))).toEqual(['di un altro tipo']);
  });

  test('are at most five, and none from more than ninety days ago', async () => {
    await send('vecchia');
    rig.clock.pass(91 * DAY);
    expect(namesOf(await nearby())).toEqual([]);
    for (const metres of [50, 40, 30, 20, 10, 0]) await send(`a ${metres} m`, north(metres));
    expect(namesOf(await nearby())).toEqual(['a 0 m', 'a 10 m', 'a 20 m', 'a 30 m', 'a 40 m']);
  });

  test('are told of the operator’s own ente alone, and of a point on earth', async () => {
    for (const ente of ['valle', 'nessuno']) expect((await nearby({ ente })).status).toBe(404);
    expect((await nearby({ lat: 91 })).status).toBe(422);
    expect((await nearby({ lat: -90, lon: 180 })).body.data).toEqual([]);
  });
});

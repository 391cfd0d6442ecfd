import { expect, test } from 'vitest';
import { callerOf, DAY, MINUTE, onBoth, operatore, type Rig, sendSegnalazione } from '../../../../tests/rig.ts';

onBoth('the proof of service', (rig: Rig) => {
  let sent = 0;
  const send = (codice = 'SF510') => sendSegnalazione(callerOf(rig), { codice, email: `anna${++sent}@esempio.it` });
  const olga = () => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const close = (pratica: object) =>
    olga().call('commenta', { ...pratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
  const read = async (fields: object = {}) =>
    (await callerOf(rig).call('trasparenza', { ente: 'borgo', ...fields })).body;

  test('counts what arrived and was closed by month and type, with the days that it took', async () => {
    const all: object[] = [];
    for (let n = 0; n < 6; n++) all.push(await send());
    for (let n = 0; n < 2; n++) await send('SF410');
    // Five are closed after 1, 2, 3, 4 and 40 days: the last one after its day.
    for (const [n, days] of [1, 1, 1, 1, 36].entries()) {
      rig.clock.pass(days * DAY);
      await close(all[n] as object);
    }
    const { data } = await read();
    expect(data.totale).toEqual({
      ricevute: 8,
      chiuse: 5,
      entro_termine: 80,
      risposta: 3,
      risposta_90: 22,
      chiusura: 3,
      chiusura_90: 22,
    });
    expect(data.tipi.map(({ nome, ricevute }: { nome: string; ricevute: number }) => [nome, ricevute])).toEqual([
      ['Illuminazione e lampade votive', 6],
      ['Altri tipi', 2],
    ]);
    expect([data.mesi.length, data.mesi.at(-1).mese]).toEqual([12, '2026-12']);
    expect(data.mesi.at(-2)).toMatchObject({ mese: '2026-11', ricevute: 8 });
  });

  test('tells no days of fewer than five, and nothing of another municipality', async () => {
    await close(await send());
    expect((await read()).data.totale).toEqual({ ricevute: 1, chiuse: 1 });
    expect((await read({ ente: 'valle' })).data.totale).toEqual({ ricevute: 0, chiuse: 0 });
    expect((await callerOf(rig).call('trasparenza', { ente: 'nessuno' })).status).toBe(404);
    expect(Object.keys((await read({ mesi: '7' })).errors)).toEqual(['mesi']);
  });

  test('can be had as a sheet, without a name, and is counted anew after ten minutes', async () => {
    rig.clock.pass(11 * MINUTE);
    await send();
    const answer = await callerOf(rig).call('esportaTrasparenza', { ente: 'borgo' });
    const rows = answer.bytes.toString().trim().split('\r\n');
    expect(rows[0]).toContain('Per;Voce;Ricevute;Concluse');
    expect(rows[1]).toBe('totale;;1;0;;;;;');
    expect(answer.bytes.toString()).not.toMatch(/Anna|Bianchi|esempio\.it/);
  });
});

import { expect, test } from 'vitest';
import { callerOf, MINUTE, onOneInTurn, operatore, type Rig, sendToOffice } from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import { presenzaInWords } from './presenza-words.ts';

const named = (rig: Rig, id: string, nome: string) =>
  callerOf(rig, { user: { ...operatore('borgo'), id, nome, cognome: 'Neri' } });

onOneInTurn('an operator who has a case open', (rig) => {
  test('reads which colleagues have it open, since when, and whether they write; two minutes after the last sign they are gone', async () => {
    const [olga, piero] = [named(rig, 'olga', 'Olga'), named(rig, 'piero', 'Piero')];
    const { ufficio: id } = await sendToOffice(rig);
    const seenBy = async (who: typeof olga) => (await who.call('presenzaPratica', { id })).body.data.altri;
    expect(await seenBy(olga)).toEqual([]);
    rig.clock.pass(MINUTE);
    await seenBy(olga);
    rig.clock.pass(MINUTE);
    expect(await seenBy(piero)).toEqual([{ nome: 'Olga Neri', minuti: 2, scrive: false }]);
    await olga.call('salvaBozzaOperatore', { id, azione: 'rispondi', testo: 'Gentile' });
    expect(await seenBy(piero)).toEqual([{ nome: 'Olga Neri', minuti: 2, scrive: true }]);
    await olga.call('commenta', { id, email: '', vista: 'operatore', testo: 'Gentile' });
    expect(await seenBy(piero)).toMatchObject([{ scrive: false }]);
    rig.clock.pass(3 * MINUTE);
    expect(await seenBy(piero)).toEqual([]);
    // An operator who comes back begins anew.
    await seenBy(olga);
    expect(await seenBy(piero)).toEqual([{ nome: 'Olga Neri', minuti: 0, scrive: false }]);
    rig.clock.pass(3 * MINUTE);
    await deleteLapsed(rig.house);
    expect(await rig.house.db.selectFrom('presenze').selectAll().execute()).toEqual([]);
  });

  test('is written when they come, and then once in ten seconds, however often the page is opened', async () => {
    const olga = named(rig, 'olga', 'Olga');
    const { ufficio: id } = await sendToOffice(rig);
    const writtenAfter = async (ms: number) => {
      rig.clock.pass(ms);
      await olga.call('presenzaPratica', { id });
      const { visto } = await rig.house.db.selectFrom('presenze').select('visto').executeTakeFirstOrThrow();
      return Number(visto);
    };
    const came = await writtenAfter(0);
    expect(await writtenAfter(9_000)).toBe(came);
    expect(await writtenAfter(1_000)).toBe(came + 10_000);
  });

  test('is named to no citizen, in no answer of the case', async () => {
    const { id, email, ufficio } = await sendToOffice(rig);
    await named(rig, 'zoe', 'Zoe').call('presenzaPratica', { id: ufficio });
    const citizen = callerOf(rig);
    expect((await citizen.call('presenzaPratica', { id })).status).toBe(401);
    const seen = await citizen.call('dettaglioPratica', { id, email });
    expect([seen.status, JSON.stringify(seen.body).includes('Zoe')]).toEqual([200, false]);
  });
});

test.each([
  [[], ''],
  [[{ nome: 'Olga Neri', minuti: 0, scrive: false }], 'Anche Olga Neri sta guardando questa pratica (da poco).'],
  [
    [{ nome: 'Olga Neri', minuti: 2, scrive: true }],
    'Anche Olga Neri sta guardando questa pratica (da 2 minuti) e sta scrivendo.',
  ],
])('the colleagues %j are told as «%s»', (others, words) => {
  expect(presenzaInWords(others)).toBe(words);
});

import { expect, test } from 'vitest';
import { onBoth, type Rig } from '../../tests/rig.ts';
import { createSigner } from '../platform/signer.server.ts';
import { acceptSecrets, checkSecrets } from './secret.server.ts';

const [OLD, NEW, NEWER] = ['vecchio', 'nuovo', 'ultimo'].map((name) => name.repeat(8)) as [string, string, string];

onBoth('a store and the secrets it is used with', (rig) => {
  const start = (...secrets: string[]) => checkSecrets(rig.house.db, createSigner(secrets));
  const fresh = ({ house }: Rig) => house.db.deleteFrom('portale').where('chiave', '=', 'segreti').execute();
  const REFUSED = /^PORTAL_SECRET non è quello con cui .*PORTAL_SECRET=nuovo,precedente.*data -- secret\.$/;

  test('a host with another secret is refused, in one sentence that says what to do, as often as it tries', async () => {
    await fresh(rig);
    await start(OLD);
    for (let n = 0; n < 2; n++) await expect(start(NEW)).rejects.toThrow(REFUSED);
    await start(OLD);
  });

  test.each([
    ['at once', [[NEW, OLD], [NEW]]],
    ['known everywhere before it signs', [[OLD, NEW], [NEW, OLD], [NEW]]],
    ['while a host that has only the old one starts again', [[NEW, OLD], [OLD], [NEW, OLD], [NEW, OLD], [NEW]]],
    ['taken back', [[NEW, OLD], [OLD], [NEWER, OLD], [NEWER]]],
    ['twice', [[NEW, OLD], [NEWER, NEW, OLD], [NEWER, NEW], [NEWER]]],
  ])('a secret is replaced: %s', async (_how, starts) => {
    await fresh(rig);
    await start(OLD);
    for (const secrets of starts) await start(...secrets);
    await expect(start('del tutto un altro segreto, abbastanza lungo')).rejects.toThrow(REFUSED);
  });

  test('after the old one was removed, it alone is refused', async () => {
    await fresh(rig);
    for (const secrets of [[OLD], [NEW, OLD], [NEW]]) await start(...secrets);
    await expect(start(OLD)).rejects.toThrow(REFUSED);
  });

  test('to share a retired secret is not enough: neither would know what the other signs', async () => {
    await fresh(rig);
    await start(NEW, OLD);
    await expect(start(NEWER, OLD)).rejects.toThrow(REFUSED);
  });

  test('of two hosts that make the mark at once with different secrets, one is refused', async () => {
    await fresh(rig);
    const other = await rig.otherHost();
    const both = await Promise.allSettled([start(OLD), checkSecrets(other.db, createSigner([NEW]))]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a lost secret can be given up', async () => {
    await fresh(rig);
    await start(OLD);
    await acceptSecrets(rig.house.db, createSigner([NEW]));
    await start(NEW);
    await expect(start(OLD)).rejects.toThrow(REFUSED);
  });

  test('no secret is in the store', async () => {
    await fresh(rig);
    await start(NEW, OLD);
    const dump = await rig.dump();
    for (const secret of [OLD, NEW]) expect(dump).not.toContain(secret);
    const { valore } = await rig.house.db
      .selectFrom('portale')
      .select('valore')
      .where('chiave', '=', 'segreti')
      .executeTakeFirstOrThrow();
    expect(valore).toMatch(/^[\w-]{43} [\w-]{43}$/);
  });
});

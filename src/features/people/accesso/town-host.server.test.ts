import { expect, test } from 'vitest';
import { callerOf, ENTI, onOneInTurn, sendSegnalazione } from '../../../../tests/rig.ts';
import { siteUrl } from '../../cases/ente/ente.server.ts';
import { hostMark, originOfState } from './town-host.server.ts';

const TOWN = ENTI.borgo.host as string;

onOneInTurn('on the host name of a municipality', (rig) => {
  const townSite = () => siteUrl(rig.house.settings, TOWN);
  const sendOn = async (host: string | undefined, email: string) => {
    const caller = callerOf(rig, { ...(host && { host }) });
    await sendSegnalazione(caller, { email });
    while ((await rig.deliver()) > 0);
    return rig.mails.filter(({ text }) => text.includes('/segnalazione/chat/')).map(({ text }) => text);
  };

  test('the state of a login says where it began, in letters and digits', async () => {
    const mark = await hostMark(rig.house, TOWN);
    expect(mark).toMatch(/^[a-z0-9]{12}$/);
    expect(await originOfState(rig.house, `stato${mark}`, new URL(rig.house.settings.publicUrl).hostname)).toBe(
      townSite(),
    );
  });

  test('the answer of the provider is not handed on once it is there', async () => {
    expect(await originOfState(rig.house, `stato${await hostMark(rig.house, TOWN)}`, TOWN)).toBeNull();
  });

  test('the answer of the provider is handed on to no host but those of the municipalities', async () => {
    for (const host of ['evil.example', 'www.borgo.example', new URL(rig.house.settings.publicUrl).hostname])
      expect([host, await hostMark(rig.house, host)]).toEqual([host, '']);
    for (const state of ['', 'stato', 'uscito', 'statoevil.example', `stato${TOWN}`])
      expect([state, await originOfState(rig.house, state, 'portale.example')]).toEqual([state, null]);
  });

  test('a case that is sent there has links to it in the mails of both sides', async () => {
    const mails = await sendOn(TOWN, 'anna@esempio.it');
    expect(mails).toHaveLength(2);
    for (const text of mails) expect(text).toContain(`${townSite()}/segnalazione/chat/`);
  });

  test('a case that is sent on the portal’s host, or on one that is no municipality’s, has links to the portal', async () => {
    for (const [host, email] of [
      [undefined, 'anna@esempio.it'],
      ['evil.example', 'bruno@esempio.it'],
    ] as const) {
      for (const text of await sendOn(host, email)) {
        expect(text).toContain(`${rig.house.settings.publicUrl}/segnalazione/chat/`);
        expect(text).not.toContain('evil.example');
      }
    }
  });

  test('the mails lead to the portal again when the municipality has given up its host', async () => {
    const caller = callerOf(rig, { host: TOWN });
    await sendSegnalazione(caller, { email: 'anna@esempio.it' });
    await rig.house.db.updateTable('pratiche').set({ host: 'vecchio.example' }).execute();
    while ((await rig.deliver()) > 0);
    const mails = rig.mails.filter(({ text }) => text.includes('/segnalazione/chat/'));
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) expect(text).toContain(`${rig.house.settings.publicUrl}/segnalazione/chat/`);
  });
});

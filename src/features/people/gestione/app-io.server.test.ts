import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { type AppIoServer, appIoServer } from '../../../../tests/doubles/app-io-server.ts';
import { onOneInTurn } from '../../../../tests/rig.ts';
import { httpAppIo } from '../../../adapters/app-io/http.server.ts';
import { callOutside } from '../../../platform/outside.server.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import { changeChiave, findChiaveFor } from '../../cases/app-io/app-io.db.ts';
import { openIoKey, resealIoKeys, sealIoKey } from '../../cases/app-io/chiavi-io.server.ts';

const KEY = 'chiave-di-app-io-0123456789';
const [OLD, NEW] = ['v'.repeat(32), 'n'.repeat(32)];

onOneInTurn('the keys of App IO of an ente', (rig) => {
  let io: AppIoServer;
  beforeEach(async () => {
    io = await appIoServer();
    rig.house.appIo = httpAppIo({ url: io.url, call: (asked) => callOutside(asked, ['127.0.0.0/8']) });
  });
  afterEach(async () => {
    await io.close();
    rig.house.appIo = undefined;
  });

  const keyRows = () => rig.house.db.selectFrom('chiavi_io').selectAll().execute();

  test('are written for a service or all others when IO takes them; no answer and no table has one', async () => {
    const { call } = await loginAdministrator(rig);
    expect((await call('appIoEnte')).body.data).toEqual({ attiva: true, chiavi: [], messaggi: [] });
    const saved = await call('salvaChiaveIo', { servizio: '*', chiave: KEY });
    expect(saved.status).toBe(200);
    expect((await call('salvaChiaveIo', { servizio: 'SF510', chiave: `luce-${KEY}` })).status).toBe(200);
    expect(io.calls()).toEqual(['POST /profiles', 'POST /profiles']);
    const answers = [saved, await call('appIoEnte'), await call('modificheEnte')];
    const chiave = { finale: '6789', scritta: '2026-11-20T09:00:00.000Z', si_legge: true };
    expect(answers[1]?.body.data.chiavi).toMatchObject([
      { servizio: '*', chiave, errore: null },
      { servizio: 'SF510', chiave, errore: null },
    ]);
    expect(answers[2]?.body.data.modifiche[1]).toMatchObject({ oggetto: 'App IO: tutti gli altri servizi' });
    for (const { bytes } of answers) expect(bytes.toString()).not.toContain(KEY);
    expect(await rig.dump()).not.toContain(KEY);
  });

  test.each([
    ['a key that IO does not know', { servizio: '*', chiave: `sbagliata-${KEY}` }, 'chiave'],
    ['a key that may not write', { servizio: '*', chiave: `sospesa-${KEY}` }, 'chiave'],
    ['no key', { servizio: '*', chiave: '' }, 'chiave'],
    ['a short key', { servizio: '*', chiave: 'corta' }, 'chiave'],
    ['no service', { servizio: '', chiave: KEY }, 'servizio'],
    ['a service that the ente does not have', { servizio: 'SF999', chiave: KEY }, 'servizio'],
  ])('are refused beside their field: %s', async (_, fields, field) => {
    const { call } = await loginAdministrator(rig);
    const refused = await call('salvaChiaveIo', fields);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    expect(await keyRows()).toEqual([]);
  });

  test('are not saved while IO cannot be asked, in words that say so', async () => {
    const { call } = await loginAdministrator(rig);
    await io.conduct('is away');
    const refused = await call('salvaChiaveIo', { servizio: '*', chiave: KEY });
    expect([refused.status, refused.body.message]).toEqual([
      503,
      expect.stringContaining('non abbiamo salvato niente'),
    ]);
    expect(await keyRows()).toEqual([]);
  });

  test('are taken away, and never come back by themselves', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    await call('salvaChiaveIo', { servizio: '*', chiave: KEY });
    expect((await call('togliChiaveIo', { servizio: 'SF510' })).status).toBe(404);
    expect((await call('togliChiaveIo', { servizio: '*' })).status).toBe(200);
    expect(await keyRows()).toEqual([]);
    expect((await takeBackLast()).status).toBe(409);
  });

  test('are sealed anew at the first start with a new secret, and asked for when they are lost', async () => {
    const { call } = await loginAdministrator(rig);
    const { db } = rig.house;
    await call('salvaChiaveIo', { servizio: '*', chiave: KEY });
    const of = { ente: 'borgo', servizio: '*' };
    const [row] = await keyRows();
    if (row) await changeChiave(db, row, { chiave: sealIoKey(createSigner([OLD]), of, KEY).chiave });
    expect((await call('appIoEnte')).body.data.chiavi).toMatchObject([{ chiave: { si_legge: false } }]);
    await resealIoKeys({ db, signer: createSigner([NEW, OLD]) });
    const found = await findChiaveFor(db, 'borgo', 'SF510');
    expect(found && openIoKey(createSigner([NEW]), found)).toBe(KEY);
  });

  test('are not offered on a portal that does not write to App IO', async () => {
    const { call } = await loginAdministrator(rig);
    rig.house.appIo = undefined;
    expect((await call('appIoEnte')).body.data.attiva).toBe(false);
    expect((await call('salvaChiaveIo', { servizio: '*', chiave: KEY })).status).toBe(409);
  });
});

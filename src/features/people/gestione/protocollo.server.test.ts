import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import type { ProtocolPort } from '../../../platform/protocol.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import {
  openProtocolKey,
  resealProtocolKeys,
  sealProtocolKey,
} from '../../cases/protocollo/sistema-protocollo.server.ts';

const KEY = 'chiave-del-protocollo-0123456789';
const REST = { sistema: 'rest', indirizzo: 'https://protocollo.borgo.example/api', chiave: KEY };
/** Nothing is asked of it here. */
const idle: ProtocolPort = { handOver: async () => undefined, register: async () => undefined };
const [OLD, NEW] = ['v'.repeat(32), 'n'.repeat(32)];

onOneInTurn('how an ente registers its cases', (rig) => {
  const withSystems = async (rig: Rig) => {
    rig.house.protocol = { rest: idle, cartella: idle };
    return loginAdministrator(rig);
  };

  test('is read and written by its administrator; the key is in no answer and no table', async () => {
    const { call } = await withSystems(rig);
    expect((await call('protocolloEnte')).body.data).toMatchObject({
      offerti: ['nessuno', 'mano', 'rest', 'cartella'],
      sistema: 'nessuno',
      chiave: null,
      in_attesa: 0,
    });
    const saved = await call('salvaProtocollo', { ...REST, servizi: ['SF510'], messaggi: 'on', classifica: '10.4' });
    expect(saved.status).toBe(200);
    const answers = [saved, await call('protocolloEnte'), await call('modificheEnte')];
    expect(answers[1]?.body.data).toMatchObject({
      sistema: 'rest',
      indirizzo: REST.indirizzo,
      chiave: { finale: '6789', scritta: '2026-11-20T09:00:00.000Z', si_legge: true },
      servizi: ['SF510'],
      messaggi: true,
      classifica: '10.4',
    });
    for (const { bytes } of answers) expect(bytes.toString()).not.toContain(KEY);
    expect(await rig.dump()).not.toContain(KEY);
  });

  test('keeps its key when none is written, and stands among the changes in words', async () => {
    const { call } = await withSystems(rig);
    await call('salvaProtocollo', REST);
    expect((await call('salvaProtocollo', { ...REST, chiave: undefined, messaggi: 'on' })).status).toBe(200);
    const row = await rig.house.db.selectFrom('sistemi_protocollo').selectAll().executeTakeFirstOrThrow();
    expect(openProtocolKey(rig.house.signer, row)).toBe(KEY);
    const [second, first] = (await call('modificheEnte')).body.data.modifiche;
    expect(second).toMatchObject({
      oggetto: 'Protocollo',
      valori: [{ campo: 'Anche i messaggi', prima: 'no', dopo: 'sì' }],
    });
    expect(first.valori).toContainEqual({ campo: 'Chiave, ultimi caratteri', prima: '', dopo: '6789' });
  });

  test.each([
    ['a system without an address', { sistema: 'rest', chiave: KEY }, 'indirizzo'],
    ['a system without a key', { ...REST, chiave: undefined }, 'chiave'],
    ['a short key', { ...REST, chiave: 'corta' }, 'chiave'],
    ['an address with a password', { ...REST, indirizzo: 'https://a:b@protocollo.example' }, 'indirizzo'],
    ['an address of another kind', { ...REST, indirizzo: 'file:///etc/passwd' }, 'indirizzo'],
    ['files without the codes of the ente', { sistema: 'cartella', chiave: KEY }, 'codice_ipa'],
    ['a code that no index has', { ...REST, codice_ipa: 'c h501' }, 'codice_ipa'],
    ['a service that the ente does not have', { ...REST, servizi: ['SF999'] }, 'servizi'],
    ['a way that does not exist', { sistema: 'piccione' }, 'sistema'],
  ])('is refused beside its field: %s', async (_, fields, field) => {
    const { call } = await withSystems(rig);
    const refused = await call('salvaProtocollo', fields);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, expect.arrayContaining([field])]);
    expect(await rig.house.db.selectFrom('sistemi_protocollo').selectAll().execute()).toEqual([]);
  });

  test('is refused where the portal has no place for files', async () => {
    const { call } = await loginAdministrator(rig);
    rig.house.protocol = { rest: idle };
    const fields = { sistema: 'cartella', chiave: KEY, codice_ipa: 'c_b999', codice_aoo: 'AB12' };
    expect((await call('salvaProtocollo', fields)).body.errors).toHaveProperty('sistema');
    rig.house.protocol = { rest: idle, cartella: idle };
    expect((await call('salvaProtocollo', fields)).status).toBe(200);
  });

  test('written over what another administrator has changed meanwhile is refused, with the name', async () => {
    const { call } = await withSystems(rig);
    const { visti } = (await call('protocolloEnte')).body.data;
    await call('salvaProtocollo', { sistema: 'mano' });
    const late = await call('salvaProtocollo', { ...REST, visti });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Zita Rossi')]);
    expect(late.bytes.toString()).not.toContain(KEY);
  });

  test('can be taken back, but for a key that was replaced', async () => {
    const { call, takeBackLast } = await withSystems(rig);
    await call('salvaProtocollo', { sistema: 'mano' });
    await call('salvaProtocollo', { sistema: 'mano', messaggi: 'on' });
    expect((await takeBackLast()).status).toBe(200);
    expect((await call('protocolloEnte')).body.data.messaggi).toBe(false);
    await call('salvaProtocollo', REST);
    rig.clock.pass(1000);
    await call('salvaProtocollo', { ...REST, chiave: `un-altra-${KEY}` });
    expect((await takeBackLast()).status).toBe(409);
  });

  test('has its key sealed anew at the first start with a new secret, and asks for one that is lost', async () => {
    const { call } = await withSystems(rig);
    const { db } = rig.house;
    await call('salvaProtocollo', REST);
    await db
      .updateTable('sistemi_protocollo')
      .set(sealProtocolKey(createSigner([OLD]), 'borgo', KEY))
      .execute();
    expect((await call('protocolloEnte')).body.data.chiave).toMatchObject({ finale: '6789', si_legge: false });
    await resealProtocolKeys({ db, signer: createSigner([NEW, OLD]) });
    const row = await db.selectFrom('sistemi_protocollo').selectAll().executeTakeFirstOrThrow();
    expect(openProtocolKey(createSigner([NEW]), row)).toBe(KEY);
    expect((await call('salvaProtocollo', { ...REST, chiave: undefined })).body.errors).toHaveProperty('chiave');
  });
});

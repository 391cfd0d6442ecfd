import { expect, test } from 'vitest';
import { ANNA, BRUNO_CODICE, LETTERA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, HOUR, onOneInTurn, operatore, type Rig } from '../../../../tests/rig.ts';
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import { findOpenDocumenti, findOpenPosizione } from './posizioni-open.server.ts';

const ctxOf = ({ house }: Rig, user: LoggedInUser | null, visitor: string | null = 'nessuno') =>
  ({ house, db: house.db, now: house.now(), user, visitor }) as CallContext;
const closed = { code: 'not_found' };

onOneInTurn('a position opened by its codes', (rig) => {
  test('a position opened by its codes is open to this visitor for an hour, and to no other visitor', async () => {
    const borgo = await writePosizione(rig);
    const { numero } = await writeDocumento(rig, borgo);
    const guest = callerOf(rig);
    expect((await guest.call('controllaPosizione', LETTERA)).status).toBe(200);

    const mine = () => ctxOf(rig, null, guest.visitor);
    expect((await findOpenPosizione(mine(), borgo.id, 'presenta')).codice_utente).toBe(LETTERA.codice_utente);
    expect((await findOpenDocumenti(mine(), 'TARMB', [numero], 'presenta')).map((d) => d.numero)).toEqual([numero]);
    for (const other of [ctxOf(rig, null, 'altro'), ctxOf(rig, null, null), ctxOf(rig, ANNA, guest.visitor)]) {
      await expect(findOpenPosizione(other, borgo.id, 'presenta')).rejects.toMatchObject(closed);
      await expect(findOpenDocumenti(other, 'TARMB', [numero], 'presenta')).rejects.toMatchObject(closed);
    }
    rig.clock.pass(HOUR - 1);
    await deleteLapsed(rig.house);
    expect((await findOpenPosizione(mine(), borgo.id, 'presenta')).id).toBe(borgo.id);
    rig.clock.pass(1);
    await expect(findOpenPosizione(mine(), borgo.id, 'presenta')).rejects.toMatchObject(closed);
    await expect(findOpenDocumenti(mine(), 'TARMB', [numero], 'presenta')).rejects.toMatchObject(closed);
    await deleteLapsed(rig.house);
    expect(await rig.house.db.selectFrom('concessioni').selectAll().execute()).toEqual([]);
  });

  test('codes that are typed again open the position for another hour', async () => {
    const borgo = await writePosizione(rig);
    const guest = callerOf(rig);
    await guest.call('controllaPosizione', LETTERA);
    rig.clock.pass(HOUR - 1);
    await guest.call('controllaPosizione', LETTERA);
    rig.clock.pass(HOUR - 1);
    expect((await findOpenPosizione(ctxOf(rig, null, guest.visitor), borgo.id, 'presenta')).id).toBe(borgo.id);
  });

  test('a position that a citizen opens after logging in is open to their account on every device', async () => {
    const borgo = await writePosizione(rig);
    await callerOf(rig, { user: ANNA }).call('controllaPosizione', LETTERA);
    expect((await findOpenPosizione(ctxOf(rig, ANNA, 'altro telefono'), borgo.id, 'presenta')).id).toBe(borgo.id);
    await expect(findOpenPosizione(ctxOf(rig, BRUNO_CODICE), borgo.id, 'presenta')).rejects.toMatchObject(closed);
  });

  test('a position that its owner removes is closed, even when they opened it by its codes as well', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const { numero } = await writeDocumento(rig, borgo);
    const anna = callerOf(rig, { user: ANNA });
    await anna.call('controllaPosizione', LETTERA);
    await anna.call('togliPosizione', { id: borgo.id });
    await expect(findOpenPosizione(ctxOf(rig, ANNA), borgo.id, 'presenta')).rejects.toMatchObject(closed);
    await expect(findOpenDocumenti(ctxOf(rig, ANNA), 'TARMB', [numero], 'presenta')).rejects.toMatchObject(closed);
  });
});

onOneInTurn('one’s own position', (rig) => {
  test('a citizen’s login opens their own positions to them alone; an operator’s tax code opens nothing', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const { numero } = await writeDocumento(rig, borgo, { scadenza: '2026-11-19' });
    expect(await findOpenPosizione(ctxOf(rig, ANNA), borgo.id, 'presenta')).not.toHaveProperty('controllo');
    expect((await findOpenDocumenti(ctxOf(rig, ANNA), 'TARMB', [numero], 'presenta'))[0]?.stato).toBe('scaduto');
    const clerk = { ...operatore('borgo'), codice_fiscale: ANNA.codice_fiscale };
    for (const user of [BRUNO_CODICE, clerk, null]) {
      await expect(findOpenPosizione(ctxOf(rig, user), borgo.id, 'presenta')).rejects.toMatchObject(closed);
      await expect(findOpenDocumenti(ctxOf(rig, user), 'TARMB', [numero], 'presenta')).rejects.toMatchObject(closed);
    }
  });

  test('documents come in the order asked for, all or none, and only of the system asked for', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const his = await writePosizione(rig, { codice_utente: 'ZZ' }, [BRUNO_CODICE.codice_fiscale]);
    for (const numero of ['A-1', 'A-2', 'A-3']) await writeDocumento(rig, borgo, { numero });
    await writeDocumento(rig, his, { numero: 'B-1' });
    const asked = (sistema: string, ...numeri: string[]) =>
      findOpenDocumenti(ctxOf(rig, ANNA), sistema, numeri, 'presenta').then((found) => found.map((d) => d.numero));
    expect(await asked('TARMB', 'A-3', 'A-1', 'A-3')).toEqual(['A-3', 'A-1']);
    for (const [sistema, ...numeri] of [
      ['TARMB', 'A-1', 'B-1'],
      ['TARMB', 'A-1', 'A-9'],
      ['ICP', 'A-1'],
      ['TARMB', "A-1' OR '1'='1"],
      ['TARMB', '%'],
      ['TARMB\0', 'A-1'],
      ['TARMB', 'A-1\0'],
      ['http://169.254.169.254/', 'A-1'],
      ['TARMB', ...Array.from({ length: 101 }, (_, i) => `A-${i}`)],
    ] as [string, ...string[]][]) {
      await expect(asked(sistema, ...numeri)).rejects.toMatchObject(closed);
    }
    for (const id of ["' OR 1=1", '\0', '*', 'x'.repeat(1000)]) {
      await expect(findOpenPosizione(ctxOf(rig, ANNA), id, 'presenta')).rejects.toMatchObject(closed);
    }
  });

  test('document numbers that two enti use name the documents of the ente that has them all', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const valle = await writePosizione(rig, { ente: 'valle' }, [ANNA.codice_fiscale]);
    await writeDocumento(rig, borgo, { numero: '1' });
    for (const numero of ['1', '2']) await writeDocumento(rig, valle, { numero });
    const asked = async (...numeri: string[]) =>
      (await findOpenDocumenti(ctxOf(rig, ANNA), 'TARMB', numeri, 'presenta')).map((d) => d.ente);
    expect(await asked('1', '2')).toEqual(['valle', 'valle']);
    expect(await asked('1')).toEqual(['borgo']);
  });
});

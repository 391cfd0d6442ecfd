import { expect, test } from 'vitest';
import { ANNA, BRUNO, LETTERA, scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import { caller, HOUR, onBoth, operatore, type Rig } from '../../../../tests/rig.ts';
import type { Ctx, User } from '../../../context.ts';
import { tidy } from '../../../housekeeping.server.ts';
import { documentiAperti, posizioneAperta } from './aperte.server.ts';

const ctxOf = ({ house }: Rig, user: User | null, visitor: string | null = 'nessuno') =>
  ({ house, db: house.db, now: house.now(), user, visitor }) as Ctx;
const closed = { code: 'not_found' };

onBoth('a position opened by its codes', (rig) => {
  test('is open to this visitor for an hour, to nobody else, and then to nobody', async () => {
    const borgo = await scriviPosizione(rig);
    const { numero } = await scriviDocumento(rig, borgo);
    const guest = caller(rig);
    expect((await guest.call('controllaPosizione', LETTERA)).status).toBe(200);

    const mine = () => ctxOf(rig, null, guest.visitor);
    expect((await posizioneAperta(mine(), borgo.id)).codice_utente).toBe(LETTERA.codice_utente);
    expect((await documentiAperti(mine(), 'TARMB', [numero])).map((d) => d.numero)).toEqual([numero]);
    for (const other of [ctxOf(rig, null, 'altro'), ctxOf(rig, null, null), ctxOf(rig, ANNA, guest.visitor)]) {
      await expect(posizioneAperta(other, borgo.id)).rejects.toMatchObject(closed);
      await expect(documentiAperti(other, 'TARMB', [numero])).rejects.toMatchObject(closed);
    }
    rig.clock.pass(HOUR - 1);
    await tidy(rig.house);
    expect((await posizioneAperta(mine(), borgo.id)).id).toBe(borgo.id);
    rig.clock.pass(1);
    await expect(posizioneAperta(mine(), borgo.id)).rejects.toMatchObject(closed);
    await expect(documentiAperti(mine(), 'TARMB', [numero])).rejects.toMatchObject(closed);
    await tidy(rig.house);
    expect(await rig.house.db.selectFrom('concessioni').selectAll().execute()).toEqual([]);
  });

  test('checked again is open for another hour', async () => {
    const borgo = await scriviPosizione(rig);
    const guest = caller(rig);
    await guest.call('controllaPosizione', LETTERA);
    rig.clock.pass(HOUR - 1);
    await guest.call('controllaPosizione', LETTERA);
    rig.clock.pass(HOUR - 1);
    expect((await posizioneAperta(ctxOf(rig, null, guest.visitor), borgo.id)).id).toBe(borgo.id);
  });

  test('by somebody who logged in is open to their account, on every device', async () => {
    const borgo = await scriviPosizione(rig);
    await caller(rig, { user: ANNA }).call('controllaPosizione', LETTERA);
    expect((await posizioneAperta(ctxOf(rig, ANNA, 'altro telefono'), borgo.id)).id).toBe(borgo.id);
    await expect(posizioneAperta(ctxOf(rig, BRUNO), borgo.id)).rejects.toMatchObject(closed);
  });

  test('and removed from one’s own is closed on both ways', async () => {
    const borgo = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    const { numero } = await scriviDocumento(rig, borgo);
    const anna = caller(rig, { user: ANNA });
    await anna.call('controllaPosizione', LETTERA);
    await anna.call('togliPosizione', { id: borgo.id });
    await expect(posizioneAperta(ctxOf(rig, ANNA), borgo.id)).rejects.toMatchObject(closed);
    await expect(documentiAperti(ctxOf(rig, ANNA), 'TARMB', [numero])).rejects.toMatchObject(closed);
  });
});

onBoth('one’s own position', (rig) => {
  test('is open by login, to its holder alone; an operator’s tax code opens nothing', async () => {
    const borgo = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    const { numero } = await scriviDocumento(rig, borgo, { scadenza: '2026-11-19' });
    expect(await posizioneAperta(ctxOf(rig, ANNA), borgo.id)).not.toHaveProperty('controllo');
    expect((await documentiAperti(ctxOf(rig, ANNA), 'TARMB', [numero]))[0]?.stato).toBe('scaduto');
    const clerk = { ...operatore('borgo'), codice_fiscale: ANNA.codice_fiscale };
    for (const user of [BRUNO, clerk, null]) {
      await expect(posizioneAperta(ctxOf(rig, user), borgo.id)).rejects.toMatchObject(closed);
      await expect(documentiAperti(ctxOf(rig, user), 'TARMB', [numero])).rejects.toMatchObject(closed);
    }
  });

  test('documents come in the order asked for, all or none, and only of the system asked for', async () => {
    const borgo = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    const his = await scriviPosizione(rig, { codice_utente: 'ZZ' }, [BRUNO.codice_fiscale]);
    for (const numero of ['A-1', 'A-2', 'A-3']) await scriviDocumento(rig, borgo, { numero });
    await scriviDocumento(rig, his, { numero: 'B-1' });
    const asked = (sistema: string, ...numeri: string[]) =>
      documentiAperti(ctxOf(rig, ANNA), sistema, numeri).then((found) => found.map((d) => d.numero));
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
      await expect(posizioneAperta(ctxOf(rig, ANNA), id)).rejects.toMatchObject(closed);
    }
  });

  test('numbers that two bodies use are those of the body that has them all', async () => {
    const borgo = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    const valle = await scriviPosizione(rig, { ente: 'valle' }, [ANNA.codice_fiscale]);
    await scriviDocumento(rig, borgo, { numero: '1' });
    for (const numero of ['1', '2']) await scriviDocumento(rig, valle, { numero });
    const asked = async (...numeri: string[]) =>
      (await documentiAperti(ctxOf(rig, ANNA), 'TARMB', numeri)).map((d) => d.ente);
    expect(await asked('1', '2')).toEqual(['valle', 'valle']);
    expect(await asked('1')).toEqual(['borgo']);
  });
});

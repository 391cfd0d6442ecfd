import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { onOneInTurn } from '../../../../tests/rig.ts';
import { ctxOf } from '../../../context.ts';
import { admitProgramma } from '../../cases/programma/programma.server.ts';

const APP = { nome: 'App dei lampioni', email: 'app@esempio.it' };

onOneInTurn('the programs that send reports', (rig) => {
  test('get a key that is answered once, and of which the store has the hash alone', async () => {
    const { call } = await loginAdministrator(rig);
    const made = await call('creaProgramma', { ...APP, garantisce: true });
    const { id, chiave } = made.body.data;
    expect([made.status, chiave]).toEqual([201, expect.stringMatching(/^[\w-]{24}$/)]);
    expect(await rig.dump()).not.toContain(chiave);
    expect((await call('programmiEnte')).body.data.programmi).toEqual([
      {
        id,
        ...APP,
        garantisce: true,
        all_ora: 100,
        al_giorno: 1000,
        permessi: ['segnalazioni:invia'],
        servizi: [],
        reti: [],
        fino_al: null,
        client_id: null,
        creato: '2026-11-20T09:00:00.000Z',
        prima_fino: null,
        usato: null,
        revocato: null,
        webhook: [],
      },
    ]);
    expect((await admitProgramma(ctxOf(rig.house), 'borgo', chiave)).id).toBe(id);
    await expect(admitProgramma(ctxOf(rig.house), 'valle', chiave)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('are revoked for good: no change that is taken back makes a key valid again', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    const { id, chiave } = (await call('creaProgramma', APP)).body.data;
    expect((await call('revocaProgramma', { programma: id })).status).toBe(200);
    const admit = () => admitProgramma(ctxOf(rig.house), 'borgo', chiave);
    await expect(admit()).rejects.toMatchObject({ code: 'forbidden' });
    const back = await takeBackLast();
    expect([back.status, back.body.message]).toEqual([409, expect.stringContaining('creane una nuova')]);
    await expect(admit()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('stand among the changes, and a key that is taken back is revoked', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    const { id } = (await call('creaProgramma', APP)).body.data;
    const [change] = (await call('modificheEnte')).body.data.modifiche;
    expect(change.oggetto).toBe('Chiave del programma «App dei lampioni»');
    expect(change.valori.map(({ campo, dopo }: { campo: string; dopo: string }) => [campo, dopo])).toEqual([
      ['Nome', 'App dei lampioni'],
      ['E-mail', 'app@esempio.it'],
      ['Permessi', 'segnalazioni:invia'],
      ['Garantisce gli indirizzi dei cittadini', 'no'],
      ['Segnalazioni all’ora', '100'],
      ['Segnalazioni al giorno', '1000'],
      ['Contrassegno della chiave', expect.stringMatching(/^[\w-]{8}$/)],
      ['Revocata', 'no'],
    ]);
    expect((await takeBackLast()).status).toBe(200);
    expect((await call('programmiEnte')).body.data.programmi[0]).toMatchObject({ id, revocato: expect.any(String) });
  });

  test('are refused in words beside each field', async () => {
    const { call } = await loginAdministrator(rig);
    const refused = await call('creaProgramma', { nome: '', email: 'x', all_ora: '0', al_giorno: 'tanti' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
      422,
      ['nome', 'email', 'all_ora', 'al_giorno'],
    ]);
    const less = await call('creaProgramma', { ...APP, all_ora: '50', al_giorno: '10' });
    expect(less.body.errors).toEqual({ al_giorno: ['In un giorno devono starci almeno le segnalazioni di un’ora.'] });
    expect((await call('revocaProgramma', { programma: 'nessuno' })).status).toBe(404);
    expect((await call('creaProgramma', { ...APP, client_id: ' gestionale ' })).status).toBe(201);
    const taken = await call('creaProgramma', { ...APP, client_id: 'gestionale' });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      { client_id: ['Questo identificativo è già di un altro programma.'] },
    ]);
  });

  test('of another municipality cannot be revoked', async () => {
    const { call } = await loginAdministrator(rig);
    const row = {
      nome: 'x',
      email: 'x@esempio.it',
      garantisce: 0,
      all_ora: 1,
      al_giorno: 1,
      hash: 'h',
      creato: 0,
      permessi: '',
      servizi: '',
      reti: '',
    };
    const programma = 'programma-di-valle';
    await rig.house.db
      .insertInto('programmi')
      .values({ ...row, id: programma, ente: 'valle', usato: null, revocato: null })
      .execute();
    expect((await call('revocaProgramma', { programma })).status).toBe(404);
    expect((await rig.house.db.selectFrom('programmi').select('revocato').executeTakeFirst())?.revocato).toBeNull();
  });
});

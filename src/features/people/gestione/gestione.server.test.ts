import { expect, test } from 'vitest';
import { callerOf, createOperator, enteAdministrator, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';

const login = (rig: Rig, subject: string, over: Partial<IdentifiedPerson> = {}) =>
  createOperator(rig, subject, { cognome: 'Rossi', email: `${subject}@borgo.example`, ...over });
/** An administrator of Borgo with a browser. */
async function loginAdministrator(rig: Rig) {
  const user = await login(rig, 'zita', { amministra: ['borgo'] });
  const caller = callerOf(rig, { user });
  const call = async (name: Parameters<typeof caller.call>[0], fields: Record<string, unknown> = {}) =>
    caller.call(name, { ente: 'borgo', ...fields });
  const state = async () => (await call('ufficiEnte')).body.data;
  const changes = async () => (await call('modificheEnte')).body.data.modifiche;
  return { id: user.id, call, state, changes };
}
const UFFICIO = {
  nome: 'Ufficio tecnico',
  email: 'tecnico@borgo.example',
  servizi: ['SF510'],
  attivo: true,
  incassi: false,
};

onOneInTurn('an administrator', (rig) => {
  test('adds an office, changes its name, and closes it', async () => {
    const { call, state } = await loginAdministrator(rig);
    const { status, body } = await call('salvaUfficio', UFFICIO);
    const ufficio = body.data.id;
    expect([status, (await state()).uffici]).toEqual([200, [{ id: ufficio, ...UFFICIO, persone: [], attesi: [] }]]);
    const changed = { ...UFFICIO, nome: ' Lavori pubblici ', email: '', servizi: ['SF130'], attivo: false };
    expect((await call('salvaUfficio', { ...changed, ufficio })).status).toBe(200);
    expect((await state()).uffici).toEqual([
      { id: ufficio, ...changed, nome: 'Lavori pubblici', persone: [], attesi: [] },
    ]);
  });

  test('reads beside each field what is wrong with an office', async () => {
    const { call, state } = await loginAdministrator(rig);
    await call('salvaUfficio', UFFICIO);
    const refused = await call('salvaUfficio', { nome: '', email: 'no', servizi: ['XX'], attivo: true });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['nome', 'email', 'servizi.0']]);
    const again = await call('salvaUfficio', UFFICIO);
    expect([again.status, again.body.errors]).toEqual([
      422,
      { nome: ['Un altro ufficio ha già questo nome: scegline uno diverso.'] },
    ]);
    expect((await call('salvaUfficio', { ...UFFICIO, nome: 'x'.repeat(10_000) })).status).toBe(422);
    expect((await state()).uffici).toHaveLength(1);
  });

  test('adds people by e-mail: one who has an account at once, another at the first login', async () => {
    const { call, state } = await loginAdministrator(rig);
    const piero = await login(rig, 'piero');
    const ufficio = (await call('salvaUfficio', UFFICIO)).body.data.id;
    for (const email of ['PIERO@borgo.example', 'nuova@borgo.example'])
      expect((await call('aggiungiPersona', { ufficio, email })).status).toBe(200);
    const [before] = (await state()).uffici;
    expect([before.persone.map((p: { id: string }) => p.id), before.attesi]).toEqual([
      [piero.id],
      [{ id: 'email:nuova@borgo.example', nome: 'nuova@borgo.example' }],
    ]);
    expect((await call('aggiungiPersona', { ufficio, email: 'piero@borgo.example' })).body.errors).toEqual({
      email: ['Questa persona è già nell’ufficio.'],
    });
    const newcomer = await login(rig, 'nuova');
    expect(newcomer.uffici).toEqual([ufficio]);
    expect((await state()).uffici[0].attesi).toEqual([]);
    await call('togliPersona', { ufficio, persona: piero.id });
    expect((await state()).uffici[0].persone.map((p: { id: string }) => p.id)).toEqual([newcomer.id]);
  });

  test('changes no office of a person whose login says where they work; an absence, and one whose login is silent, are theirs', async () => {
    const { call, state, changes } = await loginAdministrator(rig);
    const technical = (await call('salvaUfficio', UFFICIO)).body.data.id;
    const tributi = (await call('salvaUfficio', { ...UFFICIO, nome: 'Tributi' })).body.data.id;
    await call('aggiungiPersona', { ufficio: tributi, email: 'piero@borgo.example' });
    const piero = await login(rig, 'piero', { uffici: ['Ufficio tecnico'] });
    const placesOf = async () =>
      (await state()).uffici.map(({ persone, attesi }: { persone: { id: string }[]; attesi: unknown[] }) => [
        persone.map(({ id }) => id),
        attesi.length,
      ]);
    const told = [
      [[], 0],
      [[piero.id], 0],
    ];
    expect(await placesOf()).toEqual(told);
    const added = await call('aggiungiPersona', { ufficio: tributi, email: 'piero@borgo.example' });
    expect([added.status, added.body.errors]).toEqual([
      422,
      { email: [expect.stringMatching(/vengono dal suo accesso/)] },
    ]);
    expect((await call('togliPersona', { ufficio: technical, persona: piero.id })).status).toBe(409);
    expect((await call('assenzaPersona', { ufficio: technical, persona: piero.id, dal: '2026-12-01' })).status).toBe(
      200,
    );
    for (const { id } of await changes()) await call('ripristina', { modifica: id });
    expect(await placesOf()).toEqual(told);
    expect((await state()).uffici[1].persone).toMatchObject([{ da_accesso: true, assente_dal: null }]);
    await login(rig, 'piero');
    expect((await call('togliPersona', { ufficio: technical, persona: piero.id })).status).toBe(200);
    await login(rig, 'piero');
    expect(await placesOf()).toEqual([
      [[], 0],
      [[], 0],
    ]);
  });

  test('says when a person is absent, and not until a day before the first', async () => {
    const { call, state } = await loginAdministrator(rig);
    const piero = await login(rig, 'piero');
    const ufficio = (await call('salvaUfficio', UFFICIO)).body.data.id;
    await call('aggiungiPersona', { ufficio, email: 'piero@borgo.example' });
    const away = { ufficio, persona: piero.id, dal: '2026-12-01', al: '2026-12-20' };
    expect((await call('assenzaPersona', away)).status).toBe(200);
    expect((await state()).uffici[0].persone[0]).toMatchObject({ assente_dal: '2026-12-01', assente_al: '2026-12-20' });
    expect((await call('assenzaPersona', { ...away, al: '2026-11-01' })).body.errors).toEqual({
      al: ['L’ultimo giorno viene prima del primo.'],
    });
    expect((await call('assenzaPersona', { ...away, persona: 'nessuno' })).status).toBe(404);
    await call('assenzaPersona', { ufficio, persona: piero.id });
    expect((await state()).uffici[0].persone[0]).toMatchObject({ assente_dal: null, assente_al: null });
  });

  test('lets another operator of the ente administer it, and then may stop; the last one may not', async () => {
    const { id, call, state } = await loginAdministrator(rig);
    const piero = await login(rig, 'piero');
    await login(rig, 'vito', { enti: ['valle'] });
    const alone = await call('togliAmministratore', { persona: id });
    expect([alone.status, alone.body.message]).toEqual([
      409,
      'L’ente resterebbe senza amministratori: prima aggiungine un altro, poi togli questo.',
    ]);
    expect((await state()).operatori.map((o: { id: string }) => o.id)).toEqual([piero.id]);
    await call('aggiungiAmministratore', { persona: piero.id });
    expect((await call('togliAmministratore', { persona: id })).status).toBe(200);
    expect((await state()).amministratori.map((o: { id: string }) => o.id)).toEqual([piero.id]);
  });

  test('of two who remove each other at once, one stays', async () => {
    const { id, call } = await loginAdministrator(rig);
    const piero = await login(rig, 'piero', { amministra: ['borgo'] });
    const other = callerOf(rig, { user: piero });
    const answers = await Promise.all([
      call('togliAmministratore', { persona: piero.id }),
      other.call('togliAmministratore', { ente: 'borgo', persona: id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('finds nothing of another ente, whatever id is sent', async () => {
    const { call } = await loginAdministrator(rig);
    const of = { ente: 'valle' };
    const other = callerOf(rig, {
      user: { ...enteAdministrator('valle'), id: (await login(rig, 'vito', { enti: ['valle'] })).id },
    });
    const ufficio = (await other.call('salvaUfficio', { ...of, ...UFFICIO })).body.data.id;
    const [{ id: modifica }] = (await other.call('modificheEnte', of)).body.data.modifiche;
    for (const ente of ['valle', 'borgo', 'altrove'])
      for (const [name, fields] of [
        ['salvaUfficio', { ...UFFICIO, ufficio }],
        ['aggiungiPersona', { ufficio, email: 'a@borgo.example' }],
        ['togliPersona', { ufficio, persona: 'a' }],
        ['assenzaPersona', { ufficio, persona: 'a' }],
        ['ripristina', { modifica }],
      ] as const)
        expect([ente, name, (await call(name, { ente, ...fields })).status]).toEqual([ente, name, 404]);
    expect((await other.call('ufficiEnte', of)).body.data.uffici).toMatchObject([UFFICIO]);
  });
});

onOneInTurn('every change', (rig) => {
  test('is written down with who, when, what it was and what it is; what changes nothing is not', async () => {
    const { call, changes } = await loginAdministrator(rig);
    const ufficio = (await call('salvaUfficio', UFFICIO)).body.data.id;
    await call('salvaUfficio', { ...UFFICIO, ufficio });
    await call('salvaUfficio', { ...UFFICIO, ufficio, servizi: [], attivo: false });
    expect(await changes()).toMatchObject([
      {
        nome: 'zita Rossi',
        oggetto: 'Ufficio «Ufficio tecnico»',
        valori: [
          { campo: 'Servizi', prima: 'Illuminazione e lampade votive', dopo: '' },
          { campo: 'Aperto', prima: 'sì', dopo: 'no' },
        ],
      },
      {
        valori: [
          { campo: 'Nome' },
          { campo: 'E-mail' },
          { campo: 'Servizi' },
          { campo: 'Aperto' },
          { campo: 'Vede gli incassi' },
        ],
      },
    ]);
  });

  test('is taken back by one call, without what was changed elsewhere in the meantime, and that can be taken back, too', async () => {
    const { call, state, changes } = await loginAdministrator(rig);
    const piero = await login(rig, 'piero');
    const ufficio = (await call('salvaUfficio', UFFICIO)).body.data.id;
    await call('salvaUfficio', { ...UFFICIO, ufficio, servizi: ['SF130'] });
    await call('aggiungiPersona', { ufficio, email: 'piero@borgo.example' });
    const [, servizi] = await changes();
    expect((await call('ripristina', { modifica: servizi.id })).status).toBe(200);
    expect((await state()).uffici).toMatchObject([{ servizi: ['SF510'], persone: [{ id: piero.id }] }]);
    const [back, added] = await changes();
    await call('ripristina', { modifica: back.id });
    await call('ripristina', { modifica: added.id });
    expect((await state()).uffici).toMatchObject([{ servizi: ['SF130'], persone: [] }]);
    expect(await changes()).toHaveLength(6);
  });

  test('by which an office came is taken back by closing it, because cases may name it', async () => {
    const { call, state, changes } = await loginAdministrator(rig);
    await call('salvaUfficio', UFFICIO);
    const [{ id: modifica }] = await changes();
    await call('ripristina', { modifica });
    expect((await state()).uffici).toMatchObject([{ ...UFFICIO, attivo: false }]);
  });

  test('stays as it was written: the store refuses to change it', async () => {
    const { call } = await loginAdministrator(rig);
    await call('salvaUfficio', UFFICIO);
    const update = rig.house.db.updateTable('modifiche').set({ nome: 'Altri' }).execute();
    await expect(update).rejects.toThrow('append only');
  });
});

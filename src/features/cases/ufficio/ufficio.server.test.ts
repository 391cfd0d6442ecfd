import { expect, test } from 'vitest';
import { callerOf, createAccount, onOneInTurn, operatore, type Rig, sendSegnalazione } from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import { beginSession, readAccesso } from '../../people/accesso/session.server.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { isAway, listUffici, peopleOf, ufficioOfCode } from './ufficio.server.ts';

const PIERO = {
  provider: 'operatori',
  issuer: 'https://idp.example',
  subject: 'piero',
  nome: 'Piero',
  cognome: 'Fabbri',
  codice_fiscale: '',
  email: 'Piero@borgo.example',
  enti: ['borgo'],
} satisfies Partial<IdentifiedPerson>;

const login = (rig: Rig, over: Partial<IdentifiedPerson> = {}) => createAccount(rig, { ...PIERO, ...over });
const awaited = (rig: Rig, ufficio: string, persona: string) =>
  rig.house.db.insertInto('uffici_attesi').values({ ufficio, persona }).execute();
const namesIn = async (rig: Rig, id: string, ente = 'borgo') =>
  (await peopleOf(rig.house.db, { id, ente })).map(({ nome }) => nome);

onOneInTurn('a new case', (rig) => {
  const send = async () => {
    const { id } = await sendSegnalazione(callerOf(rig));
    await rig.deliver();
    const pratica = await findPratica(rig.house.db, id);
    return { pratica, mailedTo: rig.mails.filter(({ text }) => text.includes('?chiave=')).map(({ to }) => to) };
  };

  test('goes to the first open office by name that has its code, and the mail to that office’s own address', async () => {
    await writeUfficio(rig, { nome: 'Anagrafe', servizi: ['SF300'], email: 'anagrafe@borgo.example' });
    await writeUfficio(rig, { nome: 'Chiuso', attivo: 0, email: 'chiuso@borgo.example' });
    await writeUfficio(rig, { nome: 'Èlite', email: 'elite@borgo.example' });
    await writeUfficio(rig, { nome: 'Zona nord', email: 'zona@borgo.example' });
    await writeUfficio(rig, { nome: 'A', ente: 'valle', email: 'a@valle.example' });
    const { pratica, mailedTo } = await send();
    expect(pratica).toMatchObject({ assegnata_ufficio: 'borgo-Èlite', assegnata_a: null });
    expect(mailedTo).toEqual(['elite@borgo.example']);
  });

  test('of an office without an address is mailed to the mailbox of the service', async () => {
    const ufficio = await writeUfficio(rig);
    const { pratica, mailedTo } = await send();
    expect([pratica?.assegnata_ufficio, mailedTo]).toEqual([ufficio, ['luce@borgo.example']]);
  });

  test('that no office answers for is the whole ente’s, as before', async () => {
    await writeUfficio(rig, { servizi: ['SF300'] });
    const { pratica, mailedTo } = await send();
    expect([pratica?.assegnata_ufficio, mailedTo]).toEqual([null, ['luce@borgo.example']]);
  });

  test('of an office that closes before the mail leaves is mailed to the mailbox of the service', async () => {
    await writeUfficio(rig, { email: 'tecnico@borgo.example' });
    await sendSegnalazione(callerOf(rig));
    await rig.house.db.updateTable('uffici').set({ attivo: 0 }).where('ente', '=', 'borgo').execute();
    await rig.deliver();
    expect(rig.mails.filter(({ text }) => text.includes('?chiave=')).map(({ to }) => to)).toEqual([
      'luce@borgo.example',
    ]);
  });
});

onOneInTurn('the offices of an ente', (rig) => {
  test('are its own, by name, with their codes, and the closed ones say so', async () => {
    await writeUfficio(rig, { nome: 'Tributi', servizi: ['SF200', 'SF210'], email: 'tributi@borgo.example' });
    await writeUfficio(rig, { nome: 'Anagrafe', servizi: [], attivo: 0 });
    await writeUfficio(rig, { nome: 'Tributi', ente: 'valle' });
    expect(await listUffici(rig.house.db, 'borgo')).toEqual([
      { id: 'borgo-Anagrafe', ente: 'borgo', nome: 'Anagrafe', email: '', servizi: [], attivo: false, incassi: false },
      {
        id: 'borgo-Tributi',
        ente: 'borgo',
        nome: 'Tributi',
        email: 'tributi@borgo.example',
        servizi: ['SF200', 'SF210'],
        attivo: true,
        incassi: false,
      },
    ]);
    expect((await ufficioOfCode(rig.house.db, 'borgo', 'SF210'))?.nome).toBe('Tributi');
    expect(await ufficioOfCode(rig.house.db, 'valle', 'SF210')).toBeUndefined();
  });

  test('have the people who still work for the ente, by surname', async () => {
    const ufficio = await writeUfficio(rig);
    const uffici = [ufficio];
    await login(rig, { uffici });
    await login(rig, { subject: 'anna', nome: 'Anna', cognome: 'Èlti', uffici });
    await login(rig, { subject: 'gone', nome: 'Gino', uffici });
    await login(rig, { subject: 'gone', nome: 'Gino', enti: ['valle'] });
    expect(await namesIn(rig, ufficio)).toEqual(['Anna', 'Piero']);
  });
});

onOneInTurn('an operator who logs in', (rig) => {
  test('works in the offices and administers the enti that their provider tells, by id or by name, until it tells others', async () => {
    const technical = await writeUfficio(rig);
    const tributi = await writeUfficio(rig, { nome: 'Ufficio tributi' });
    const other = await writeUfficio(rig, { ente: 'valle', nome: 'Altro' });
    const first = await login(rig, {
      uffici: [technical, ' ufficio TRIBUTI', other, 'Nessuno'],
      amministra: ['borgo'],
    });
    expect(first.uffici.toSorted()).toEqual([technical, tributi].toSorted());
    expect(first.amministra).toEqual(['borgo']);
    const later = await login(rig, { uffici: ['Ufficio tributi'], amministra: [] });
    expect(later).toMatchObject({ id: first.id, uffici: [tributi], amministra: [] });
    expect(await login(rig, { uffici: [] })).toMatchObject({ uffici: [], amministra: [] });
  });

  test('keeps what the tables say when the provider says nothing, and an absence stays when it repeats itself', async () => {
    const ufficio = await writeUfficio(rig);
    const { id } = await login(rig, { uffici: [ufficio], amministra: ['borgo'] });
    await rig.house.db
      .updateTable('uffici_persone')
      .set({ assente_al: '2026-12-01' })
      .where('utente', '=', id)
      .execute();
    expect(await login(rig)).toMatchObject({ uffici: [ufficio], amministra: ['borgo'] });
    await login(rig, { uffici: [ufficio] });
    expect(await peopleOf(rig.house.db, { id: ufficio, ente: 'borgo' })).toMatchObject([{ assente_al: '2026-12-01' }]);
  });

  test('joins once the offices of their enti that wait for them, by address or by subject', async () => {
    const [technical, tributi] = [await writeUfficio(rig), await writeUfficio(rig, { nome: 'Ufficio tributi' })];
    const other = await writeUfficio(rig, { ente: 'valle' });
    for (const ufficio of [technical, other]) await awaited(rig, ufficio, 'email:piero@borgo.example');
    await awaited(rig, tributi, 'sub:piero');
    const { id, uffici } = await login(rig);
    expect(uffici.toSorted()).toEqual([technical, tributi].toSorted());
    await rig.house.db.deleteFrom('uffici_persone').where('utente', '=', id).execute();
    expect((await login(rig)).uffici).toEqual([]);
    expect(await login(rig, { enti: ['valle'] })).toMatchObject({ uffici: [other] });
  });

  test('finds the same with each request, and nothing of an ente that they have left', async () => {
    const ufficio = await writeUfficio(rig);
    const session = (over: Partial<IdentifiedPerson>) =>
      beginSession(rig.house, { telefono: null, idToken: null, ...PIERO, ...over } as IdentifiedPerson, null);
    const { cookie } = await session({ uffici: [ufficio], amministra: ['borgo'] });
    const seen = async (value: string) => (await readAccesso(rig.house, value, true))?.user;
    expect(await seen(cookie)).toMatchObject({ uffici: [ufficio], amministra: ['borgo'] });
    const left = await session({ enti: ['valle'] });
    for (const value of [cookie, left.cookie]) expect(await seen(value)).toMatchObject({ uffici: [], amministra: [] });
  });

  test('is not made an administrator by a citizen’s provider', async () => {
    const citizen = await createAccount(rig, { amministra: ['borgo'], uffici: ['x'] });
    expect(citizen).toMatchObject({ ruolo: 'cittadino', amministra: [], uffici: [] });
    expect(await rig.house.db.selectFrom('amministratori').selectAll().execute()).toEqual([]);
  });

  test('of an ente without offices sees its cases as before', async () => {
    const { id } = await sendSegnalazione(callerOf(rig));
    const { body } = await callerOf(rig, { user: operatore('borgo') }).call('praticheOperatore');
    expect(body.data.pratiche).toHaveLength(1);
    expect((await findPratica(rig.house.db, id))?.assegnata_ufficio).toBeNull();
  });
});

test.each([
  [null, null, false],
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-21', null, false],
  ['2026-11-01', null, true],
  [null, '2026-11-20', true],
  [null, '2026-11-19', false],
])('an absence from %s to %s holds on the 20th: %s', (assente_dal, assente_al, away) => {
  expect(isAway({ assente_dal, assente_al }, '2026-11-20')).toBe(away);
});

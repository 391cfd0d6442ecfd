import { expect, test } from 'vitest';
import {
  callerOf,
  createOperator,
  DAY,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
  sendToOffice,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { addressAfter, fieldsOf, keyOfPratica, problemOf } from './bulk.ts';

const stored = (rig: Rig, id: string) =>
  rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onOneInTurn('what an operator does with several cases', (rig) => {
  test('happens to each by a call of its own, once, however often the same form is sent', async () => {
    const olga = callerOf(rig, { user: await createOperator(rig, 'Olga') });
    const { id, ufficio } = await sendToOffice(rig);
    await rig.deliver();
    const before = rig.mails.length;
    const fields = { id: ufficio, azione: 'concludi', testo: 'Riparato.' };
    const key = keyOfPratica(ufficio, 'modulo-uno');
    for (const _ of [1, 2])
      expect((await olga.call('lavoraPratica', fields, { key })).body.data).toEqual({ cambiata: true });
    await rig.deliver();

    expect((await stored(rig, id)).stato).toBe('conclusa');
    expect(rig.mails.length).toBe(before + 1);
    const atti = await rig.house.db.selectFrom('atti').select('azione').where('pratica', '=', id).execute();
    expect(atti).toEqual([{ azione: 'decisione' }]);
    expect((await olga.call('lavoraPratica', fields, { key: 'modulo-due' })).status).toBe(409);
  });

  test('takes charge of what is new, and of what is in progress only the assignment', async () => {
    const user = await createOperator(rig, 'Olga');
    const olga = callerOf(rig, { user });
    const { id, ufficio } = await sendToOffice(rig);
    const take = async () => (await olga.call('lavoraPratica', { id: ufficio, azione: 'prendi_in_carico' })).body.data;
    expect(await take()).toEqual({ cambiata: true });
    expect(await stored(rig, id)).toMatchObject({ stato: 'in_elaborazione', assegnata_a: user.id });
    expect(await take()).toEqual({ cambiata: false });
  });

  test('leaves a case of a colleague as it is, and says whose it is', async () => {
    const piero = await createOperator(rig, 'Piero');
    const olga = callerOf(rig, { user: await createOperator(rig, 'Olga') });
    const { id, ufficio } = await sendToOffice(rig);
    await callerOf(rig, { user: piero }).call('lavoraPratica', { id: ufficio, azione: 'assegna_a_me' });
    for (const azione of ['assegna_a_me', 'prendi_in_carico', 'assegna']) {
      const { status, body } = await olga.call('lavoraPratica', { id: ufficio, azione });
      expect([azione, status, body.message]).toEqual([azione, 409, 'è assegnata a Piero Neri.']);
    }
    expect(await stored(rig, id)).toMatchObject({ assegnata_a: piero.id, stato: 'inviata' });
  });

  test('takes over the cases of a colleague who is absent today, and no other day', async () => {
    const office = await writeUfficio(rig, { nome: 'Ufficio tecnico' });
    const [piero, user] = [await createOperator(rig, 'Piero'), await createOperator(rig, 'Olga')];
    const today = todayInRome(RIG_NOW);
    await rig.house.db
      .insertInto('uffici_persone')
      .values({ ufficio: office, utente: piero.id, assente_dal: today, assente_al: today })
      .execute();
    const { id, ufficio } = await sendToOffice(rig);
    await callerOf(rig, { user: piero }).call('lavoraPratica', { id: ufficio, azione: 'assegna_a_me' });
    const olga = callerOf(rig, { user });
    const take = () => olga.call('lavoraPratica', { id: ufficio, azione: 'prendi_in_carico' });
    rig.clock.pass(DAY);
    expect((await take()).body.message).toBe('è assegnata a Piero Neri.');
    rig.clock.pass(-DAY);
    expect((await take()).body.data).toEqual({ cambiata: true });
    expect(await stored(rig, id)).toMatchObject({ stato: 'in_elaborazione', assegnata_a: user.id });
  });

  test('assigns to a person or an office of the ente; from one office to another with a reason', async () => {
    const one = await writeUfficio(rig, { nome: 'Ufficio tecnico' });
    const other = await writeUfficio(rig, { nome: 'Polizia locale', servizi: [] });
    const piero = await createOperator(rig, 'Piero');
    const olga = callerOf(rig, { user: await createOperator(rig, 'Olga') });
    await rig.house.db
      .insertInto('uffici_persone')
      .values({ ufficio: one, utente: piero.id, assente_dal: null, assente_al: null })
      .execute();
    const { id, ufficio } = await sendToOffice(rig);
    const assign = (fields: object) => olga.call('lavoraPratica', { id: ufficio, azione: 'assegna', ...fields });

    expect((await assign({ ufficio: other })).body.errors).toHaveProperty('motivo');
    expect((await assign({ ufficio: 'valle-x' })).body.errors).toHaveProperty('ufficio');
    expect((await assign({ persona: 'nessuno' })).body.errors).toHaveProperty('persona');
    expect((await stored(rig, id)).assegnata_ufficio).toBe(one);
    expect((await assign({ ufficio: other, motivo: 'È un divieto di sosta.' })).body.data).toEqual({ cambiata: true });
    expect(await stored(rig, id)).toMatchObject({ assegnata_ufficio: other, assegnata_a: null });
    // The office stays where none is chosen.
    expect((await assign({ persona: piero.id })).body.data).toEqual({ cambiata: true });
    expect(await stored(rig, id)).toMatchObject({ assegnata_ufficio: other, assegnata_a: piero.id });
  });

  test('is refused for a case of another ente as for one that does not exist, and for a citizen’s id', async () => {
    const { id, ufficio } = await sendToOffice(rig);
    const elsewhere = callerOf(rig, { user: operatore('valle') });
    const olga = callerOf(rig, { user: operatore('borgo') });
    const refusals = [];
    for (const [who, which] of [
      [elsewhere, ufficio],
      [olga, id],
      [olga, 'x'.repeat(22)],
    ] as const)
      refusals.push((await who.call('lavoraPratica', { id: which, azione: 'concludi', testo: 'Fatto.' })).status);
    expect(refusals).toEqual([404, 404, 404]);
    expect((await stored(rig, id)).stato).toBe('inviata');
  });

  test('answers with the placeholders of prepared answers filled in for each case, and refuses one that does not exist', async () => {
    const olga = callerOf(rig, { user: operatore('borgo') });
    const { id, ufficio } = await sendToOffice(rig);
    const answer = (words: string) => olga.call('lavoraPratica', { id: ufficio, azione: 'rispondi', testo: words });
    const wrong = await answer('Gentile {nome}, {pippo}');
    expect([wrong.status, wrong.body.errors?.testo?.[0]]).toEqual([
      422,
      expect.stringMatching(/^Questo segnaposto non esiste: \{pippo\}\. Ci sono \{nome\}/),
    ]);
    expect((await answer('Gentile {nome}, la pratica {numero} è in lavorazione.')).status).toBe(200);
    const { testo: said } = await rig.house.db
      .selectFrom('eventi')
      .select('testo')
      .where('pratica', '=', id)
      .where('da', '=', 'operatore')
      .executeTakeFirstOrThrow();
    const { nome, cognome } = await stored(rig, id);
    expect(said).toBe(`Gentile ${nome} ${cognome}, la pratica 2026/000001 è in lavorazione.`);
  });

  test('changes no case with more words than a message takes', async () => {
    const olga = callerOf(rig, { user: operatore('borgo') });
    const { id, ufficio } = await sendToOffice(rig);
    const long = await olga.call('lavoraPratica', { id: ufficio, azione: 'rispondi', testo: 'a'.repeat(2001) });
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['testo']]);
    expect((await stored(rig, id)).versione).toBe(1);
  });
});

test('a form with and without scripts sends the same for each case, so that its key finds the first answer', () => {
  const typed = { testo: 'Uno\r\ndue', risposta: ' ', persona: 'p', _token: 't' };
  expect(fieldsOf('rispondi', typed)).toEqual({ testo: 'Uno\ndue' });
  expect(fieldsOf('rispondi', { ...typed, testo: 'Uno\ndue' })).toEqual({ testo: 'Uno\ndue' });
  expect(fieldsOf('assegna', typed)).toEqual({ persona: 'p' });
});

test('what is missing is said before anything is sent', () => {
  expect(problemOf('assegna_a_me', {}, 0)).toMatch(/^Spunta prima/);
  expect(problemOf('assegna', { motivo: 'x' }, 1)).toMatch(/^Scegli a chi/);
  expect(problemOf('concludi', { testo: ' ' }, 1)).toMatch(/^Scegli una risposta/);
  expect(problemOf('rispondi', { testo: 'Ecco {pippo}' }, 1)).toMatch(/^Questo segnaposto non esiste: \{pippo\}/);
  expect([problemOf('concludi', { testo: 'x' }, 1), problemOf('prendi_in_carico', {}, 1)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('the address after a form says what was done once, and keeps the filters', () => {
  expect(addressAfter('?coda=mie&fatte=3&spunta=tutte', 2)).toBe('/operatore?coda=mie&fatte=2');
  expect(addressAfter('?coda=mie&fatte=3', 0)).toBe('/operatore?coda=mie');
});

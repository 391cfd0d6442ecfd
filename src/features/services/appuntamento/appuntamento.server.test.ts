import { describe, expect, test } from 'vitest';
import { ANAGRAFE, TRIBUTI, writeCalendari } from '../../../../tests/calendari.ts';
import { readsOf } from '../../../../tests/postgres-plans.ts';
import {
  callerOf,
  cittadino,
  countRows,
  createOperator,
  DAY,
  ENTI,
  HOUR,
  MINUTE,
  onOneInTurn,
  type Rig,
  type RigCaller,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { appointmentPath } from '../../cases/calendario/addresses.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { writeProva } from '../../cases/otp/otp.db.ts';
import { chatPath } from '../../cases/pratica/pratica-names.ts';

/** Monday 23 November 2026, by the clock in Rome. */
const monday = (time: string) => new Date(`2026-11-23T${time}:00+01:00`).toISOString();
const tuesday = (time: string) => new Date(`2026-11-24T${time}:00+01:00`).toISOString();

const prenotazione = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  calendario: 'anagrafe',
  motivo: 'carta',
  inizio: monday('10:00'),
  dettagli: 'La carta è scaduta.',
  nome: 'Anna',
  cognome: 'Bianchi',
  email: 'anna@esempio.it',
  privacy: true,
  ...over,
});

const BOOKED = {
  ente: 'borgo',
  motivo: 'carta',
  motivo_nome: 'Carta d’identità',
  stato: 'fissato' as const,
  proprietario: null,
  scade: null,
  pratica: null,
  sequenza: 0,
  creato: 0,
};

/** A visitor whose address is confirmed, from a network of their own. */
async function visitorOf(rig: Rig, n: number): Promise<{ caller: RigCaller; email: string }> {
  const caller = callerOf(rig, { peer: `10.${n >> 8}.${n & 255}.1` });
  const email = `persona${n}@esempio.it`;
  const { db, now } = rig.house;
  await writeProva(db, caller.visitor, email, { verificata: now(), scade: now() + HOUR });
  return { caller, email };
}

const readRows = (rig: Rig) => rig.house.db.selectFrom('appuntamenti').selectAll().orderBy('inizio').execute();

onOneInTurn('the offices that receive by appointment', (rig) => {
  test('are listed with address and reasons, for enti that have a calendar', async () => {
    await writeCalendari(rig);
    const { status, body } = await callerOf(rig).call('ufficiAppuntamenti', { ente: 'borgo' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        codice: 'anagrafe',
        nome: 'Ufficio anagrafe',
        indirizzo: 'Piazza Grande 3, piano terra',
        limite_modifica_ore: 24,
      },
      { codice: 'tributi', motivi: [{ codice: 'informazioni', minuti: 20 }] },
    ]);
    expect((await callerOf(rig).call('ufficiAppuntamenti', { ente: 'valle' })).status).toBe(422);
    await rig.house.db.deleteFrom('calendari').execute();
    rig.clock.pass(11_000);
    expect((await callerOf(rig).call('ufficiAppuntamenti', { ente: 'borgo' })).status).toBe(422);
  });

  test('have a picture of the map around them, where point and map are known; it is drawn once', async () => {
    await writeCalendari(rig);
    // Pictures are kept for all hosts of this process.
    const tasselli = `https://${rig.house.dialect}.example/{z}/{x}/{y}.png`;
    const mappa = { tasselli, attribuzione: 'Mappa del Borgo', lat: 42, lon: 12, zoom: 15 };
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['APPUNTAMENTO'], mappa }, 1);
    rig.clock.pass(11_000);
    const asked = { ente: 'borgo', calendario: 'anagrafe' };
    const read = async () => (await callerOf(rig).call('ufficiAppuntamenti', { ente: 'borgo' })).body.data[0];
    expect((await read()).punto).toBeUndefined();
    expect((await callerOf(rig).call('mappaUfficio', asked)).status).toBe(404);
    const point = { lat: 42.001, lon: 12.002 };
    const row = await rig.house.db
      .selectFrom('sportelli')
      .select('dati_json')
      .where('codice', '=', 'anagrafe')
      .executeTakeFirstOrThrow();
    await rig.house.db
      .updateTable('sportelli')
      .set({ dati_json: JSON.stringify({ ...JSON.parse(row.dati_json), punto: point }) })
      .where('codice', '=', 'anagrafe')
      .execute();
    expect(await read()).toMatchObject({ punto: point, mappa: 'Mappa del Borgo' });
    const picture = await callerOf(rig).call('mappaUfficio', asked);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const fetched = rig.tiles.asked.length;
    expect(fetched).toBeGreaterThan(0);
    expect((await callerOf(rig).call('mappaUfficio', asked)).status).toBe(200);
    expect(rig.tiles.asked).toHaveLength(fetched);
    expect((await callerOf(rig).call('mappaUfficio', { ...asked, calendario: 'tributi' })).status).toBe(404);
  });

  test('tell their free times: the first of all, the months that have one, and those of a month', async () => {
    await writeCalendari(rig, [{ ...TRIBUTI, orizzonte_giorni: 30 }]);
    const asked = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni' };
    const { body } = await callerOf(rig).call('orariAppuntamenti', asked);
    expect(body.data).toMatchObject({
      primo: { inizio: tuesday('15:00') },
      mesi: ['2026-11', '2026-12'],
      mese: '2026-11',
    });
    expect(body.data.orari).toHaveLength(6);
    const december = await callerOf(rig).call('orariAppuntamenti', { ...asked, mese: '2026-12' });
    // The first, the fifteenth; the eighth is a holiday.
    expect(december.body.data.orari).toHaveLength(12);
    expect(december.body.data.orari[0]).toEqual({
      inizio: '2026-12-01T14:00:00.000Z',
      fine: '2026-12-01T14:20:00.000Z',
    });
    const wrong = await callerOf(rig).call('orariAppuntamenti', { ...asked, mese: '2026-13' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { mese: ['Il mese si scrive AAAA-MM.'] }]);
  });

  test('leave out a month in which nothing is free', async () => {
    const closed = [{ dal: '2026-11-01', al: '2026-12-31' }];
    await writeCalendari(rig, [{ ...TRIBUTI, chiusure: closed }]);
    const asked = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni' };
    const { body } = await callerOf(rig).call('orariAppuntamenti', asked);
    expect([body.data.mesi, body.data.mese, body.data.primo.inizio.slice(0, 10)]).toEqual([
      ['2027-01'],
      '2027-01',
      '2027-01-05',
    ]);
  });
});

onOneInTurn('a time that somebody holds', (rig) => {
  const held = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni', inizio: tuesday('15:00') };

  test('is theirs for ten minutes: others read which are free next, and get it when they are over', async () => {
    await writeCalendari(rig);
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const first = await anna.call('tieniOrario', held);
    expect([first.status, first.body.data]).toEqual([
      201,
      { inizio: held.inizio, fine: tuesday('15:20'), fino: new Date(rig.house.now() + 10 * MINUTE).toISOString() },
    ]);
    const refused = await bruno.call('tieniOrario', held);
    expect([refused.status, refused.body.reason, refused.body.errors]).toEqual([
      409,
      'ORARIO_OCCUPATO',
      {
        inizio: [
          'Nel frattempo questo orario è stato preso da un’altra persona. I prossimi liberi: ' +
            'martedì 24 novembre 2026 ore 15:20; martedì 24 novembre 2026 ore 15:40; martedì 24 novembre 2026 ore 16:00.',
        ],
      },
    ]);
    rig.clock.pass(10 * MINUTE);
    expect((await bruno.call('tieniOrario', held)).status).toBe(201);
    expect(await countRows(rig, 'appuntamenti')).toBe(1);
  });

  test('is free for its holder, who may choose another: then the first is free for all', async () => {
    await writeCalendari(rig);
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    await anna.call('tieniOrario', held);
    const first = async (who: RigCaller) => (await who.call('orariAppuntamenti', held)).body.data.primo.inizio;
    expect([await first(anna), await first(bruno)]).toEqual([tuesday('15:00'), tuesday('15:20')]);
    expect((await anna.call('tieniOrario', { ...held, inizio: tuesday('16:00') })).status).toBe(201);
    expect(await first(bruno)).toBe(tuesday('15:00'));
  });

  test.each([
    ['is over', '2026-11-17T15:00:00+01:00', 422, 'Questo orario è già passato: scegline un altro.'],
    [
      'is not among the hours',
      '2026-11-24T15:05:00+01:00',
      422,
      'In questo ufficio non c’è un appuntamento a quest’ora: scegli un orario dell’elenco.',
    ],
    [
      'is on a holiday',
      '2026-12-08T15:00:00+01:00',
      422,
      'In questo ufficio non c’è un appuntamento a quest’ora: scegli un orario dell’elenco.',
    ],
    [
      'is beyond the horizon',
      '2027-03-02T15:00:00+01:00',
      422,
      'È troppo presto per prenotare questo giorno: scegli un orario dell’elenco.',
    ],
    ['has no offset, so that in autumn it would be two', '2026-11-24T15:00:00', 422, 'Scegli un orario dell’elenco.'],
    ['is on no day of the calendar', '2026-11-31T15:00:00+01:00', 422, 'Scegli un orario dell’elenco.'],
    ['is missing', '', 422, 'Scegli un giorno e un orario.'],
  ])('is refused in words when it %s', async (_name, inizio, status, words) => {
    await writeCalendari(rig);
    const answer = await callerOf(rig).call('tieniOrario', { ...held, inizio });
    expect([answer.status, answer.body.errors]).toEqual([status, { inizio: [words] }]);
    expect(await countRows(rig, 'appuntamenti')).toBe(0);
  });

  test('needs the notice that the office asks for', async () => {
    await writeCalendari(rig, [{ ...TRIBUTI, preavviso_ore: 24 * 6 }]);
    const { body } = await callerOf(rig).call('tieniOrario', held);
    expect(body.errors).toEqual({ inizio: ['È troppo tardi per prenotare questo orario: scegline uno più avanti.'] });
  });

  test('names the office or the reason that is gone', async () => {
    await writeCalendari(rig);
    const office = await callerOf(rig).call('tieniOrario', { ...held, calendario: 'nessuno' });
    expect([office.status, Object.keys(office.body.errors)]).toEqual([422, ['calendario']]);
    const reason = await callerOf(rig).call('tieniOrario', { ...held, motivo: 'carta' });
    expect([reason.status, Object.keys(reason.body.errors)]).toEqual([422, ['motivo']]);
  });
});

onOneInTurn('booking an appointment', (rig) => {
  test('opens a case with number, chat and mail; the calendar gets the same event', async () => {
    await writeCalendari(rig);
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    await anna.call('tieniOrario', prenotazione());
    const { status, body } = await anna.call('prenotaAppuntamento', prenotazione());
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ protocollo: '2026/000001', termine_il: '2026-11-23' });
    const { id } = body.data;
    expect(await readRows(rig)).toMatchObject([
      {
        stato: 'fissato',
        pratica: id,
        postazione: 1,
        proprietario: null,
        scade: null,
        motivo_nome: 'Carta d’identità',
      },
    ]);
    const own = await anna.call('leggiAppuntamento', { email: 'anna@esempio.it', id });
    expect(own.body.data).toMatchObject({
      stato: 'fissato',
      inizio: monday('10:00'),
      fine: monday('10:30'),
      motivo: { cosa_serve: ['una fototessera', 'la carta scaduta'] },
      modificabile_fino: new Date(Date.parse(monday('10:00')) - 24 * HOUR).toISOString(),
    });
    await rig.deliver();
    const mail = rig.mails.find(({ to, event }) => to === 'anna@esempio.it' && event);
    expect(mail?.subject).toBe('Richiesta 2026/000001: appuntamento confermato');
    expect(mail?.text).toContain('lunedì 23 novembre 2026 dalle ore 10:00 alle ore 10:30');
    expect(mail?.event?.method).toBe('REQUEST');
    const file = await anna.call('calendarioAppuntamento', { email: 'anna@esempio.it', id });
    const uid = (text = '') => /^UID:.*$/m.exec(text)?.[0];
    expect(uid(file.bytes.toString())).toBe(uid(mail?.event?.calendar));
    expect(file.bytes.toString()).toContain('DTSTART:20261123T090000Z\r\nDTEND:20261123T093000Z');
  });

  test('needs no hold, and takes no longer one than was chosen', async () => {
    await writeCalendari(rig);
    const { caller, email } = await visitorOf(rig, 1);
    expect((await caller.call('prenotaAppuntamento', prenotazione({ email }))).status).toBe(201);
    expect(await countRows(rig, 'appuntamenti')).toBe(1);
  });

  test('shares the desks of an office, and refuses the third person', async () => {
    await writeCalendari(rig);
    const outcomes: number[] = [];
    for (const n of [1, 2, 3]) {
      const { caller, email } = await visitorOf(rig, n);
      outcomes.push((await caller.call('prenotaAppuntamento', prenotazione({ email }))).status);
    }
    expect(outcomes).toEqual([201, 201, 409]);
    expect((await readRows(rig)).map(({ postazione }) => postazione).sort()).toEqual([1, 2]);
    expect(await countRows(rig, 'pratiche')).toBe(2);
  });

  test('is refused while another person holds the last desk, and nothing is lost', async () => {
    await writeCalendari(rig);
    const over = { calendario: 'tributi', motivo: 'informazioni', inizio: tuesday('15:00') };
    await callerOf(rig).call('tieniOrario', prenotazione(over));
    const { caller, email } = await visitorOf(rig, 1);
    const key = 'chiave-di-prova';
    const refused = await caller.call('prenotaAppuntamento', prenotazione({ ...over, email }), { key });
    expect(refused.status).toBe(409);
    // The confirmation of the address is not spent.
    const next = await caller.call('prenotaAppuntamento', prenotazione({ ...over, email, inizio: tuesday('15:20') }), {
      key,
    });
    expect(next.status).toBe(201);
  });

  test('twice with one key is one appointment', async () => {
    await writeCalendari(rig);
    const { caller, email } = await visitorOf(rig, 1);
    const key = 'chiave-di-prova';
    const both = await Promise.all(
      [1, 2].map(() => caller.call('prenotaAppuntamento', prenotazione({ email }), { key })),
    );
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await countRows(rig, 'appuntamenti')).toBe(1);
  });

  test('is possible as often as the office allows: the same person is known by login and by address', async () => {
    await writeCalendari(rig, [{ ...ANAGRAFE, massimo_per_persona: 1 }]);
    const user = cittadino('u1', 'anna@esempio.it');
    const first = await callerOf(rig, { user }).call('prenotaAppuntamento', prenotazione());
    expect(first.status).toBe(201);
    const guest = callerOf(rig);
    await guest.confirm('anna@esempio.it');
    const again = await guest.call('prenotaAppuntamento', prenotazione({ inizio: monday('11:00') }));
    expect([again.status, again.body.reason, again.body.errors.calendario[0]]).toEqual([
      409,
      'TROPPI_APPUNTAMENTI',
      'Hai già un appuntamento in questo ufficio, che ne accetta al massimo 1 per persona: lunedì 23 novembre 2026 ore 10:00. Puoi spostarlo o annullarlo.',
    ]);
    // One that is over does not count.
    rig.clock.set(Date.parse(monday('12:00')));
    await guest.confirm('anna@esempio.it');
    expect(
      (
        await guest.call(
          'prenotaAppuntamento',
          prenotazione({ inizio: new Date('2026-11-26T10:00:00+01:00').toISOString() }),
        )
      ).status,
    ).toBe(201);
  });

  test.each([
    ['dettagli', '', 'Scrivi in poche parole di che cosa hai bisogno.'],
    ['dettagli', 'x'.repeat(201), 'Il testo è troppo lungo: scrivi al massimo 200 caratteri.'],
    ['calendario', '', 'Scegli l’ufficio.'],
    ['motivo', '', 'Scegli il motivo dell’appuntamento.'],
    ['privacy', false, 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
  ])('with %s %j is answered beside the field', async (field, value, words) => {
    await writeCalendari(rig);
    const { caller, email } = await visitorOf(rig, 1);
    const { status, body } = await caller.call('prenotaAppuntamento', prenotazione({ email, [field]: value }));
    expect([status, body.errors]).toEqual([422, { [field]: [words] }]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test('puts name and tax code of the login into it', async () => {
    await writeCalendari(rig);
    const user = cittadino('u1', 'anna@esempio.it');
    await callerOf(rig, { user }).call('prenotaAppuntamento', prenotazione({ nome: 'Altra' }));
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      nome: user.nome,
      codice_fiscale: user.codice_fiscale,
      utente: 'u1',
      codice: 'APPUNTAMENTO',
    });
  });
});

onOneInTurn('an appointment that is booked from the page of a case', (rig) => {
  const email = 'anna@esempio.it';
  async function bookFrom(fields: Record<string, unknown>, who: Parameters<typeof callerOf>[1] = {}) {
    await writeCalendari(rig);
    const anna = callerOf(rig, who);
    const sent = await sendSegnalazione(anna, { email });
    const pair = { email, id: sent.id };
    const da = chatPath({ tipo: 'segnalazione', ...pair });
    const to = typeof fields.email === 'string' ? fields.email : email;
    // An address gets few codes in a minute.
    rig.clock.pass(2 * MINUTE);
    await anna.confirm(to);
    const { data } = (await anna.call('prenotaAppuntamento', prenotazione({ da, ...fields }))).body;
    const linked = async () => (await anna.call('appuntamentoCollegato', pair)).body.data.appuntamento;
    return { anna, pair, booked: { email: to, id: data.id }, number: data.protocollo, linked };
  }

  test('is shown there with its page while it is to come, at the time to which it was moved', async () => {
    const { anna, pair, booked, number, linked } = await bookFrom({});
    const detail = (await anna.call('dettaglioPratica', pair)).body.data;
    expect(detail.dati.appuntamento).toBe(number);
    expect(detail.eventi.at(-1).testo).toBe(
      `Appuntamento prenotato: lunedì 23 novembre 2026 dalle ore 10:00 alle ore 10:30, Ufficio anagrafe (numero ${number}).`,
    );
    expect(await linked()).toEqual({
      ufficio: 'Ufficio anagrafe',
      indirizzo: 'Piazza Grande 3, piano terra',
      motivo: 'Carta d’identità',
      inizio: monday('10:00'),
      fine: monday('10:30'),
      pagina: appointmentPath(booked),
    });
    await anna.call('spostaAppuntamento', { ...booked, inizio: monday('11:00') });
    expect((await linked()).inizio).toBe(monday('11:00'));
    await anna.call('annullaAppuntamento', booked);
    expect(await linked()).toBeNull();
  });

  test('is shown without its page where another address was given', async () => {
    const { linked } = await bookFrom({ email: 'figlia@esempio.it' });
    expect(await linked()).toMatchObject({ inizio: monday('10:00') });
    expect((await linked()).pagina).toBeUndefined();
  });

  test('is shown with its page to the login that has both cases, whatever address was given', async () => {
    const { linked, booked } = await bookFrom({ email: 'figlia@esempio.it' }, { user: cittadino('u1', email) });
    expect((await linked()).pagina).toBe(appointmentPath(booked));
  });

  test('is noted in no case that its citizen may not see, nor in one of another ente', async () => {
    const { id } = await sendSegnalazione(callerOf(rig), { email });
    rig.clock.pass(2 * MINUTE);
    const { number } = await bookFrom({ da: chatPath({ tipo: 'segnalazione', email: 'altra@esempio.it', id }) });
    expect(number).toBeDefined();
    await rig.house.db.updateTable('pratiche').set({ ente: 'valle' }).where('id', '=', id).execute();
    const bruno = await visitorOf(rig, 1);
    const of = { email: bruno.email, inizio: monday('11:00'), da: chatPath({ tipo: 'segnalazione', email, id }) };
    expect((await bruno.caller.call('prenotaAppuntamento', prenotazione(of))).status).toBe(201);
    const rows = await rig.house.db
      .selectFrom('pratiche')
      .select('dati_json')
      .where('codice', '!=', 'APPUNTAMENTO')
      .execute();
    expect(rows.some(({ dati_json }) => 'appuntamento' in JSON.parse(dati_json))).toBe(false);
  });
});

onOneInTurn('an appointment that is fixed', (rig) => {
  const email = 'anna@esempio.it';
  async function booked(over: Record<string, unknown> = {}) {
    await writeCalendari(rig);
    const anna = callerOf(rig);
    await anna.confirm(email);
    const { id } = (await anna.call('prenotaAppuntamento', prenotazione(over))).body.data;
    return { anna, id };
  }

  test('is moved by its citizen: the old time is free at once, the calendar updates its event', async () => {
    const { anna, id } = await booked({ calendario: 'tributi', motivo: 'informazioni', inizio: tuesday('15:00') });
    const offered = await anna.call('orariPerSpostare', { email, id });
    expect(offered.body.data.primo.inizio).toBe(tuesday('15:00'));
    const moved = await anna.call('spostaAppuntamento', { email, id, inizio: tuesday('16:00') });
    expect([moved.status, moved.body.data.inizio, moved.body.data.spostato]).toEqual([200, tuesday('16:00'), true]);
    const other = callerOf(rig);
    const free = await other.call('orariAppuntamenti', {
      ente: 'borgo',
      calendario: 'tributi',
      motivo: 'informazioni',
    });
    expect(free.body.data.primo.inizio).toBe(tuesday('15:00'));
    await rig.deliver();
    const events = rig.mails.flatMap(({ to, event }) => (to === email && event ? [event] : []));
    const part = (name: string) =>
      events.map(({ calendar }) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(calendar)?.[1]);
    // Both mails are made when they are sent: the first one, too, says what is true then.
    expect(new Set(part('UID')).size).toBe(1);
    expect(part('SEQUENCE').at(-1)).toBe('1');
    const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(pratica.dati_json)).toMatchObject({ inizio: tuesday('16:00') });
  });

  test('stays as it is when it is moved to its own time: nobody is told', async () => {
    const { anna, id } = await booked();
    await rig.deliver();
    const mails = rig.mails.length;
    const same = await anna.call('spostaAppuntamento', { email, id, inizio: monday('10:00') });
    expect([same.status, same.body.data]).toEqual([
      200,
      expect.objectContaining({ inizio: monday('10:00'), spostato: false }),
    ]);
    await rig.deliver();
    expect(rig.mails).toHaveLength(mails);
    expect(await readRows(rig)).toMatchObject([{ stato: 'fissato', sequenza: 0 }]);
    expect(await countRows(rig, 'eventi')).toBe(1);
  });

  test('is not moved to a time that is taken', async () => {
    const { anna, id } = await booked({ calendario: 'tributi', motivo: 'informazioni', inizio: tuesday('15:00') });
    await callerOf(rig).call('tieniOrario', {
      ...prenotazione({ calendario: 'tributi', motivo: 'informazioni', inizio: tuesday('15:20') }),
    });
    const refused = await anna.call('spostaAppuntamento', { email, id, inizio: tuesday('15:20') });
    expect(refused.status).toBe(409);
    expect((await anna.call('leggiAppuntamento', { email, id })).body.data.inizio).toBe(tuesday('15:00'));
  });

  test('is cancelled by its citizen, once: its case is withdrawn, its time free, the calendar told', async () => {
    const { anna, id } = await booked();
    const { status, body } = await anna.call('annullaAppuntamento', { email, id });
    expect([status, body.data.stato, body.data.modificabile_fino]).toEqual([200, 'annullato', null]);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(row.stato).toBe('ritirata');
    await rig.deliver();
    const mail = rig.mails.filter(({ to }) => to === email).at(-1);
    expect(mail?.subject).toContain('appuntamento annullato');
    expect(mail?.event?.calendar).toContain('METHOD:CANCEL');
    expect(mail?.event?.calendar).toContain('STATUS:CANCELLED');
    expect((await anna.call('annullaAppuntamento', { email, id })).status).toBe(409);
    const again = await visitorOf(rig, 5);
    for (const n of [5, 6]) {
      const { caller, email: other } = n === 5 ? again : await visitorOf(rig, n);
      expect((await caller.call('prenotaAppuntamento', prenotazione({ email: other }))).status).toBe(201);
    }
  });

  test('is cancelled, too, by the withdrawal of its case', async () => {
    const { anna, id } = await booked();
    expect((await anna.call('commenta', { email, id, stato: 'ritirata' })).status).toBe(201);
    expect(await readRows(rig)).toMatchObject([{ stato: 'annullato', sequenza: 1 }]);
  });

  test('stays as it is after the limit of the office, which is told with its telephone', async () => {
    const { anna, id } = await booked();
    rig.clock.set(Date.parse(monday('10:00')) - 23 * HOUR);
    for (const call of ['annullaAppuntamento', 'spostaAppuntamento'] as const) {
      const { status, body } = await anna.call(call, {
        email,
        id,
        ...(call === 'spostaAppuntamento' && { inizio: tuesday('10:00') }),
      });
      expect([status, body.message]).toEqual([
        409,
        'L’appuntamento si poteva spostare o annullare fino a domenica 22 novembre 2026 ore 10:00. Se non puoi venire avvisa l’ufficio: 0123 000 101, anagrafe@borgo.example.',
      ]);
    }
    expect(await readRows(rig)).toMatchObject([{ stato: 'fissato', sequenza: 0 }]);
  });

  test('is nobody else’s', async () => {
    const { id } = await booked();
    const stranger = callerOf(rig);
    for (const [call, more] of [
      ['leggiAppuntamento', {}],
      ['orariPerSpostare', {}],
      ['calendarioAppuntamento', {}],
      ['annullaAppuntamento', {}],
      ['spostaAppuntamento', { inizio: tuesday('10:00') }],
    ] as const)
      expect((await stranger.call(call, { email: 'altra@esempio.it', id, ...more })).status).toBe(404);
  });

  test('is in the list of its citizen until it is over or cancelled', async () => {
    await writeCalendari(rig);
    const user = cittadino('u1', email);
    const anna = callerOf(rig, { user });
    const { id } = (await anna.call('prenotaAppuntamento', prenotazione())).body.data;
    const own = async () => (await anna.call('mieiAppuntamenti')).body.data;
    expect(await own()).toEqual([
      {
        id,
        ente: 'borgo',
        ufficio: 'Ufficio anagrafe',
        indirizzo: 'Piazza Grande 3, piano terra',
        motivo: 'Carta d’identità',
        inizio: monday('10:00'),
        fine: monday('10:30'),
        avvisabile: true,
        in_lista_dal: null,
        proposta: null,
        pagina: `/servizio/appuntamento/anna%40esempio.it/${id}`,
      },
    ]);
    rig.clock.set(Date.parse(monday('10:30')));
    expect(await own()).toEqual([]);
    rig.clock.set(Date.parse(monday('10:00')) - 25 * HOUR);
    await anna.call('annullaAppuntamento', { email, id });
    expect(await own()).toEqual([]);
  });

  test('is remembered the day before, unless it was moved or cancelled', async () => {
    const { anna, id } = await booked({ inizio: new Date('2026-11-26T10:00:00+01:00').toISOString() });
    await anna.call('spostaAppuntamento', { email, id, inizio: new Date('2026-11-30T10:00:00+01:00').toISOString() });
    await rig.deliver();
    const reminders = () => rig.mails.filter(({ subject }) => subject.includes('domani hai un appuntamento'));
    rig.clock.set(Date.parse('2026-11-25T09:01:00+01:00'));
    await rig.deliver();
    expect(reminders()).toEqual([]);
    rig.clock.set(Date.parse('2026-11-29T09:01:00+01:00'));
    await rig.deliver();
    expect(reminders()).toHaveLength(1);
    expect(reminders()[0]?.text).toContain('lunedì 30 novembre 2026 dalle ore 10:00 alle ore 10:30');
  });
});

onOneInTurn('the appointments of a citizen', (rig) => {
  test('are listed for them alone, the next one first, until they are over or cancelled', async () => {
    await writeCalendari(rig);
    const email = 'anna@esempio.it';
    const [anna, bruno] = [cittadino('u1', email), cittadino('u2', 'bruno@esempio.it')];
    const book = async (inizio: string) =>
      (await callerOf(rig, { user: anna }).call('prenotaAppuntamento', prenotazione({ email, inizio }))).body.data;
    const [late, soon] = [await book(monday('11:00')), await book(monday('09:30'))];
    const list = async (user = anna) => (await callerOf(rig, { user }).call('mieiAppuntamenti')).body.data;
    expect(await list()).toMatchObject([
      {
        id: soon.id,
        inizio: monday('09:30'),
        ufficio: 'Ufficio anagrafe',
        indirizzo: 'Piazza Grande 3, piano terra',
      },
      { id: late.id, motivo: 'Carta d’identità' },
    ]);
    expect(await list(bruno)).toEqual([]);
    const calendar = async () => (await callerOf(rig, { user: anna }).call('scadenzeCalendario')).bytes.toString();
    expect((await calendar()).match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
    const own = await callerOf(rig, { user: anna }).call('calendarioAppuntamento', { id: soon.id, email });
    expect(own.bytes.toString().match(/^UID:.*$/m)?.[0]).toBe((await calendar()).match(/^UID:.*$/m)?.[0]);
    await callerOf(rig, { user: anna }).call('annullaAppuntamento', { id: soon.id, email });
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([late.id]);
    rig.clock.pass(Date.parse(monday('11:31')) - rig.house.now());
    expect((await callerOf(rig, { user: anna }).call('scadenzeCalendario')).status).toBe(404);
  });
});

onOneInTurn('an operator at the counter', (rig) => {
  test('books for a person who has no e-mail; the office reads when', async () => {
    await writeCalendari(rig);
    const olga = callerOf(rig, { user: await createOperator(rig, 'Olga') });
    const ada = { nome: 'Ada', cognome: 'Neri', codice_fiscale: 'NREDAA80A41H501Q', documento: 'patente' };
    await olga.call('apriPerConto', { ente: 'borgo', ...ada, controllata: true });
    const { status, body } = await olga.call('prenotaAppuntamento', prenotazione({ email: '' }));
    expect(status).toBe(201);
    expect(await readRows(rig)).toMatchObject([{ stato: 'fissato', pratica: body.data.id }]);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ nome: 'Ada', email: '', canale: 'sportello', termine_il: '2026-11-23' });
    await rig.deliver();
    expect(rig.mails.filter(({ event }) => event)).toEqual([]);
  });
});

describe('figures', () => {
  onOneInTurn('a store with many calendars', (rig) => {
    test('reads for a month of one of them no row of the others, nor of other months', async () => {
      await writeCalendari(rig);
      const of = (calendario: string, day: number, postazione: number) => {
        const inizio = Date.UTC(2026, 11, 1, 8) + day * DAY;
        return {
          ...BOOKED,
          id: `${calendario} ${day} ${postazione}`,
          calendario,
          postazione,
          inizio,
          fine: inizio + 30 * MINUTE,
        };
      };
      const rows = ['tributi', ...Array.from({ length: 20 }, (_, n) => `altro-${n}`)].flatMap((calendario) =>
        Array.from({ length: 200 }, (_, n) => of(calendario, n % 100, 1 + Math.floor(n / 100))),
      );
      for (let n = 0; n < rows.length; n += 200)
        await rig.house.db
          .insertInto('appuntamenti')
          .values(rows.slice(n, n + 200))
          .execute();
      const asked = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni', mese: '2026-12' };
      const ask = async () => expect((await callerOf(rig).call('orariAppuntamenti', asked)).status).toBe(200);
      if (rig.house.dialect === 'sqlite') return ask();
      const reads = await readsOf(rig.place.databaseUrl ?? '', ask);
      const read = reads.filter(({ table }) => table === 'appuntamenti').map((r) => r.read);
      // Two for each day of the month.
      expect(Math.max(...read)).toBeLessThanOrEqual(2 * 31);
      expect(read.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(4 * 31);
    });
  });

  onOneInTurn('60 bookings', (rig) => {
    /** Mondays to Fridays at a quarter of an hour each, at two desks. */
    const timeAt = (n: number) =>
      new Date(Date.parse(monday('09:00')) + (n % 12) * 15 * MINUTE + Math.floor(n / 24) * DAY).toISOString();
    const open = () => writeCalendari(rig, [{ ...ANAGRAFE, massimo_per_persona: 60 }]);
    const asked = (n: number, over: object = {}) => prenotazione({ motivo: 'certificato', inizio: timeAt(n), ...over });

    test('of one person are twenty an hour: the others read when to try again, and lose nothing', {
      timeout: 60_000,
    }, async () => {
      await open();
      const anna = callerOf(rig, { user: cittadino('u1', 'anna@esempio.it') });
      const answers = [];
      for (let n = 0; n < 60; n++)
        answers.push(await anna.call('prenotaAppuntamento', asked(n), { key: `invio-di-prova-${n}` }));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, (_, n) => (n < 20 ? 201 : 429)));
      expect(answers[59]?.body.message).toMatch(/^Hai fatto troppi tentativi\. Riprova tra (un’ora|\d+ minuti)\.$/);
      expect(Number(answers[59]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect([await countRows(rig, 'appuntamenti'), await countRows(rig, 'pratiche')]).toEqual([20, 20]);
      // An hour later the same send is accepted, and one that was answered is not done again.
      rig.clock.pass(HOUR);
      const again = await anna.call('prenotaAppuntamento', asked(59), { key: 'invio-di-prova-59' });
      const known = await anna.call('prenotaAppuntamento', asked(0), { key: 'invio-di-prova-0' });
      expect([again.status, known.body.data.id]).toEqual([201, answers[0]?.body.data.id]);
      expect(await countRows(rig, 'appuntamenti')).toBe(21);
    });

    test('of people behind one address are as many appointments', { timeout: 60_000 }, async () => {
      await open();
      const { db, now } = rig.house;
      const people = Array.from({ length: 60 }, (_, n) => ({
        email: `lettore${n}@esempio.it`,
        caller: callerOf(rig, { peer: '10.9.9.1' }),
      }));
      for (const { caller, email } of people)
        await writeProva(db, caller.visitor, email, { verificata: now(), scade: now() + HOUR });
      const statuses = [];
      for (const [n, { caller, email }] of people.entries())
        statuses.push((await caller.call('prenotaAppuntamento', asked(n, { email }))).status);
      expect(new Set(statuses)).toEqual(new Set([201]));
      expect(await countRows(rig, 'appuntamenti')).toBe(60);
    });

    test('that are only begun hold one time, whoever begins them', async () => {
      await open();
      const anna = callerOf(rig);
      const statuses = [];
      for (let n = 0; n < 61; n++) statuses.push((await anna.call('tieniOrario', asked(n % 60))).status);
      expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([60, 429]);
      expect(await countRows(rig, 'appuntamenti')).toBe(1);
    });
  });

  onOneInTurn('300 people who press at once for the last 20 times', (rig) => {
    test('get 20 appointments, and 280 are told so', { timeout: 120_000 }, async () => {
      // Two desks, a morning of five times for a card each hour and a half: 20 in all.
      const morning = {
        ...ANAGRAFE,
        postazioni: 4,
        orari: [{ giorni: ['lunedi' as const], dalle: '09:00', alle: '11:30' }],
        orizzonte_giorni: 5,
      };
      await writeCalendari(rig, [morning]);
      const hosts = await Promise.all([rig.house, rig.otherHost(), rig.otherHost()]);
      const people = await Promise.all(Array.from({ length: 300 }, (_, n) => visitorOf(rig, n)));
      const times = ['09:00', '09:30', '10:00', '10:30', '11:00'];
      const answers = await Promise.all(
        people.map(({ caller, email }, n) =>
          caller
            .at({ ...rig.house, ...hosts[n % 3] } as typeof rig.house)
            .call('prenotaAppuntamento', prenotazione({ email, inizio: monday(times[n % 5] as string) })),
        ),
      );
      const count = (status: number) => answers.filter((a) => a.status === status).length;
      expect([count(201), count(409), answers.length]).toEqual([20, 280, 300]);
      const rows = await readRows(rig);
      expect(rows).toHaveLength(20);
      expect(new Set(rows.map(({ inizio, postazione }) => `${inizio} ${postazione}`)).size).toBe(20);
      expect(await countRows(rig, 'pratiche')).toBe(20);
    });
  });
});

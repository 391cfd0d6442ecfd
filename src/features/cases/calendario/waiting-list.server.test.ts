import { expect, test } from 'vitest';
import { TRIBUTI, writeCalendari } from '../../../../tests/calendari.ts';
import {
  callerOf,
  createAccount,
  createOperator,
  DAY,
  HOUR,
  MINUTE,
  onOneInTurn,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';
import { writeProva } from '../otp/otp.db.ts';
import { offerFreedTimes } from './waiting-list.server.ts';

/** By the clock in Rome. */
const at = (day: string, time: string) => new Date(`2026-${day}T${time}:00+01:00`).toISOString();
const near = (time: string) => at('11-24', time);
const far = (time: string) => at('12-01', time);
const ALL = ['15:00', '15:20', '15:40', '16:00', '16:20', '16:40'];
const OFFER = /si è liberato un orario prima/;

type Person = { email: string; id: string; caller: RigCaller };

const inTributi = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni' };
const booking = (over: Record<string, unknown>) => ({
  ...inTributi,
  dettagli: 'Due domande.',
  nome: 'Anna',
  cognome: 'Bianchi',
  privacy: true,
  ...over,
});

/** Somebody who has booked, with their own browser and network. */
async function bookedBy(rig: Rig, nome: string, inizio: string): Promise<Person> {
  const net = [...nome].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 250;
  const caller = callerOf(rig, { peer: `10.1.${net}.1` });
  const email = `${nome}@esempio.it`;
  const { db, now } = rig.house;
  await writeProva(db, caller.visitor, email, { verificata: now(), scade: now() + HOUR });
  const { status, body } = await caller.call('prenotaAppuntamento', booking({ email, inizio }));
  expect(status).toBe(201);
  return { caller, email, id: body.data.id };
}

/** The near day is taken; Anna and Bruno come a week later. */
async function fullDay(rig: Rig, free: readonly string[] = []) {
  await writeCalendari(rig, [TRIBUTI]);
  const early: Record<string, Person> = {};
  for (const [n, time] of ALL.entries())
    if (!free.includes(time)) early[time] = await bookedBy(rig, `presto${n}`, near(time));
  const anna = await bookedBy(rig, 'anna', far('15:00'));
  const bruno = await bookedBy(rig, 'bruno', far('15:20'));
  const cancel = async (time: string) => {
    const { caller, email, id } = early[time] as Person;
    expect((await caller.call('annullaAppuntamento', { email, id })).status).toBe(200);
    await work(rig);
  };
  return { anna, bruno, cancel };
}

/** As the house does in a minute: offers are made, and told. */
async function work(rig: Rig): Promise<void> {
  await rig.deliver();
  await offerFreedTimes(rig.house);
  await rig.deliver();
}

const pass = async (rig: Rig, ms: number) => {
  rig.clock.pass(ms);
  await work(rig);
};

const ask = (operation: 'entraInLista' | 'esciDallaLista' | 'rifiutaProposta' | 'leggiAppuntamento', p: Person) =>
  p.caller.call(operation, { email: p.email, id: p.id });
/** One after the other. */
const join = async (rig: Rig, ...people: Person[]) => {
  for (const p of people) {
    expect((await ask('entraInLista', p)).body.data.in_lista_dal).not.toBeNull();
    rig.clock.pass(1);
  }
};
const move = ({ caller, email, id }: Person, inizio: string) =>
  caller.call('spostaAppuntamento', { email, id, inizio });
const proposalOf = async (p: Person) => (await ask('leggiAppuntamento', p)).body.data.proposta?.inizio;
const offersTo = (rig: Rig, { email }: Person) => rig.mails.filter((m) => m.to === email && OFFER.test(m.subject));
const freeOn = async (rig: Rig): Promise<string[]> => {
  const { body } = await callerOf(rig).call('orariAppuntamenti', { ...inTributi, mese: '2026-11' });
  const times: string[] = body.data.orari.map(({ inizio }: { inizio: string }) => inizio);
  // Another month is shown where this one has none.
  return times.filter((inizio) => inizio < '2026-12');
};
const holdAs = (caller: RigCaller, inizio: string) => caller.call('tieniOrario', { ...inTributi, inizio });

onOneInTurn('a time that becomes free', (rig) => {
  test('is offered to the first of the list by mail and held for an hour; one press moves the appointment', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    expect([offersTo(rig, anna).length, offersTo(rig, bruno).length]).toEqual([1, 0]);
    const [mail] = offersTo(rig, anna);
    expect(mail?.text).toContain('Lo teniamo per te fino alle ore 11:00 di oggi');
    expect(mail?.text).toContain(`proposta=${encodeURIComponent(near('15:40'))}`);
    expect((await ask('leggiAppuntamento', anna)).body.data.proposta).toEqual({
      inizio: near('15:40'),
      fine: near('16:00'),
      fino: new Date(rig.house.now() + HOUR).toISOString(),
    });
    // It is not anybody else's meanwhile.
    expect(await freeOn(rig)).toEqual([]);
    expect((await holdAs(callerOf(rig), near('15:40'))).status).toBe(409);
    expect((await move(bruno, near('15:40'))).status).toBe(409);

    const moved = await move(anna, near('15:40'));
    expect([moved.status, moved.body.data]).toEqual([
      200,
      expect.objectContaining({ inizio: near('15:40'), in_lista_dal: null, proposta: null }),
    ]);
    // What Anna had is earlier than what Bruno has.
    await work(rig);
    expect(await proposalOf(bruno)).toBe(far('15:00'));
    expect(offersTo(rig, anna)).toHaveLength(1);
  });

  test('goes to the next one after an hour without an answer, and is free for all when nobody wants it', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    await pass(rig, HOUR - 1);
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([near('15:40'), undefined]);
    await pass(rig, 1);
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([undefined, near('15:40')]);
    expect((await move(anna, near('15:40'))).status).toBe(409);
    await pass(rig, HOUR);
    expect(await freeOn(rig)).toEqual([near('15:40')]);
    await pass(rig, MINUTE);
    expect([offersTo(rig, anna).length, offersTo(rig, bruno).length]).toEqual([1, 1]);
    // Both still wait; whoever comes first may have it now.
    expect((await move(anna, near('15:40'))).status).toBe(200);
  });

  test('goes to the next one at once when the first does not want it; who declines stays on the list', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    expect((await ask('rifiutaProposta', anna)).body.data).toMatchObject({ proposta: null });
    await work(rig);
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([undefined, near('15:40')]);
    await cancel('16:00');
    expect(await proposalOf(anna)).toBe(near('16:00'));
    // To decline nothing changes nothing.
    await ask('rifiutaProposta', bruno);
    expect((await ask('rifiutaProposta', bruno)).status).toBe(200);
  });

  test('goes to nobody who has left the list, cancelled, moved, or may not move any more', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    const carla = await bookedBy(rig, 'carla', far('15:40'));
    await join(rig, anna, bruno, carla);
    const left = await ask('esciDallaLista', anna);
    expect(left.body.data).toMatchObject({ in_lista_dal: null, avvisabile: true });
    await bruno.caller.call('annullaAppuntamento', { email: bruno.email, id: bruno.id });
    await move(carla, far('16:00'));
    await cancel('15:40');
    expect(rig.mails.filter((m) => OFFER.test(m.subject))).toEqual([]);
    expect(await freeOn(rig)).toEqual([near('15:40')]);
    await join(rig, anna);
    // Moved or cancelled until a day before; the offer would end later.
    rig.clock.set(Date.parse(far('15:00')) - DAY - HOUR + 1);
    expect((await ask('leggiAppuntamento', anna)).body.data).toMatchObject({ avvisabile: false });
  });

  test('goes to the next one when the first leaves the list, cancels or is moved while it is held for them', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    const carla = await bookedBy(rig, 'carla', far('15:40'));
    await join(rig, anna, bruno, carla);
    await cancel('15:40');
    await ask('esciDallaLista', anna);
    await work(rig);
    expect(await proposalOf(bruno)).toBe(near('15:40'));
    await bruno.caller.call('annullaAppuntamento', { email: bruno.email, id: bruno.id });
    await work(rig);
    expect(await proposalOf(carla)).toBe(near('15:40'));
    await move(carla, far('16:40'));
    await work(rig);
    expect(await freeOn(rig)).toEqual([near('15:40')]);
  });

  test('is no news to who joined when it was free; one that another person held then is', async () => {
    const { anna, bruno } = await fullDay(rig, ['15:00', '15:20']);
    const visitor = callerOf(rig);
    await holdAs(visitor, near('15:20'));
    await join(rig, anna, bruno);
    await work(rig);
    expect(rig.mails.filter((m) => OFFER.test(m.subject))).toEqual([]);
    await pass(rig, 10 * MINUTE);
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([near('15:20'), undefined]);
    // Taken by somebody and free again, it is new.
    const other = await bookedBy(rig, 'dario', near('15:00'));
    await work(rig);
    await other.caller.call('annullaAppuntamento', { email: other.email, id: other.id });
    await work(rig);
    expect(await proposalOf(bruno)).toBe(near('15:00'));
  });

  test('by another desk or an opening is offered as well: each hears of one', async () => {
    const { anna, bruno } = await fullDay(rig);
    await join(rig, anna, bruno);
    const calendario = {
      ...TRIBUTI,
      aperture_straordinarie: [{ giorno: '2026-11-26', dalle: '09:00', alle: '10:00' }],
    };
    await rig.house.db
      .updateTable('calendari')
      .set({ dati_json: JSON.stringify(calendario) })
      .execute();
    await work(rig);
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([at('11-26', '09:00'), at('11-26', '09:20')]);
    // The third time is free for all, and for those who wait.
    expect(await freeOn(rig)).toEqual([at('11-26', '09:40')]);
    await pass(rig, HOUR);
    // What Anna has let pass goes to Bruno, who was offered another; Anna knew of both.
    expect([await proposalOf(anna), await proposalOf(bruno)]).toEqual([undefined, at('11-26', '09:00')]);
    await pass(rig, HOUR);
    expect([offersTo(rig, anna).length, offersTo(rig, bruno).length]).toEqual([1, 2]);
  });

  test('at night is held until the morning, when the mail leaves', async () => {
    const { anna, cancel } = await fullDay(rig);
    await join(rig, anna);
    rig.clock.set(Date.parse(at('11-20', '22:30')));
    await cancel('15:40');
    expect(offersTo(rig, anna)).toEqual([]);
    expect(await freeOn(rig)).toEqual([]);
    expect((await ask('leggiAppuntamento', anna)).body.data.proposta.fino).toBe(at('11-21', '09:00'));
    rig.clock.set(Date.parse(at('11-21', '08:00')));
    await work(rig);
    expect(offersTo(rig, anna)[0]?.text).toContain('fino alle ore 09:00 di oggi');
  });
});

onOneInTurn('an offer', (rig) => {
  test('is made once by several hosts that look at the same instant: two times go to two people', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await cancel('15:40');
    await cancel('16:20');
    await join(rig, anna, bruno);
    // Both were free when they joined: as if they had joined before.
    await rig.house.db
      .updateTable('appuntamenti')
      .set({ orari_noti: '[]' })
      .where('in_lista_dal', 'is not', null)
      .execute();
    const other = await rig.otherHost();
    await Promise.all([offerFreedTimes(rig.house), offerFreedTimes(other), offerFreedTimes(rig.house)]);
    await work(rig);
    await work(rig);
    expect([await proposalOf(anna), await proposalOf(bruno)].sort()).toEqual([near('15:40'), near('16:20')]);
    expect([offersTo(rig, anna).length, offersTo(rig, bruno).length]).toEqual([1, 1]);
    const rows = await rig.house.db.selectFrom('appuntamenti').select('inizio').where('stato', '=', 'tenuto').execute();
    expect(rows).toHaveLength(2);
  });

  test('is not made to who cancels at the same instant, and nobody loses the time', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    await Promise.all([
      anna.caller.call('annullaAppuntamento', { email: anna.email, id: anna.id }),
      offerFreedTimes(rig.house),
      rig.deliver(),
    ]);
    await work(rig);
    expect(await proposalOf(bruno)).toBe(near('15:40'));
  });

  test('is taken once, though it is pressed twice and somebody else wants the time', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    const stranger = callerOf(rig);
    const answers = await Promise.all([
      move(anna, near('15:40')),
      move(bruno, near('15:40')),
      holdAs(stranger, near('15:40')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
  });

  test('begins its hour when the mail leaves, and is not told when it is over before', async () => {
    const { anna, cancel } = await fullDay(rig);
    await join(rig, anna);
    rig.mail.broken = true;
    await cancel('15:40');
    rig.mail.broken = false;
    await pass(rig, 30 * MINUTE);
    expect(offersTo(rig, anna)[0]?.text).toContain('fino alle ore 11:30 di oggi');
    rig.mail.broken = true;
    await cancel('16:00');
    await ask('rifiutaProposta', anna);
    await work(rig);
    rig.mail.broken = false;
    await pass(rig, 2 * HOUR);
    expect(offersTo(rig, anna)).toHaveLength(1);
  });
});

onOneInTurn('a time that a citizen holds in a form', (rig) => {
  test('is theirs when they move an appointment there', async () => {
    const { anna } = await fullDay(rig, ['15:20']);
    expect((await holdAs(anna.caller, near('15:20'))).status).toBe(201);
    expect((await move(anna, near('15:20'))).status).toBe(200);
    const held = await rig.house.db.selectFrom('appuntamenti').select('id').where('stato', '=', 'tenuto').execute();
    expect(held).toEqual([]);
  });
});

onOneInTurn('the waiting list', (rig) => {
  test('is joined once: who presses again keeps their place', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna);
    rig.clock.pass(MINUTE);
    await join(rig, bruno);
    rig.clock.pass(MINUTE);
    await join(rig, anna);
    await cancel('15:40');
    expect(await proposalOf(anna)).toBe(near('15:40'));
    // Nor does what is offered go away.
    expect((await ask('entraInLista', anna)).body.data.proposta).toMatchObject({ inizio: near('15:40') });
  });

  test('is not for who can come no earlier, nor for a case without an e-mail', async () => {
    const { anna } = await fullDay(rig);
    const soon = await bookedBy(rig, 'elena', far('16:40'));
    rig.clock.set(Date.parse(far('16:40')) - DAY - 30 * MINUTE);
    const late = await ask('entraInLista', soon);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Per questo appuntamento non c’è più tempo per proporti un orario prima.',
    ]);
    expect((await callerOf(rig).call('entraInLista', { email: 'x@esempio.it', id: anna.id })).status).toBe(404);
  });

  test('is seen by the office: how many wait, and what is held for them', async () => {
    const { anna, bruno, cancel } = await fullDay(rig);
    await join(rig, anna, bruno);
    await cancel('15:40');
    const olga = callerOf(rig, { user: await createOperator(rig, 'Olga') });
    const agenda = async (dal: string) =>
      (await olga.call('agenda', { ente: 'borgo', calendario: 'tributi', dal })).body.data;
    const day = await agenda('2026-11-24');
    expect(day.calendario.in_lista).toBe(2);
    expect(day.giorni[0].appuntamenti.filter((a: { stato: string }) => a.stato === 'tenuto')).toMatchObject([
      { inizio: near('15:40'), proposto_fino: new Date(rig.house.now() + HOUR).toISOString() },
    ]);
    const later = await agenda('2026-12-01');
    expect(later.giorni[0].appuntamenti.map((a: { in_lista?: boolean }) => a.in_lista)).toEqual([true, true]);
    expect((await olga.call('entraInLista', { email: anna.email, id: anna.id, vista: 'cittadino' })).status).toBe(403);
  });

  test('is left by an appointment that is over', async () => {
    const { anna } = await fullDay(rig);
    await join(rig, anna);
    rig.clock.set(Date.parse(far('15:00')));
    await work(rig);
    const rows = await rig.house.db
      .selectFrom('appuntamenti')
      .select('id')
      .where((e) => e.or([e('in_lista_dal', 'is not', null), e('orari_noti', 'is not', null)]))
      .execute();
    expect(rows).toEqual([]);
  });

  test('is in the file of a citizen, and forgets them; their appointment stays', async () => {
    await writeCalendari(rig, [TRIBUTI]);
    const early = await bookedBy(rig, 'presto', near('15:00'));
    const codice_fiscale = 'BNCNNA85M41Z999R';
    const user = await createAccount(rig, { codice_fiscale, email: 'anna@esempio.it' });
    const caller = callerOf(rig, { user });
    const { body } = await caller.call(
      'prenotaAppuntamento',
      booking({ inizio: far('15:00'), email: 'anna@esempio.it' }),
    );
    const anna = { caller, id: body.data.id, email: 'anna@esempio.it' };
    await join(rig, anna);
    expect((await caller.call('mieiAppuntamenti')).body.data).toMatchObject([{ avvisabile: true, proposta: null }]);
    await early.caller.call('annullaAppuntamento', { email: early.email, id: early.id });
    await work(rig);
    expect(await proposalOf(anna)).toBe(near('15:00'));
    const { pratiche } = JSON.parse((await caller.call('scaricaDati')).bytes.toString());
    expect(pratiche[0].appuntamenti).toEqual([
      {
        inizio: far('15:00'),
        fine: far('15:20'),
        stato: 'fissato',
        in_lista_dal: new Date(rig.house.now() - 1).toISOString(),
      },
    ]);
    const forget = async (apply: boolean) =>
      (await forgetPerson(rig.house, { codice_fiscale }, { now: rig.house.now(), apply }))
        .filter(({ what }) => what.startsWith('liste d’attesa'))
        .map(({ fate, quante }) => [fate, quante]);
    expect([await forget(false), await forget(true), await forget(false)]).toEqual([
      [['deleted', 1]],
      [['deleted', 1]],
      [],
    ]);
    expect(await freeOn(rig)).toContain(near('15:00'));
    const rows = await rig.house.db.selectFrom('appuntamenti').selectAll().where('stato', '=', 'fissato').execute();
    expect(rows).toMatchObject([{ in_lista_dal: null, orari_noti: null }]);
  });
});

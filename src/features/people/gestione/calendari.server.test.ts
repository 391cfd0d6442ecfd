import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { ANAGRAFE, writeCalendari } from '../../../../tests/calendari.ts';
import { callerOf, createAccount, HOUR, onOneInTurn, type Rig } from '../../../../tests/rig.ts';

/** Monday 23 November 2026. */
const at = (time: string) => new Date(`2026-11-23T${time}:00+01:00`).toISOString();
const onTuesday = (time: string, day = 24) => new Date(`2026-11-${day}T${time}:00+01:00`).toISOString();
const { ente: _ente, codice: _codice, ...DATI } = ANAGRAFE;
const [MORNING] = DATI.orari;
/** Until ten only. */
const SHORTER = { ...DATI, orari: [{ ...MORNING, alle: '10:00' }] };

async function bookAt(rig: Rig, inizio: string, calendario = 'anagrafe'): Promise<void> {
  const user = await createAccount(rig, { codice_fiscale: 'BNCNNA85M41Z999R', email: 'anna@esempio.it' });
  const booked = await callerOf(rig, { user }).call('prenotaAppuntamento', {
    ente: 'borgo',
    calendario,
    motivo: 'carta',
    inizio,
    dettagli: 'La carta è scaduta.',
    email: 'anna@esempio.it',
    privacy: true,
  });
  expect(booked.status).toBe(201);
}

const openRig = async (rig: Rig) => {
  const administrator = await loginAdministrator(rig);
  await writeCalendari(rig);
  return administrator;
};
const mailsToAnna = async (rig: Rig) => {
  await rig.deliver();
  return rig.mails.filter(({ to }) => to === 'anna@esempio.it').map(({ subject }) => subject);
};

onOneInTurn('a calendar that an administrator changes', (rig) => {
  test('is shown for the coming two weeks before it counts, and nothing is written', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('09:30'));
    const { status, body } = await call('provaCalendario', { codice: 'anagrafe', dati: SHORTER });
    expect(status).toBe(200);
    expect(body.data.giorni).toHaveLength(14);
    // Friday at ten: the morning is over.
    expect(body.data.giorni[0]).toEqual({
      giorno: '2026-11-20',
      aperture: [{ dalle: '09:00', alle: '10:00' }],
      prenotati: 0,
      liberi: [
        { minuti: 15, quanti: 0 },
        { minuti: 30, quanti: 0 },
      ],
    });
    expect(body.data.giorni[3]).toEqual({
      giorno: '2026-11-23',
      aperture: [{ dalle: '09:00', alle: '10:00' }],
      prenotati: 1,
      liberi: [
        { minuti: 15, quanti: 4 },
        { minuti: 30, quanti: 2 },
      ],
    });
    expect(body.data.fuori_orario).toEqual([]);
    const stored = (await call('datiEnte')).body.data.calendari[0].dati;
    expect(stored.orari).toEqual(DATI.orari);
    expect((await call('provaCalendario', { dati: { ...SHORTER, orari: [] } })).body.errors).toEqual({
      orari: [expect.any(String)],
    });
  });

  test('asks what becomes of the appointments outside its new hours, and until it is told nothing changes', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('10:00'));
    await bookAt(rig, at('09:00'));
    const refused = await call('salvaCalendario', { codice: 'anagrafe', dati: SHORTER });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { fuori_orario: ['Scegli che cosa succede agli appuntamenti fuori dai nuovi orari.'] },
    ]);
    expect((await call('datiEnte')).body.data.calendari[0].dati.orari).toEqual(DATI.orari);
    const preview = await call('provaCalendario', { codice: 'anagrafe', dati: SHORTER });
    expect(preview.body.data.fuori_orario).toEqual([{ inizio: at('10:00'), motivo: 'Carta d’identità' }]);
  });

  test('leaves them where they are, when told so, and does not ask again', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('10:00'));
    const before = await mailsToAnna(rig);
    const kept = await call('salvaCalendario', { codice: 'anagrafe', dati: SHORTER, fuori_orario: 'restano' });
    expect(kept.status).toBe(200);
    expect(await mailsToAnna(rig)).toEqual(before);
    expect((await call('salvaCalendario', { codice: 'anagrafe', dati: { ...SHORTER, nome: 'Anagrafe' } })).status).toBe(
      200,
    );
  });

  test('has everybody concerned told once, with three times to choose from, whatever the limit of the office is', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('10:00'));
    await mailsToAnna(rig);
    // A day before, when its citizen could not move it any more.
    rig.clock.pass(Date.parse(at('10:00')) - rig.house.now() - 12 * HOUR);
    const asked = { codice: 'anagrafe', dati: SHORTER, fuori_orario: 'avvisa' };
    expect((await call('salvaCalendario', asked)).status).toBe(200);
    expect((await call('salvaCalendario', { ...asked, dati: { ...SHORTER, nome: 'Anagrafe' } })).status).toBe(200);
    await rig.deliver();
    const told = rig.mails.filter(({ subject }) => subject.includes('scegli un altro orario'));
    expect(told.map(({ to }) => to)).toEqual(['anna@esempio.it']);
    const offered = [...(told[0]?.text ?? '').matchAll(/\?scegli=(\S+)/g)].map(([, inizio]) =>
      decodeURIComponent(inizio ?? ''),
    );
    expect(offered).toEqual(['09:00', '09:30', '09:00'].map((time, n) => onTuesday(time, n === 2 ? 25 : 24)));
    const pratica = await rig.house.db.selectFrom('pratiche').select(['id', 'email']).executeTakeFirstOrThrow();
    const moved = await callerOf(rig).call('spostaAppuntamento', { ...pratica, inizio: offered[1] });
    expect([moved.status, moved.body.data?.inizio]).toEqual([200, onTuesday('09:30')]);
    const row = await rig.house.db
      .selectFrom('appuntamenti')
      .select(['da_spostare', 'stato'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ da_spostare: null, stato: 'fissato' });
  });

  test('asks nobody who has moved or cancelled before the mail leaves', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('10:00'));
    await mailsToAnna(rig);
    await call('salvaCalendario', { codice: 'anagrafe', dati: SHORTER, fuori_orario: 'avvisa' });
    await rig.house.db.updateTable('appuntamenti').set({ stato: 'annullato' }).execute();
    expect((await mailsToAnna(rig)).filter((subject) => subject.includes('scegli'))).toEqual([]);
  });

  test('asks in the same way before a change of its hours is taken back', async () => {
    const { call } = await openRig(rig);
    const longer = { ...DATI, orari: [{ ...MORNING, alle: '14:00' }] };
    expect((await call('salvaCalendario', { codice: 'anagrafe', dati: longer })).status).toBe(200);
    await bookAt(rig, at('13:00'));
    const [{ id: modifica }] = (await call('modificheEnte')).body.data.modifiche;
    const hours = async () => (await call('datiEnte')).body.data.calendari[0].dati.orari;
    const refused = await call('ripristina', { modifica });
    expect([refused.status, Object.keys(refused.body.errors), await hours()]).toEqual([
      422,
      ['fuori_orario'],
      longer.orari,
    ]);
    expect((await call('provaRipristina', { modifica })).body.data).toEqual({
      fuori_orario: [{ inizio: at('13:00'), motivo: 'Carta d’identità' }],
    });
    const undone = await call('ripristina', { modifica, fuori_orario: 'avvisa' });
    expect([undone.status, await hours()]).toEqual([200, DATI.orari]);
    expect((await mailsToAnna(rig)).filter((subject) => subject.includes('scegli un altro orario'))).toHaveLength(1);
  });

  test('stays, with its appointments, when its addition would be taken back', async () => {
    const { call } = await openRig(rig);
    const added = await call('salvaCalendario', { dati: { ...DATI, nome: 'Nuovo' } });
    const calendario = added.body.data.id;
    const [{ id: modifica }] = (await call('modificheEnte')).body.data.modifiche;
    await bookAt(rig, at('10:00'), calendario);
    expect((await call('provaRipristina', { modifica })).body.data).toEqual({ fuori_orario: [] });
    expect((await call('ripristina', { modifica })).status).toBe(409);
    await rig.house.db.updateTable('appuntamenti').set({ stato: 'annullato' }).execute();
    expect((await call('ripristina', { modifica })).status).toBe(200);
  });

  test('is not taken out while somebody is to come', async () => {
    const { call } = await openRig(rig);
    await bookAt(rig, at('10:00'));
    const refused = await call('salvaCalendario', { codice: 'anagrafe' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('lunedì 23 novembre 2026 ore 10:00'),
    ]);
    await rig.house.db.updateTable('appuntamenti').set({ stato: 'annullato' }).execute();
    expect((await call('salvaCalendario', { codice: 'anagrafe' })).status).toBe(200);
  });
});

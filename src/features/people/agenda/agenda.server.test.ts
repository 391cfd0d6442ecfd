import { expect, test } from 'vitest';
import { ANAGRAFE, writeCalendari } from '../../../../tests/calendari.ts';
import {
  callerOf,
  createAccount,
  createOperator,
  ENTI,
  HOUR,
  onOneInTurn,
  type Rig,
  type RigCaller,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const MONDAY = '2026-11-23';
const at = (time: string, day = MONDAY) => new Date(`${day}T${time}:00+01:00`).toISOString();
const agendaOf = { ente: 'borgo', calendario: 'anagrafe', dal: MONDAY };

/** Anna, logged in, books at the register office. @returns the id of the appointment */
async function bookFor(rig: Rig, over: Record<string, unknown> = {}): Promise<string> {
  const user = await createAccount(rig, { codice_fiscale: 'BNCNNA85M41Z999R', email: 'anna@esempio.it' });
  const booked = await callerOf(rig, { user }).call('prenotaAppuntamento', {
    ente: 'borgo',
    calendario: 'anagrafe',
    motivo: 'carta',
    inizio: at('10:00'),
    dettagli: 'La carta è scaduta.',
    email: 'anna@esempio.it',
    telefono: '333 1234567',
    privacy: true,
    ...over,
  });
  expect(booked.status).toBe(201);
  const row = await rig.house.db
    .selectFrom('appuntamenti')
    .select('id')
    .orderBy('creato', 'desc')
    .orderBy('inizio', 'desc')
    .executeTakeFirstOrThrow();
  return row.id;
}

const olgaOf = async (rig: Rig): Promise<RigCaller> => callerOf(rig, { user: await createOperator(rig, 'Olga') });
const toMonday = (rig: Rig, time: string) => rig.clock.pass(Date.parse(at(time)) - rig.house.now());
const dayOf = async (caller: RigCaller, over: object = {}) =>
  (await caller.call('agenda', { ...agendaOf, ...over })).body.data.giorni[0];
const casesOf = (rig: Rig) => rig.house.db.selectFrom('pratiche').select(['stato', 'codice']).execute();

onOneInTurn('the agenda of an office', (rig) => {
  test('says who comes when, when it is open and how much is free, for a day and for a week', async () => {
    await writeCalendari(rig);
    await bookFor(rig);
    const olga = await olgaOf(rig);
    const { body } = await olga.call('agenda', { ...agendaOf, giorni: '7' });
    expect(body.data.calendario).toEqual({
      ente: 'borgo',
      codice: 'anagrafe',
      nome: 'Ufficio anagrafe',
      luogo: 'Piazza Grande 3, piano terra',
      postazioni: 2,
      minuti: 15,
      in_lista: 0,
    });
    expect(body.data.calendari.map(({ codice }: { codice: string }) => codice)).toEqual(['anagrafe', 'tributi']);
    const [monday, tuesday, , , , saturday] = body.data.giorni;
    expect(monday).toEqual({
      giorno: MONDAY,
      aperture: [{ inizio: at('09:00'), fine: at('12:00') }],
      liberi: 12,
      appuntamenti: [
        expect.objectContaining({
          inizio: at('10:00'),
          fine: at('10:30'),
          postazione: 1,
          stato: 'fissato',
          motivo: 'Carta d’identità',
          nome: 'Anna Bianchi',
          telefono: '+393331234567',
          numero: '2026/000001',
          chat: expect.stringMatching(/^\/richiesta\/chat\/operatore\//),
          esiti: [],
        }),
      ],
    });
    expect([tuesday.appuntamenti, tuesday.liberi, saturday.aperture]).toEqual([[], 12, []]);
  });

  test('counts a time as taken once both desks are, and says why a day is closed', async () => {
    await writeCalendari(rig, [
      {
        ...ANAGRAFE,
        massimo_per_persona: 5,
        chiusure: [{ dal: '2026-11-24', al: '2026-11-24', motivo: 'formazione' }],
      },
    ]);
    await bookFor(rig);
    await bookFor(rig);
    const olga = await olgaOf(rig);
    const monday = await dayOf(olga);
    expect([monday.liberi, monday.appuntamenti.map((a: { postazione: number }) => a.postazione)]).toEqual([10, [1, 2]]);
    expect(await dayOf(olga, { dal: '2026-11-24' })).toMatchObject({ chiuso: 'formazione', aperture: [], liberi: 0 });
    expect(await dayOf(olga, { dal: '2026-12-08' })).toMatchObject({ chiuso: 'festa' });
  });

  test('is that of the operator’s own enti alone', async () => {
    await writeCalendari(rig);
    const vito = callerOf(rig, { user: await createOperator(rig, 'Vito', { enti: ['valle'] }) });
    expect((await vito.call('agenda', agendaOf)).status).toBe(404);
    expect((await vito.call('agenda')).body.data).toEqual({ calendari: [], giorni: [] });
    expect((await (await olgaOf(rig)).call('agenda', { ...agendaOf, calendario: 'altro' })).status).toBe(404);
    const id = await bookFor(rig);
    toMonday(rig, '10:05');
    expect((await vito.call('esitoAppuntamento', { id, esito: 'arrivato' })).status).toBe(404);
  });

  test('shows only the time of a case that another office keeps to itself', async () => {
    await writeCalendari(rig);
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['APPUNTAMENTO'], uffici_riservati: true }, 1);
    rig.clock.pass(11_000);
    const office = await writeUfficio(rig, { nome: 'Anagrafe', servizi: ['APPUNTAMENTO'] });
    const other = await writeUfficio(rig, { nome: 'Tributi', servizi: [] });
    const id = await bookFor(rig);
    const ofOwn = callerOf(rig, { user: await createOperator(rig, 'Lucia', { uffici: [office] }) });
    const ofOther = callerOf(rig, { user: await createOperator(rig, 'Remo', { uffici: [other] }) });
    toMonday(rig, '10:05');
    const [seen] = (await dayOf(ofOther)).appuntamenti;
    expect([seen.nome, seen.telefono, seen.motivo, seen.esiti]).toEqual([
      undefined,
      undefined,
      'Pratica di un altro ufficio',
      [],
    ]);
    expect((await ofOther.call('esitoAppuntamento', { id, esito: 'servito' })).status).toBe(403);
    expect((await dayOf(ofOwn)).appuntamenti[0].nome).toBe('Anna Bianchi');
    expect((await ofOwn.call('esitoAppuntamento', { id, esito: 'servito' })).status).toBe(200);
  });
});

onOneInTurn('what became of an appointment', (rig) => {
  test('is said on its day: come, then received, which ends its case with words for its citizen', async () => {
    await writeCalendari(rig);
    const id = await bookFor(rig);
    const olga = await olgaOf(rig);
    const say = async (esito: string) => (await olga.call('esitoAppuntamento', { id, esito })).status;
    expect(await say('arrivato')).toBe(409);
    toMonday(rig, '09:50');
    expect((await dayOf(olga)).appuntamenti[0].esiti).toEqual(['arrivato', 'servito']);
    const early = await olga.call('esitoAppuntamento', { id, esito: 'non_venuto' });
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('non è ancora cominciato')]);
    expect(await say('arrivato')).toBe(200);
    expect(await say('arrivato')).toBe(200);
    expect((await casesOf(rig))[0]?.stato).toBe('inviata');
    expect(await say('fissato')).toBe(200);
    expect(await say('arrivato')).toBe(200);
    expect(await say('servito')).toBe(200);
    expect(await casesOf(rig)).toEqual([{ stato: 'conclusa', codice: 'APPUNTAMENTO' }]);
    const events = await rig.house.db.selectFrom('eventi').select('testo').orderBy('n').execute();
    expect(events.at(-1)?.testo).toBe(
      'L’appuntamento di lunedì 23 novembre 2026 dalle ore 10:00 alle ore 10:30 si è svolto.',
    );
    await rig.deliver();
    const subjects = rig.mails.filter(({ to }) => to === 'anna@esempio.it').map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('è stata chiusa'));
  });

  test('is put right when somebody pressed the wrong button: the case stays closed and says so', async () => {
    await writeCalendari(rig);
    const id = await bookFor(rig);
    const olga = await olgaOf(rig);
    toMonday(rig, '10:20');
    expect((await olga.call('esitoAppuntamento', { id, esito: 'non_venuto' })).status).toBe(200);
    expect((await olga.call('esitoAppuntamento', { id, esito: 'servito' })).status).toBe(200);
    expect((await casesOf(rig))[0]?.stato).toBe('conclusa');
    const events = await rig.house.db.selectFrom('eventi').select(['testo', 'da']).orderBy('n').execute();
    expect(events.slice(-2).map(({ da }) => da)).toEqual(['operatore', 'sistema']);
    expect(events.at(-1)?.testo).toContain('si è svolto');
  });

  test('is nothing for one that its citizen has cancelled meanwhile', async () => {
    await writeCalendari(rig);
    const id = await bookFor(rig, { inizio: at('10:00', '2026-11-24') });
    await rig.house.db.updateTable('appuntamenti').set({ stato: 'annullato' }).execute();
    const olga = await olgaOf(rig);
    rig.clock.pass(96 * HOUR);
    const refused = await olga.call('esitoAppuntamento', { id, esito: 'servito' });
    expect([refused.status, refused.body.message]).toEqual([409, 'Nel frattempo l’appuntamento è stato annullato.']);
    expect((await olga.call('esitoAppuntamento', { id: 'altro', esito: 'servito' })).status).toBe(404);
  });
});

onOneInTurn('an office that cannot receive', (rig) => {
  const closing = {
    ente: 'borgo',
    calendario: 'anagrafe',
    dal: MONDAY,
    dalle: '9.00',
    alle: '11.00',
    motivo: 'Sciopero',
  };
  const mailsTo = async (subject: string) => {
    await rig.deliver();
    return rig.mails.filter((mail) => mail.to === 'anna@esempio.it' && mail.subject.includes(subject));
  };

  test('closes some hours: who has booked then is named first, and told once when the office says so', async () => {
    await writeCalendari(rig);
    await bookFor(rig);
    await bookFor(rig, { inizio: at('11:00') });
    const olga = await olgaOf(rig);
    const asked = await olga.call('chiudiAgenda', closing);
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ['fuori_orario']]);
    expect((await olga.call('provaChiusura', closing)).body.data.fuori_orario).toEqual([
      { inizio: at('10:00'), motivo: 'Carta d’identità', nome: 'Anna Bianchi' },
    ]);
    expect((await dayOf(olga)).aperture).toEqual([{ inizio: at('09:00'), fine: at('12:00') }]);
    expect((await olga.call('chiudiAgenda', { ...closing, fuori_orario: 'avvisa' })).status).toBe(200);
    const [told, ...others] = await mailsTo('scegli un altro orario');
    expect([told?.text.includes('Sciopero'), others]).toEqual([true, []]);
    const monday = await dayOf(olga);
    expect(monday.aperture).toEqual([{ inizio: at('11:00'), fine: at('12:00') }]);
    expect(monday.appuntamenti.map((a: { da_spostare?: string }) => a.da_spostare !== undefined)).toEqual([
      true,
      false,
    ]);
    // Closed once more, with more hours: the first is not asked again.
    const more = { ...closing, dalle: '11:00', alle: '11:30', fuori_orario: 'avvisa' };
    expect((await olga.call('provaChiusura', more)).body.data.fuori_orario).toHaveLength(1);
    expect((await olga.call('chiudiAgenda', more)).status).toBe(200);
    expect(await mailsTo('scegli un altro orario')).toHaveLength(2);
  });

  test('keeps no hours that make no sense, and closes no calendar of another ente', async () => {
    await writeCalendari(rig);
    const olga = await olgaOf(rig);
    const wrong = async (over: object) =>
      Object.keys((await olga.call('chiudiAgenda', { ...closing, ...over })).body.errors ?? {});
    expect(await wrong({ alle: '8:00' })).toEqual(['alle']);
    expect(await wrong({ alle: '24:00' })).toEqual(['alle']);
    expect(await wrong({ dalle: '' })).toEqual(['dalle']);
    expect(await wrong({ al: '2026-11-22' })).toEqual(['al']);
    expect(await wrong({ dal: '31/11/2026' })).toEqual(['dal']);
    const vito = callerOf(rig, { user: await createOperator(rig, 'Vito', { enti: ['valle'] }) });
    expect((await vito.call('chiudiAgenda', closing)).status).toBe(404);
    expect((await vito.call('provaChiusura', closing)).status).toBe(404);
    expect((await olga.call('chiudiAgenda', { ...closing, calendario: 'altro' })).status).toBe(404);
  });

  test('moves an appointment to a time that citizens could not choose any more, and its citizen is told', async () => {
    await writeCalendari(rig);
    await bookFor(rig);
    await rig.deliver();
    const olga = await olgaOf(rig);
    const [{ pratica }] = (await dayOf(olga)).appuntamenti;
    toMonday(rig, '08:00');
    const pair = { id: pratica, email: '', vista: 'operatore' };
    const free = await olga.call('orariPerSpostare', pair);
    expect(free.body.data.primo.inizio).toBe(at('09:00'));
    expect((await olga.call('spostaAppuntamento', { ...pair, inizio: at('09:00') })).status).toBe(200);
    expect((await dayOf(olga)).appuntamenti).toMatchObject([{ inizio: at('09:00'), stato: 'fissato' }]);
    expect(await mailsTo('appuntamento spostato')).toHaveLength(1);
  });

  test('cancels one with a reason: the time is free, the case ends, and its citizen reads why in one mail', async () => {
    await writeCalendari(rig);
    const id = await bookFor(rig);
    await rig.deliver();
    const before = rig.mails.length;
    const olga = await olgaOf(rig);
    const [{ pratica }] = (await dayOf(olga)).appuntamenti;
    expect((await olga.call('annullaDaUfficio', { id: pratica, motivo: ' ' })).body.errors).toEqual({
      motivo: ['Scrivi il motivo: lo legge anche il cittadino.'],
    });
    const vito = callerOf(rig, { user: await createOperator(rig, 'Vito', { enti: ['valle'] }) });
    expect((await vito.call('annullaDaUfficio', { id: pratica, motivo: 'Prova' })).status).toBe(404);
    expect((await olga.call('annullaDaUfficio', { id: pratica, motivo: 'Sciopero' })).status).toBe(200);
    expect((await dayOf(olga)).appuntamenti).toEqual([]);
    expect(await casesOf(rig)).toEqual([{ stato: 'conclusa', codice: 'APPUNTAMENTO' }]);
    const events = await rig.house.db.selectFrom('eventi').select('testo').orderBy('n').execute();
    expect(events.at(-1)?.testo).toContain('Motivo: Sciopero');
    await rig.deliver();
    const [mail, ...others] = rig.mails.slice(before).filter(({ to }) => to === 'anna@esempio.it');
    expect([mail?.subject, others]).toEqual(['Richiesta 2026/000001: appuntamento annullato', []]);
    expect(mail?.text).toContain('Lo ha annullato l’ufficio, per questo motivo: Sciopero');
    expect(mail?.text).toContain('/servizio/appuntamento?ente=borgo&calendario=anagrafe&motivo=carta');
    expect(mail?.event?.method).toBe('CANCEL');
    expect((await olga.call('annullaDaUfficio', { id: pratica, motivo: 'Sciopero' })).status).toBe(409);
    expect((await olga.call('esitoAppuntamento', { id, esito: 'servito' })).status).toBe(409);
  });
});

onOneInTurn('a case that is better spoken about', (rig) => {
  test('offers its citizen an appointment by mail, and shows its operators what is fixed with them', async () => {
    await writeCalendari(rig);
    const { id, email } = await sendSegnalazione(callerOf(rig), { email: 'anna@esempio.it' });
    await rig.deliver();
    const olga = await olgaOf(rig);
    const ufficio = await ufficioIdOf(rig, id);
    const read = async () => (await olga.call('appuntamentiPratica', { id: ufficio })).body.data;
    expect(await read()).toEqual({
      fissati: [],
      proponibili: [
        { calendario: 'anagrafe', motivo: 'carta', nome: 'Ufficio anagrafe: Carta d’identità' },
        { calendario: 'anagrafe', motivo: 'certificato', nome: 'Ufficio anagrafe: Certificati' },
        { calendario: 'tributi', motivo: 'informazioni', nome: 'Ufficio tributi: Informazioni' },
      ],
    });
    const offer = (over: object = {}) =>
      olga.call('proponiAppuntamento', { id: ufficio, calendario: 'anagrafe', motivo: 'carta', ...over });
    expect((await offer({ motivo: 'informazioni' })).body.errors).toEqual({ motivo: [expect.any(String)] });
    expect((await offer()).status).toBe(200);
    await rig.deliver();
    const mail = rig.mails.find(({ to, subject }) => to === email && subject.includes('ci vediamo allo sportello'));
    expect(mail?.text).toContain('/servizio/appuntamento?ente=borgo&calendario=anagrafe&motivo=carta&da=');
    // The same address, as she wrote it another time.
    await rig.house.db.updateTable('pratiche').set({ email: 'Anna@Esempio.it' }).where('id', '=', id).execute();
    await bookFor(rig);
    expect((await read()).fissati).toMatchObject([
      { inizio: at('10:00'), ufficio: 'Ufficio anagrafe', motivo: 'Carta d’identità' },
    ]);
  });

  test('offers none to a citizen who left no e-mail', async () => {
    await writeCalendari(rig);
    const { id } = await sendSegnalazione(callerOf(rig));
    await rig.house.db.updateTable('pratiche').set({ email: '' }).execute();
    const olga = await olgaOf(rig);
    const ufficio = await ufficioIdOf(rig, id);
    expect((await olga.call('appuntamentiPratica', { id: ufficio })).body.data.proponibili).toEqual([]);
    const asked = { id: ufficio, calendario: 'anagrafe', motivo: 'carta' };
    expect((await olga.call('proponiAppuntamento', asked)).status).toBe(409);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { writeCalendari } from '../../../../tests/calendari.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  createOperator,
  doneIn,
  ENTI,
  HOUR,
  onOneInTurn,
  type Rig,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const CF = 'BNCNNA85M41Z999R';
const ADA = {
  ente: 'borgo',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: CF,
  documento: 'patente',
  controllata: 'on',
};
/** As the form sends it: name and tax code are those that the operator has checked, whatever stands here. */
const istanza = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  sistema__c: 'TARMB',
  oggetto: 'Rimborso',
  testo: 'Ho pagato due volte.',
  richiedente: { nome: 'Altra', cognome: 'Persona', codice_fiscale: '', email: '', telefono: '333 1234567' },
  filesAllegati: [],
  privacy: true,
  ...over,
});

onOneInTurn('a form that an operator fills in for a person at the counter', (rig) => {
  beforeAll(async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA'] }, 1);
    await writeEnte(rig.house.db, { ...ENTI.valle, categorie: ['ISTANZA'] }, 2);
  });
  const olgaOf = async (on: Rig) => callerOf(on, { user: await createOperator(on, 'Olga') });

  test('is of that person: their name and tax code, without e-mail, code and copy of the document; the case says who filed it and what was checked', async () => {
    const olga = await olgaOf(rig);
    expect((await olga.call('apriPerConto', ADA)).status).toBe(200);
    const sent = await olga.call('inviaIstanza', istanza());
    expect([sent.status, sent.body.data?.chat]).toEqual([
      201,
      expect.stringMatching(/^\/richiesta\/chat\/operatore\//),
    ]);
    const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(pratica).toMatchObject({
      nome: 'Anna',
      cognome: 'Bianchi',
      codice_fiscale: CF,
      email: '',
      canale: 'sportello',
      utente: null,
      letto_operatore: 1,
    });
    const [done] = await doneIn(olga, pratica.ufficio);
    expect(done).toMatchObject({
      azione: 'registrazione',
      nome: 'Olga Neri',
      testo: 'Identità controllata allo sportello: patente di guida.',
    });
    const first = await rig.house.db.selectFrom('eventi').select('testo').executeTakeFirstOrThrow();
    expect(first.testo).toMatch(/^Registrata dall’ufficio .* Identità controllata allo sportello: patente di guida\.$/);
    const receipt = await olga.call('ricevutaPratica', { id: pratica.ufficio, email: '', vista: 'operatore' });
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['protocollo@borgo.example']);
  });

  test('is in the area of its citizen when they log in later, and is told to an address that they gave', async () => {
    const olga = await olgaOf(rig);
    await olga.call('apriPerConto', { ...ADA, email: 'anna@esempio.it' });
    const richiedente = { telefono: '333 1234567', email: 'anna@esempio.it' };
    expect((await olga.call('inviaIstanza', istanza({ richiedente }))).status).toBe(201);
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to).sort()).toEqual(['anna@esempio.it', 'protocollo@borgo.example']);
    const anna = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: CF }) });
    const [found] = (await anna.call('praticheDaPrendere')).body.data;
    expect((await anna.call('prendiPratica', { id: found.id })).status).toBe(200);
  });

  test('goes to the operator’s own ente alone, for an hour, and as long as they are not done', async () => {
    const olga = await olgaOf(rig);
    expect((await olga.call('apriPerConto', { ...ADA, ente: 'valle' })).status).toBe(404);
    await olga.call('apriPerConto', ADA);
    const elsewhere = await olga.call('inviaIstanza', istanza({ ente: 'valle' }));
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      422,
      { ente: ['Allo sportello registri solo richieste al tuo ente.'] },
    ]);
    rig.clock.pass(HOUR);
    const late = await olga.call('inviaIstanza', istanza());
    expect([late.status, Object.keys(late.body.errors)]).toEqual([
      422,
      expect.arrayContaining(['richiedente.codice_fiscale', 'richiedente.email']),
    ]);
    await olga.call('apriPerConto', ADA);
    expect((await olga.call('chiudiPerConto')).body.data).toEqual({ chiusa: true });
    expect((await olga.call('inviaIstanza', istanza())).status).toBe(422);
    expect((await olga.call('chiudiPerConto')).body.data).toEqual({ chiusa: false });
  });

  test('opens no position of that person: these need the two codes of the letter, as for anybody without a login', async () => {
    const olga = await olgaOf(rig);
    const posizione = await writePosizione(rig, {}, [CF]);
    await writeDocumento(rig, posizione, { numero: 'A-1' });
    await olga.call('apriPerConto', ADA);
    expect((await olga.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).status).toBe(404);
  });

  test('keeps the drafts of one person from the next, and those of both from the operator', async () => {
    const olga = await olgaOf(rig);
    const form = { percorso: '/servizio/allacciamento-lampade-votive' };
    const read = async () => (await olga.call('leggiBozza', form)).body.data;
    await olga.call('apriPerConto', ADA);
    await olga.call('salvaBozza', { ...form, passo: 'dati', valori: { oggetto: 'di Anna' } });
    expect((await read()).valori.oggetto).toBe('di Anna');
    await olga.call('apriPerConto', { ...ADA, nome: 'Ugo' });
    expect(await read()).toBeNull();
    await olga.call('chiudiPerConto');
    expect(await read()).toBeNull();
  });

  test('is an appointment, and nothing else, for somebody who calls: nobody has checked who they are', async () => {
    const olga = await olgaOf(rig);
    await writeCalendari(rig);
    await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA', 'APPUNTAMENTO'] }, 1);
    rig.clock.pass(11_000);
    const caller = { ...ADA, documento: 'telefono', telefono: '333 1234567' };
    expect((await olga.call('apriPerConto', caller)).status).toBe(200);
    const refused = await olga.call('inviaIstanza', istanza());
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Al telefono prenoti solo')]);
    const booked = await olga.call('prenotaAppuntamento', {
      ente: 'borgo',
      calendario: 'anagrafe',
      motivo: 'carta',
      inizio: '2026-11-24T09:00:00Z',
      dettagli: 'La carta è scaduta.',
      telefono: '333 1234567',
      privacy: true,
    });
    expect(booked.status).toBe(201);
    const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(pratica).toMatchObject({ nome: 'Anna', codice_fiscale: CF, email: '', canale: 'telefono' });
    const first = await rig.house.db.selectFrom('eventi').select('testo').executeTakeFirstOrThrow();
    expect(first.testo).toBe('Registrata dall’ufficio per conto di chi ha telefonato.');
    const agenda = await olga.call('agenda', { ente: 'borgo', calendario: 'anagrafe', dal: '2026-11-24' });
    expect(agenda.body.data.giorni[0].appuntamenti).toMatchObject([{ nome: 'Anna Bianchi', senza_email: true }]);
  });

  test('without an e-mail is refused to everybody else, who must confirm one', async () => {
    const anna = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: CF }) });
    const richiedente = { telefono: '333 1234567', email: null };
    const refused = await anna.call('inviaIstanza', istanza({ richiedente }));
    expect([refused.status, refused.body.errors]).toEqual([422, { email: ['Scrivi l’indirizzo e-mail.'] }]);
  });
});

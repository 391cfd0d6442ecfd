import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  codeIn,
  createAccount,
  HOUR,
  onOneInTurn,
  openAsUfficio,
  operatore,
  type RigCaller,
  segnalazione,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { beginSession, readAccesso } from '../../people/accesso/session.server.ts';

const NEW_EMAIL = 'nuova@esempio.it';
const MARIO = { codice_fiscale: 'RSSMRA80A01H501U', nome: 'Mario', cognome: 'Rossi', email: 'mario@esempio.it' };
const contatti = (email: string, telefono?: string) => ({
  Email_Comunicazione__c: email,
  ...(telefono !== undefined && { Telefono_Comunicazione__c: telefono }),
});

onOneInTurn('the contacts of a citizen', (rig) => {
  const loggedIn = async (over = {}): Promise<RigCaller> => callerOf(rig, { user: await createAccount(rig, over) });

  test('a new e-mail address is stored once its code was typed, and the old address is told without learning the new one', async () => {
    const anna = await loggedIn();
    await anna.confirm(NEW_EMAIL);
    rig.mails.length = 0;

    const changed = await anna.call('aggiornaContatti', contatti(NEW_EMAIL, '333 1234567'));

    expect([changed.status, changed.body.data.Email_Comunicazione__c]).toEqual([200, NEW_EMAIL]);
    expect(changed.body.data.Telefono_Comunicazione__c).toBe('+393331234567');
    await rig.deliver();
    expect(rig.mails.map((m) => m.to)).toEqual(['anna@esempio.it']);
    const [told] = rig.mails;
    expect(told?.subject).toBe('Portale di prova: è cambiato il tuo indirizzo e-mail');
    expect(`${told?.text}${told?.html}`).not.toContain(NEW_EMAIL);
    expect(told?.text).toContain('n…@');
    const [kept] = await rig.house.db.selectFrom('posta_in_uscita').selectAll().execute();
    expect(kept?.dati_json).not.toContain(NEW_EMAIL);
  });

  test.each([
    ['without a code', async () => {}],
    ['with the code of another address', (anna: RigCaller) => anna.confirm('altra@esempio.it')],
    ['with a code that somebody else typed', () => callerOf(rig).confirm(NEW_EMAIL)],
    [
      'with a code typed hours ago',
      async (anna: RigCaller) => {
        await anna.confirm(NEW_EMAIL);
        rig.clock.pass(3 * HOUR);
      },
    ],
    [
      'with a code that has served already',
      async (anna: RigCaller) => {
        await anna.confirm(NEW_EMAIL);
        await anna.call('aggiornaContatti', contatti(NEW_EMAIL));
        await anna.confirm('anna@esempio.it');
        await anna.call('aggiornaContatti', contatti('anna@esempio.it'));
      },
    ],
  ])('a new e-mail is refused %s', async (_what, before) => {
    const user = await createAccount(rig);
    await before(callerOf(rig, { user }));
    const updated = callerOf(rig, { user: { ...user, contatti: { email: 'anna@esempio.it', telefono: null } } });
    rig.mails.length = 0;

    const changed = await updated.call('aggiornaContatti', contatti(NEW_EMAIL, '333 1234567'));

    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['otp']]);
    const [row] = await rig.house.db.selectFrom('utenti').selectAll().execute();
    expect([row?.email_comunicazione, row?.telefono_comunicazione]).toEqual(['anna@esempio.it', null]);
  });

  test('a wrong code leaves the address unconfirmed', async () => {
    const anna = await loggedIn();
    await anna.call('codiceEmail', { email: NEW_EMAIL });
    const otp = codeIn(rig.mails.at(-1)) === '000000' ? '000001' : '000000';
    expect((await anna.call('codiceEmail', { email: NEW_EMAIL, otp })).status).toBe(422);
    expect((await anna.call('aggiornaContatti', contatti(NEW_EMAIL))).status).toBe(422);
  });

  test('a citizen who keeps their e-mail address needs no code, and no mail is sent', async () => {
    const anna = await loggedIn();
    const changed = await anna.call('aggiornaContatti', contatti('Anna@esempio.it', '06 1234567'));
    expect([changed.status, changed.body.data.Telefono_Comunicazione__c]).toEqual([200, '+39061234567']);
    expect(await rig.deliver()).toBe(0);
  });

  test('a citizen can empty the telephone, which stays when it is not sent; they cannot empty the e-mail address', async () => {
    const anna = await loggedIn({ telefono: '+393331234567' });
    expect((await anna.call('aggiornaContatti', contatti('anna@esempio.it'))).body.data.Telefono_Comunicazione__c).toBe(
      '+393331234567',
    );
    expect(
      (await anna.call('aggiornaContatti', contatti('anna@esempio.it', ''))).body.data.Telefono_Comunicazione__c,
    ).toBe(null);
    const empty = await anna.call('aggiornaContatti', contatti('', ''));
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      { Email_Comunicazione__c: ['Scrivi l’indirizzo e-mail.'] },
    ]);
    expect((await anna.call('modificaAnagrafica', contatti(''))).status).toBe(422);
  });

  test('a citizen without an e-mail address confirms their first one, and no mail is sent about it', async () => {
    const giulia = await loggedIn({ email: null });
    expect((await giulia.call('aggiornaContatti', contatti(NEW_EMAIL))).status).toBe(422);
    await giulia.confirm(NEW_EMAIL);
    expect((await giulia.call('aggiornaContatti', contatti(NEW_EMAIL))).status).toBe(200);
    expect(await rig.deliver()).toBe(0);
  });

  test('another session sees a change, and cannot restore the old address without a code', async () => {
    const user = await createAccount(rig);
    const person = { provider: 'cittadini', issuer: 'https://identita.example', subject: user.codice_fiscale } as const;
    const identity = {
      nome: 'Anna',
      cognome: 'Bianchi',
      codice_fiscale: user.codice_fiscale,
      email: 'anna@esempio.it',
    };
    const other = await beginSession(
      rig.house,
      { ...person, ...identity, telefono: null, enti: [], idToken: null },
      null,
    );
    const anna = callerOf(rig, { user });
    await anna.confirm(NEW_EMAIL);
    await anna.call('aggiornaContatti', contatti(NEW_EMAIL));

    const seen = await readAccesso(rig.house, other.cookie, true);
    expect(seen?.user.contatti.email).toBe(NEW_EMAIL);
    // As the session read it before the change.
    const stale = callerOf(rig, { user: other.user });
    expect((await stale.call('aggiornaContatti', contatti('anna@esempio.it'))).status).toBe(422);
  });

  test('ten changes at once to one confirmed address count as one change', async () => {
    const anna = await loggedIn();
    await anna.confirm(NEW_EMAIL);
    rig.mails.length = 0;
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => anna.call('aggiornaContatti', contatti(NEW_EMAIL))),
    );
    expect(sent.map((s) => s.status)).toEqual(Array(10).fill(200));
    await rig.deliver();
    expect(rig.mails).toHaveLength(1);
  });
});

onOneInTurn('the profile of a citizen', (rig) => {
  test('the residence is stored field by field; name and tax code are those of the identity', async () => {
    const anna = callerOf(rig, { user: await createAccount(rig) });
    const sent = {
      Indirizzo: ' Via Roma 1 ',
      Cap: '00100',
      Comune: 'Roma',
      Provincia: 'rm',
      Nome: 'X',
      CodiceFiscale: 'X',
    };
    expect((await anna.call('modificaAnagrafica', sent)).status).toBe(200);
    await anna.call('modificaAnagrafica', { Cap: '' });

    const { data } = (await anna.call('utente')).body;
    expect(data).toMatchObject({ Indirizzo: 'Via Roma 1', Comune: 'Roma', Provincia: 'RM', Nome: 'Anna' });
    expect([data.CodiceFiscale, data.Cap]).toEqual(['BNCNNA80A41H501R', undefined]);
  });

  test('a residence that cannot exist is refused in words', async () => {
    const anna = callerOf(rig, { user: await createAccount(rig) });
    const sent = await anna.call('modificaAnagrafica', { Cap: '123', Provincia: 'Roma', Comune: 'a\nb' });
    expect([sent.status, Object.keys(sent.body.errors).sort()]).toEqual([422, ['Cap', 'Comune', 'Provincia']]);
    const abroad = await anna.call('modificaAnagrafica', { Cap: 'SW1A 1AA', Provincia: 'EE', Comune: 'London' });
    expect([abroad.status, abroad.body.data.Cap]).toEqual([200, 'SW1A 1AA']);
  });

  const CITIZENS = [
    'aggiornaContatti',
    'modificaAnagrafica',
    'scaricaDati',
    'praticheDaPrendere',
    'prendiPratica',
  ] as const;

  test.each(CITIZENS)('%s is a citizen’s: nobody logged in is 401, an operator is 403', async (name) => {
    expect((await callerOf(rig).call(name, contatti(NEW_EMAIL))).status).toBe(401);
    expect((await callerOf(rig, { user: operatore('borgo') }).call(name, contatti(NEW_EMAIL))).status).toBe(403);
  });

  test('an operator is told who they are, with their enti', async () => {
    const { data } = (await callerOf(rig, { user: operatore('borgo') }).call('utente')).body;
    expect([data.Ruolo, data.Enti, data.Email_Comunicazione__c]).toEqual(['operatore', ['borgo'], null]);
  });

  test('the download holds what is the citizen’s and nothing of others; hidden messages are left out', async () => {
    const anna = await createAccount(rig);
    const mia = await sendSegnalazione(callerOf(rig, { user: anna }), { oggetto: 'Lampione mio' });
    await sendSegnalazione(callerOf(rig, { user: await createAccount(rig, MARIO) }), {
      oggetto: 'Lampione altrui',
      email: MARIO.email,
    });
    await sendSegnalazione(callerOf(rig), { oggetto: 'Lampione di un ospite', email: 'ospite@esempio.it' });
    const office = await openAsUfficio(rig, mia);
    const wrong = await office.call('commenta', { ...mia, vista: 'operatore', testo: 'Dati di un terzo' });
    await office.call('commenta', { ...mia, vista: 'operatore', testo: 'Arriviamo domani' });
    await office.call('nascondi', { ...mia, evento: wrong.body.data.id });

    const sent = await callerOf(rig, { user: anna }).call('scaricaDati');

    expect(sent.headers.get('content-disposition')).toContain('attachment; filename="i-miei-dati-2026-11-20.json"');
    expect(sent.headers.get('cache-control')).toBe('private, no-store');
    const text = sent.bytes.toString();
    expect(text).not.toMatch(/altrui|ospite|Dati di un terzo|mario/);
    const data = JSON.parse(text);
    expect(data.utente).toMatchObject({ nome: 'Anna', codice_fiscale: 'BNCNNA80A41H501R' });
    expect(data.pratiche.map((p: { oggetto: string }) => p.oggetto)).toEqual(['Lampione mio']);
    expect(data.pratiche[0].eventi.map((e: { testo: string | null }) => e.testo)).toEqual([
      null,
      'Arriviamo domani',
      'Un operatore ha nascosto un contenuto che esponeva dati di una persona.',
    ]);
  });

  test('the download holds the citizen’s positions with their documents, but no removed ones and no control code', async () => {
    const { db } = rig.house;
    const anna = await createAccount(rig);
    const position = (id: string) => ({
      id,
      ente: 'borgo',
      codice_utente: `U${id}`,
      controllo: 'segreto',
      sistema: 'PAR',
      intestatario: 'Anna Bianchi',
    });
    const mine = (posizione: string, codice_fiscale: string, removedAt: number | null) => ({
      id: `r${posizione}`,
      posizione,
      codice_fiscale,
      ruolo: 'persona_fisica',
      creata: 1,
      tolta: removedAt,
    });
    await db.insertInto('posizioni').values(['1', '2', '3'].map(position)).execute();
    await db
      .insertInto('rappresentanze')
      .values([mine('1', anna.codice_fiscale, null), mine('2', anna.codice_fiscale, 2), mine('3', 'X', null)])
      .execute();
    const document = (posizione: string) => ({
      id: `d${posizione}`,
      posizione,
      ente: 'borgo',
      sistema: 'PAR',
      numero: `N${posizione}`,
      tipo: 'avviso',
      data: '2026-01-01',
      scadenza: null,
      importo_cent: 1234,
      stato: 'da_pagare',
      stato_da: 'import' as const,
      iuv: null,
      numero_avviso: null,
    });
    await db.insertInto('documenti').values(['1', '2', '3'].map(document)).execute();

    const { bytes } = await callerOf(rig, { user: anna }).call('scaricaDati');

    const { posizioni } = JSON.parse(bytes.toString());
    expect(posizioni.map((p: { codice_utente: string }) => p.codice_utente)).toEqual(['U1']);
    expect(posizioni[0].documenti.map((d: { numero: string }) => d.numero)).toEqual(['N1']);
    expect(bytes.toString()).not.toContain('segreto');
  });
});

onOneInTurn('a report of who is logged in', (rig) => {
  test('a report of a logged-in citizen has the name and tax code of the identity, whatever was sent', async () => {
    const anna = callerOf(rig, { user: await createAccount(rig) });
    const forged = { nome: 'Mario', cognome: 'Rossi', codice_fiscale: 'RSSMRA80A01H501U', email: 'anna@esempio.it' };
    const { id } = await sendSegnalazione(anna, forged);
    const row = await rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.nome, row.cognome, row.codice_fiscale]).toEqual(['Anna', 'Bianchi', 'BNCNNA80A41H501R']);
  });

  test('a report of a logged-in citizen needs neither name nor code, since their contact address is confirmed', async () => {
    const user = await createAccount(rig);
    const sent = await callerOf(rig, { user }).call(
      'inviaSegnalazione',
      segnalazione({ nome: undefined, cognome: '' }),
    );
    expect(sent.status).toBe(201);
  });

  test('an operator who sends a report types a name like anybody else, and the case is in no citizen’s area', async () => {
    const { id } = await sendSegnalazione(callerOf(rig, { user: operatore('borgo') }));
    const row = await rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.nome, row.utente]).toEqual(['Anna', null]);
  });

  test('an operator who sends a report confirms their address like anybody else, even that of their login', async () => {
    const user = { ...operatore('borgo'), contatti: { email: 'olga@comune.example', telefono: null } };
    const sent = await callerOf(rig, { user }).call(
      'inviaSegnalazione',
      segnalazione({ email: 'olga@comune.example' }),
    );
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['otp']]);
  });

  test('a report is listed with the requests of the same citizen, each with its kind', async () => {
    const user = cittadino('u1', 'anna@esempio.it');
    const { id } = await sendSegnalazione(callerOf(rig, { user }));
    rig.clock.pass(HOUR);
    const other = await sendSegnalazione(callerOf(rig, { user }));
    await rig.house.db.updateTable('pratiche').set({ tipo: 'richiesta' }).where('id', '=', other.id).execute();
    const { data } = (await callerOf(rig, { user }).call('listaSegnalazioni')).body;
    const kinds = Object.fromEntries(data.map((p: { id: string; tipo: string }) => [p.id, p.tipo]));
    expect(kinds).toEqual({ [id]: 'segnalazione', [other.id]: 'richiesta' });
  });
});

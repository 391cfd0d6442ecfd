import { expect, test } from 'vitest';
import { addMezzo, beginDichiarazione, prepareEnti, uploadFile } from '../../../../tests/mezzi.ts';
import {
  callerOf,
  countRows,
  ENTI,
  HOUR,
  MINUTE,
  onOneInTurn,
  pdfFile,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { forgetEnti } from '../../cases/ente/ente.server.ts';
import { accessoCookie, beginSession, endSession, readAccesso } from './session.server.ts';

const MARIO: IdentifiedPerson = {
  provider: 'cittadini',
  issuer: 'https://identita.example',
  subject: 'a1',
  nome: 'Mario',
  cognome: 'Rossi',
  codice_fiscale: 'RSSMRA80A01Z999Y',
  email: 'mario@posta.example',
  telefono: '+393330000001',
  enti: [],
  idToken: 'gettone',
};
const OLGA: IdentifiedPerson = {
  ...MARIO,
  provider: 'operatori',
  subject: 'o1',
  nome: 'Olga',
  codice_fiscale: '',
  enti: ['borgo'],
};
const YEAR = 365 * 24 * HOUR;

const login = async (rig: Rig, person = MARIO, visitor: string | null = null) =>
  beginSession(rig.house, person, visitor);
const who = async (rig: Rig, cookie: string, azione = true) =>
  (await readAccesso(rig.house, cookie, azione))?.user.nome ?? null;

onOneInTurn('a login', (rig) => {
  test.each([
    ['a citizen', MARIO, 30],
    ['an operator', OLGA, 15],
  ])('of %s ends after its minutes without activity', async (_who, person, minutes) => {
    const { cookie } = await login(rig, person);
    rig.clock.pass(minutes * MINUTE - 1);
    expect(await who(rig, cookie, false)).toBe(person.nome);
    rig.clock.pass(1);
    expect(await who(rig, cookie)).toBeNull();
    expect(await countRows(rig, 'accessi')).toBe(0);
  });

  test('of an operator ends after the minutes of their ente, of several after the shortest, and after eight hours in any case', async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, inattivita_minuti: 60 }, 1);
    await writeEnte(rig.house.db, { ...ENTI.valle, inattivita_minuti: 30 }, 2);
    forgetEnti(rig.house);
    const one = await login(rig, OLGA);
    const both = await login(rig, { ...OLGA, subject: 'o2', enti: ['borgo', 'valle'] });
    rig.clock.pass(30 * MINUTE);
    expect([await who(rig, one.cookie, false), await who(rig, both.cookie)]).toEqual(['Olga', null]);
    for (let minutes = 30; minutes < 8 * 60; minutes += 30) {
      expect(await who(rig, one.cookie)).toBe('Olga');
      rig.clock.pass(30 * MINUTE);
    }
    expect(await who(rig, one.cookie)).toBeNull();
  });

  test.each([
    ['a citizen', MARIO],
    ['an operator', OLGA],
  ])('of %s ends after eight hours, whatever is done', async (_who, person) => {
    const { cookie } = await login(rig, person);
    for (let at = 10; at < 480; at += 10) {
      rig.clock.pass(10 * MINUTE);
      expect(await who(rig, cookie)).toBe(person.nome);
    }
    expect((await readAccesso(rig.house, cookie, true))?.session).toMatchObject({
      idle: RIG_NOW + 8 * HOUR,
      limit: RIG_NOW + 8 * HOUR,
    });
    rig.clock.pass(10 * MINUTE);
    expect(await who(rig, cookie)).toBeNull();
  });

  test('is not extended by requests that a script makes on its own', async () => {
    const { cookie } = await login(rig);
    for (let at = 0; at < 29; at++) {
      rig.clock.pass(MINUTE);
      expect(await who(rig, cookie, false)).toBe('Mario');
    }
    rig.clock.pass(MINUTE);
    expect(await who(rig, cookie, false)).toBeNull();
  });

  test('says when it ends', async () => {
    const { cookie } = await login(rig);
    rig.clock.pass(10 * MINUTE);
    const read = await readAccesso(rig.house, cookie, false);
    expect(read?.session).toEqual({
      id: sha256Of(cookie),
      idle: RIG_NOW + 30 * MINUTE,
      limit: RIG_NOW + 8 * HOUR,
      first: true,
    });
    const kept = await readAccesso(rig.house, cookie, true);
    expect(kept?.session.idle).toBe(RIG_NOW + 40 * MINUTE);
  });

  test('is reported as the first of its account only once', async () => {
    const before = await login(rig);
    expect((await readAccesso(rig.house, before.cookie, false))?.session.first).toBe(true);
    rig.clock.pass(10 * MINUTE);
    const { cookie } = await login(rig);
    expect((await readAccesso(rig.house, cookie, false))?.session.first).toBe(false);
  });

  test('has an id of its own each time, which only its holder knows', async () => {
    const cookies = new Set<string>();
    for (let n = 0; n < 1000; n++) cookies.add((await login(rig)).cookie);
    expect(cookies.size).toBe(1000);
    for (const cookie of cookies) expect(cookie).toMatch(/^[\w-]{43}$/);
    const all = [...cookies];
    // Where a fixed or counted part would show: every place of the text takes nearly all of its 64 values.
    for (let place = 0; place < 42; place++) expect(new Set(all.map((c) => c[place])).size).toBeGreaterThan(56);
    expect(await rig.dump()).not.toContain(all[0]);
  });

  test.each(['', 'x', 'a'.repeat(43), '../../x', 'é'.repeat(43)])(
    'is never one that was made up: %s',
    async (cookie) => {
      await login(rig);
      expect(await who(rig, cookie)).toBeNull();
    },
  );

  test('that was ended does not come back', async () => {
    const { cookie } = await login(rig);
    const session = (await readAccesso(rig.house, cookie, true))?.session;
    if (!session) throw new Error('nobody');
    expect(await endSession(rig.house, session)).toBe('gettone');
    expect(await who(rig, cookie)).toBeNull();
    expect(await endSession(rig.house, session)).toBeNull();
  });

  test('ends alone: another device stays logged in', async () => {
    const [phone, desk] = [await login(rig), await login(rig)];
    const session = (await readAccesso(rig.house, phone.cookie, true))?.session;
    if (session) await endSession(rig.house, session);
    expect(await who(rig, phone.cookie)).toBeNull();
    expect(await who(rig, desk.cookie)).toBe('Mario');
  });

  test('of a person who does not come back is deleted', async () => {
    await login(rig);
    rig.clock.pass(8 * HOUR);
    await deleteLapsed(rig.house);
    expect(await countRows(rig, 'accessi')).toBe(0);
  });

  test('leads to one account per tax code, whichever identity card a citizen uses', async () => {
    const spid = await login(rig);
    const cie = await login(rig, {
      ...MARIO,
      issuer: 'https://altra.example',
      subject: 'zz',
      nome: 'MARIO',
      email: null,
    });
    const luca = await login(rig, { ...MARIO, codice_fiscale: 'VRDLCU72P15Z999A' });
    expect(cie.user.id).toBe(spid.user.id);
    expect(luca.user.id).not.toBe(spid.user.id);
    expect(cie.user).toMatchObject({ nome: 'MARIO', email: null, contatti: { email: 'mario@posta.example' } });
  });

  test('of an operator is never a citizen’s, even of the same tax code', async () => {
    const citizen = await login(rig);
    const operator = await login(rig, { ...OLGA, codice_fiscale: MARIO.codice_fiscale });
    expect(operator.user.id).not.toBe(citizen.user.id);
    expect(operator.user).toMatchObject({ ruolo: 'operatore', enti: ['borgo'] });
  });

  test('takes the enti of an operator from each login', async () => {
    await login(rig, OLGA);
    const { cookie } = await login(rig, { ...OLGA, enti: ['valle'] });
    expect((await readAccesso(rig.house, cookie, true))?.user.enti).toEqual(['valle']);
  });
});

onOneInTurn('a draft that a visitor began', (rig) => {
  const draft = (oggetto: string) => ({ percorso: '/segnalazione', passo: 'dati', valori: { oggetto } });

  test('moves to the account at login, with its files, its key and the code proof', async () => {
    const guest = callerOf(rig);
    const saved = await guest.call('salvaBozza', draft('Lampione'));
    await guest.call('caricaFile', { file: pdfFile(), percorso: '/segnalazione' });
    await guest.confirm('mario@posta.example');
    const { user } = await login(rig, MARIO, guest.visitor);
    const citizen = callerOf(rig, { user });
    const found = (await citizen.call('leggiBozza', { percorso: '/segnalazione' })).body.data;
    expect(found).toMatchObject({ valori: { oggetto: 'Lampione' }, chiave: saved.body.data.chiave });
    expect((await guest.call('leggiBozza', { percorso: '/segnalazione' })).body.data).toBeNull();
    const owners = await rig.house.db.selectFrom('prove_email').select('proprietario').execute();
    expect(owners).toEqual([{ proprietario: `u:${user.id}` }]);
    const files = await rig.house.db.selectFrom('allegati').select('proprietario').execute();
    expect(files.map((f) => f.proprietario)).toEqual([`u:${user.id}`]);
  });

  test('lasts as long as a citizen’s own after the login', async () => {
    const guest = callerOf(rig);
    await guest.call('salvaBozza', draft('Lampione'));
    await login(rig, MARIO, guest.visitor);
    const { scade } = await rig.house.db.selectFrom('bozze').select('scade').executeTakeFirstOrThrow();
    expect(Number(scade)).toBe(RIG_NOW + YEAR);
  });

  test.each([
    ['the guest’s, when it is younger', 'del conto', 'da ospite', 'da ospite'],
    ['the account’s, when it is younger', 'da ospite', 'del conto', 'del conto'],
  ])('wins or loses against another of the same form: %s', async (_which, first, second, stays) => {
    const { user } = await login(rig);
    const guest = callerOf(rig);
    const citizen = callerOf(rig, { user });
    for (const text of [first, second]) {
      await (text === 'da ospite' ? guest : citizen).call('salvaBozza', draft(text));
      rig.clock.pass(MINUTE);
    }
    await login(rig, MARIO, guest.visitor);
    expect((await citizen.call('leggiBozza', { percorso: '/segnalazione' })).body.data.valori.oggetto).toBe(stays);
    expect(await countRows(rig, 'bozze')).toBe(1);
  });

  test.each([
    ['keeps the files of both', 1, 10],
    ['or its own alone, when they would be too many', 2, 2],
  ])('after a login that ended while a form was filled in %s', async (_what, after, remaining) => {
    const { user } = await login(rig);
    const [guest, citizen] = [callerOf(rig), callerOf(rig, { user })];
    const attach = async (client: RigCaller, howMany: number) => {
      for (let n = 0; n < howMany; n++) await client.call('caricaFile', { file: pdfFile(), percorso: '/segnalazione' });
    };
    await citizen.call('salvaBozza', draft('prima'));
    await attach(citizen, 9);
    rig.clock.pass(MINUTE);
    await guest.call('salvaBozza', draft('dopo'));
    await attach(guest, after);

    await login(rig, MARIO, guest.visitor);

    const { valori, allegati } = (await citizen.call('leggiBozza', { percorso: '/segnalazione' })).body.data;
    expect([valori.oggetto, allegati.length]).toEqual(['dopo', remaining]);
    expect(await countRows(rig, 'allegati')).toBe(remaining);
  });

  test.each([
    ['of their own tax code', ' rssmra80a01z999y ', true],
    ['of nobody’s yet', '', true],
    ['of somebody else, who used this browser before', 'BNCNNA85M41Z999R', false],
  ])('%s: moves or stays, with its files', async (_whose, codice_fiscale, comes) => {
    const guest = callerOf(rig);
    await guest.call('salvaBozza', { ...draft('Lampione'), valori: { oggetto: 'Lampione', codice_fiscale } });
    await guest.call('caricaFile', { file: pdfFile(), percorso: '/segnalazione' });
    const { user } = await login(rig, { ...MARIO, codice_fiscale: 'RSSMRA80A01Z999Y' }, guest.visitor);

    const [citizens, guests] = await Promise.all(
      [callerOf(rig, { user }), guest].map((who) => who.call('leggiBozza', { percorso: '/segnalazione' })),
    );

    const [mine, other] = comes ? [citizens, guests] : [guests, citizens];
    expect(mine?.body.data).toMatchObject({ valori: { oggetto: 'Lampione' }, allegati: [{}] });
    expect(other?.body.data).toBeNull();
  });

  test('joins the declaration of devices begun before the login expired, and nothing is lost', async () => {
    await prepareEnti(rig);
    const { user } = await login(rig);
    const [guest, citizen] = [callerOf(rig), callerOf(rig, { user })];
    const id = await beginDichiarazione(citizen);
    const path = dichiarazionePath(id);
    await addMezzo(citizen, id);
    await uploadFile(citizen, id, 'autorizzazione');
    await citizen.call('salvaBozza', {
      percorso: path,
      passo: 'richiedente',
      valori: { privacy: 'on', telefono: '1' },
    });
    rig.clock.pass(MINUTE);
    await guest.call('salvaBozza', { percorso: path, passo: 'richiedente', valori: { privacy: '', telefono: '2' } });

    await login(rig, MARIO, guest.visitor);

    const { body } = await citizen.call('leggiDichiarazioneMezzi', { id });
    expect(body.data).toMatchObject({ mezzi: [{ indirizzo: 'Via Roma 1' }], allegati: [{}] });
    const { valori } = (await citizen.call('leggiBozza', { percorso: path })).body.data;
    expect(valori).toEqual({ privacy: 'on', telefono: '2' });
    expect(await countRows(rig, 'bozze')).toBe(1);
  });

  test('stays a guest’s draft when an operator logs in', async () => {
    const guest = callerOf(rig);
    await guest.call('salvaBozza', draft('Lampione'));
    await login(rig, OLGA, guest.visitor);
    expect((await guest.call('leggiBozza', { percorso: '/segnalazione' })).body.data).toMatchObject({
      valori: { oggetto: 'Lampione' },
    });
  });

  test('is not restored once it has expired', async () => {
    const guest = callerOf(rig);
    await guest.call('salvaBozza', draft('vecchia'));
    rig.clock.pass(25 * HOUR);
    const { user } = await login(rig, MARIO, guest.visitor);
    expect((await callerOf(rig, { user }).call('leggiBozza', { percorso: '/segnalazione' })).body.data).toBeNull();
    expect(await countRows(rig, 'bozze')).toBe(0);
  });

  test('moves with a grant and an answered send, and nothing of another visitor moves', async () => {
    const { db } = rig.house;
    await db
      .insertInto('posizioni')
      .values({ id: 'p1', ente: 'borgo', codice_utente: 'U1', controllo: 'x', sistema: 'ICP', intestatario: 'Mario' })
      .execute();
    const guest = callerOf(rig);
    const other = callerOf(rig);
    for (const { visitor } of [guest, other]) {
      await db
        .insertInto('concessioni')
        .values({ proprietario: visitor, posizione: 'p1', scade: RIG_NOW + HOUR })
        .execute();
      const invio = { operazione: 'invia', chiave: 'chiave-1234', impronta: 'x', risposta_json: '{}', creato: RIG_NOW };
      await db
        .insertInto('invii')
        .values({ proprietario: visitor, ...invio })
        .execute();
    }
    const { user } = await login(rig, MARIO, guest.visitor);
    for (const table of ['concessioni', 'invii'] as const) {
      const rows = await db.selectFrom(table).select('proprietario').orderBy('proprietario').execute();
      expect(rows.map((r) => r.proprietario).sort()).toEqual([other.visitor, `u:${user.id}`].sort());
    }
    // Again, with both sides holding the same: nothing stands in the way.
    await db
      .insertInto('concessioni')
      .values({ proprietario: guest.visitor, posizione: 'p1', scade: RIG_NOW + HOUR })
      .execute();
    await login(rig, MARIO, guest.visitor);
    expect(await countRows(rig, 'concessioni')).toBe(2);
  });
});

test('the cookie of a login is for this host only, hidden from scripts, and sent over https only where the portal uses it', () => {
  expect(accessoCookie('x', true)).toBe('__Host-accesso=x; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(accessoCookie('x', false)).toBe('accesso=x; Path=/; HttpOnly; SameSite=Lax');
  expect(accessoCookie('', true)).toContain('; Max-Age=0');
});

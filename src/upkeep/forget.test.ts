import { expect, test } from 'vitest';
import { writeAvviso, writePagamento } from '../../tests/pagamenti.ts';
import { writePosizione } from '../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  onBoth,
  openAsUfficio,
  operatore,
  pdfFile,
  sendRichiesta,
  sendSegnalazione,
  ufficioIdOf,
} from '../../tests/rig.ts';
import { checkStore } from './check.server.ts';
import { forgetPerson } from './forget.server.ts';

const CODICE = 'BNCNNA80A41H501R';
const BRUNO = 'VRDLCU72P15Z999A';

onBoth('the right to be forgotten', (rig) => {
  const forget = (apply: boolean) =>
    forgetPerson(rig.house, { codice_fiscale: CODICE }, { now: rig.house.now(), apply });
  const fates = async (apply: boolean) =>
    (await forget(apply)).map(({ fate, what, quante }) => [fate, what.split(':')[0], quante]);

  /** Somebody with an account, a draft, a report, and a failed payment. */
  const person = async (codice_fiscale: string, name: string) => {
    const user = await createAccount(rig, { codice_fiscale, nome: name, cognome: name, email: `${name}@esempio.it` });
    const citizen = callerOf(rig, { user });
    const { body } = await citizen.call('caricaFile', { file: pdfFile() });
    const pratica = await sendSegnalazione(citizen, {
      nome: name,
      cognome: name,
      codice_fiscale,
      email: `${name}@esempio.it`,
      filesAllegati: [body.data.Id],
      oggetto: `Di ${name}`,
      descrizione: `Davanti a casa mia, ${name}.`,
    });
    await citizen.call('salvaBozza', {
      percorso: '/sportello-territoriale',
      passo: 'dati',
      valori: { oggetto: `Di ${name}` },
    });
    const close = async () => {
      const ufficio = await openAsUfficio(rig, pratica);
      await ufficio.call('commenta', {
        ...pratica,
        vista: 'operatore',
        stato: 'conclusa',
        testo: `Gentile ${name}, fatto.`,
      });
      await rig.deliver();
      return ufficio;
    };
    return { user, citizen, pratica, close };
  };
  const anna = () => person(CODICE, 'Zelindabuona');

  /** What the store has of somebody. */
  const rowsOf = async ({ user, pratica }: Awaited<ReturnType<typeof person>>) => {
    const { db } = rig.house;
    return [
      await db.selectFrom('utenti').selectAll().where('id', '=', user.id).execute(),
      await db.selectFrom('accessi').selectAll().where('utente', '=', user.id).execute(),
      await db.selectFrom('bozze').selectAll().where('proprietario', '=', `u:${user.id}`).execute(),
      await db.selectFrom('pratiche').selectAll().where('id', '=', pratica.id).execute(),
      await db.selectFrom('pratiche_parole').selectAll().where('pratica', '=', pratica.id).orderBy('parola').execute(),
      await db.selectFrom('eventi').selectAll().where('pratica', '=', pratica.id).orderBy('n').execute(),
      await db.selectFrom('atti').selectAll().where('pratica', '=', pratica.id).orderBy('n').execute(),
      await db.selectFrom('allegati').selectAll().where('pratica', '=', pratica.id).execute(),
      await db.selectFrom('pagamenti').selectAll().where('utente', '=', user.id).execute(),
      await db.selectFrom('rappresentanze').selectAll().where('codice_fiscale', '=', user.codice_fiscale).execute(),
    ];
  };

  test('makes a closed report anonymous, deletes account and links, keeps receipts with the reason, and touches nobody else', async () => {
    const mine = await anna();
    const bruno = await person(BRUNO, 'Brunobuono');
    await writePosizione(rig, {}, [CODICE, BRUNO]);
    const avviso = await writeAvviso(rig, { debitore: CODICE });
    await writePagamento(rig, [avviso], { utente: mine.user.id, email: 'ricevuta@esempio.it' });
    for (const { user } of [mine, bruno])
      await writePagamento(rig, [avviso], { utente: user.id, stato: 'annullato', email: `${user.nome}@esempio.it` });
    const ufficio = await mine.close();
    await bruno.close();
    const olga = callerOf(rig, { user: operatore('borgo') });
    await olga.call('annotaPratica', {
      id: await ufficioIdOf(rig, mine.pratica.id),
      nota: 'Zelindabuona ha telefonato.',
    });
    const expected = [
      ['deleted', 'profilo con contatti e residenza, e i suoi accessi', 1],
      ['deleted', 'bozze e dichiarazioni non inviate', 1],
      ['deleted', 'legami con le posizioni', 1],
      ['anonymous', 'segnalazioni chiuse', 1],
      ['anonymous', 'pagamenti non riusciti', 1],
      ['stays', 'pagamenti riusciti con le ricevute', 1],
      ['stays', 'posizioni, dichiarazioni e avvisi che vengono dai sistemi dell’ente', 2],
    ];
    const [before, ofBruno] = [await rig.dump(), await rowsOf(bruno)];
    expect(await fates(false)).toEqual(expected);
    expect(await rig.dump()).toBe(before);

    expect(await fates(true)).toEqual(expected);

    expect(await rowsOf(bruno)).toEqual(ofBruno);
    const { db } = rig.house;
    // The words of a case are in small letters.
    expect((await rig.dump()).toLowerCase()).not.toContain('zelindabuona');
    expect(
      await db.selectFrom('pratiche_parole').select('parola').where('parola', '=', 'zelindabuona').execute(),
    ).toEqual([]);
    const row = await db.selectFrom('pratiche').selectAll().where('id', '=', mine.pratica.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      email: '',
      codice_fiscale: null,
      utente: null,
      stato: 'conclusa',
      codice: 'SF510',
    });
    expect(JSON.parse(row.dati_json)).toMatchObject({ indirizzo: 'Via Roma 12' });
    const record = await db.selectFrom('cancellazioni').selectAll().execute();
    expect(record.map(({ motivo, tipo, quante }) => [motivo, tipo, Number(quante)]).sort()).toEqual([
      ['oblio', 'bozze', 1],
      ['oblio', 'pagamenti', 1],
      ['oblio', 'rappresentanze', 1],
      ['oblio', 'segnalazioni', 1],
      ['oblio', 'utenti', 1],
    ]);
    expect(JSON.stringify(record)).not.toContain(CODICE);
    expect((await checkStore(rig.house)).faults).toEqual([]);
    // The office still reads the case, which neither the office’s key nor the citizen’s pair opens.
    const shown = await olga.call('dettaglioPratica', { id: row.ufficio, email: 'x@esempio.it', vista: 'operatore' });
    expect([shown.status, JSON.stringify(shown.body)]).toEqual([
      200,
      expect.stringContaining('cancellato su richiesta'),
    ]);
    expect(
      (await ufficio.call('dettaglioPratica', { id: row.ufficio, email: 'x@esempio.it', vista: 'operatore' })).status,
    ).toBe(404);
    for (const email of [mine.pratica.email, ''])
      expect((await callerOf(rig).call('dettaglioPratica', { id: mine.pratica.id, email })).status).toBe(404);
  });

  test('leaves an open case and its account as they are, and says so', async () => {
    const { pratica, citizen, close } = await anna();
    expect((await fates(true)).slice(-1)).toEqual([['stays', 'pratiche aperte', 1]]);
    expect((await citizen.call('dettaglioPratica', { id: pratica.id, email: pratica.email })).status).toBe(200);
    await close();
    expect((await fates(true)).map(([fate]) => fate)).toEqual(['deleted', 'anonymous']);
  });

  test('keeps a request that was decided, and says why', async () => {
    const { id } = await sendRichiesta(rig, 'anna@esempio.it');
    await rig.house.db
      .updateTable('pratiche')
      .set({ codice_fiscale: CODICE, stato: 'accettata', chiusa_il: 1 })
      .execute();
    const before = await rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).execute();
    const lines = await forget(true);
    expect(lines).toEqual([
      expect.objectContaining({ fate: 'stays', quante: 1, why: expect.stringContaining('D.Lgs. 42/2004') }),
    ]);
    expect(await rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).execute()).toEqual(before);
  });

  test('a draft that a guest left for the address goes, with its files', async () => {
    const [guest, other] = [callerOf(rig), callerOf(rig)];
    const path = '/segnalazione';
    for (const who of [guest, other]) {
      await who.call('salvaBozza', { percorso: path, passo: 'dati', valori: { oggetto: 'Buca' } });
      await who.call('caricaFile', { file: pdfFile(), percorso: path });
    }
    await guest.confirm('Anna@esempio.it');
    await guest.call('lasciaBozza', { percorso: path, email: 'Anna@esempio.it' });
    const whom = { email: 'Anna@esempio.it' };
    const lines = (apply: boolean) => forgetPerson(rig.house, whom, { now: rig.house.now(), apply });
    expect(await lines(false)).toMatchObject([{ what: 'bozze e dichiarazioni non inviate', quante: 1 }]);
    await lines(true);
    const drafts = await rig.house.db.selectFrom('bozze').select('proprietario').execute();
    const files = await rig.house.db.selectFrom('allegati').select('proprietario').execute();
    expect([drafts, files]).toEqual([[{ proprietario: other.visitor }], [{ proprietario: other.visitor }]]);
  });

  test.each([{ codice_fiscale: CODICE }, { email: 'Anna@esempio.it' }])(
    'finds what a guest sent with %o, and nothing of others',
    async (whom) => {
      const mine = await sendSegnalazione(callerOf(rig), { codice_fiscale: CODICE, email: 'anna@esempio.it' });
      const other = await sendSegnalazione(callerOf(rig), { email: 'bruno@esempio.it', descrizione: 'Di Bruno.' });
      await rig.house.db.updateTable('pratiche').set({ stato: 'conclusa', chiusa_il: 1 }).execute();
      const how = { now: rig.house.now(), apply: true };
      await forgetPerson(rig.house, whom, how);
      const rows = await rig.house.db.selectFrom('pratiche').select(['id', 'email']).orderBy('numero').execute();
      expect(rows).toEqual([
        { id: mine.id, email: '' },
        { id: other.id, email: 'bruno@esempio.it' },
      ]);
      expect(await forgetPerson(rig.house, whom, how)).toEqual([]);
    },
  );

  test('by an e-mail address leaves what was sent from it after a login', async () => {
    const { close, ...mine } = await anna();
    await close();
    const before = await rowsOf({ close, ...mine });
    const whom = { email: mine.pratica.email };
    expect(await forgetPerson(rig.house, whom, { now: rig.house.now(), apply: true })).toEqual([]);
    expect(await rowsOf({ close, ...mine })).toEqual(before);
  });
});

import { expect, test } from 'vitest';
import {
  addMezzo,
  beginDichiarazione,
  prepareEnti,
  sendDichiarazione,
  uploadFile,
  writePosizioneWithMezzi,
} from '../../../../tests/mezzi.ts';
import { ANNA, BRUNO_CODICE, writePosizione } from '../../../../tests/posizioni.ts';
import { loginAnna, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { callerOf, countRows, createAccount, DAY, ENTI, HOUR, onOneInTurn, operatore } from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

onOneInTurn('a declaration', (rig) => {
  test('a citizen begins a declaration for an ente that takes them, reads it and changes it', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor, { richiedente: RICHIEDENTE });
    const { status, body } = await visitor.call('leggiDichiarazioneMezzi', { id });
    expect([status, body.data]).toEqual([
      200,
      {
        Id: id,
        tipo: 'nuovo',
        stato: 'bozza',
        ente: 'borgo',
        nome_ente: 'Comune di Borgo',
        posizione: null,
        richiedente: RICHIEDENTE,
        mezzi: [],
        allegati: [],
        stima_cent: 0,
        pratica: null,
        protocollo: null,
      },
    ]);
    const telefono = '+393477654321';
    const told = await visitor.call('scriviDichiarazioneMezzi', { id, richiedente: { ...RICHIEDENTE, telefono } });
    expect([told.status, told.body.data.richiedente.telefono]).toEqual([200, telefono]);
    const bozza = await visitor.call('leggiBozza', { percorso: dichiarazionePath(id) });
    expect(bozza.body.data.valori).toMatchObject({ nome: 'Anna', telefono, ruolo: 'persona_fisica' });
  });

  test('a declaration says who represents whom, as it was typed', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const represented = { nome: 'Ugo', cognome: 'Rossi', codice_fiscale: BRUNO_CODICE.codice_fiscale };
    const guardian = { ...RICHIEDENTE, ruolo: 'tutore', rappresentato: represented };
    const id = await beginDichiarazione(visitor, { richiedente: guardian });
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).body.data.richiedente).toEqual(guardian);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['of no kind', { tipo: 'altro' }, ['tipo']],
    ['for no body', { ente: undefined }, ['ente']],
    ['for an ente that is not there', { ente: 'nessuno' }, ['ente']],
    ['for the portal itself', { ente: 'portale' }, ['ente']],
    ['that varies what no position has', { tipo: 'variazione' }, ['posizione']],
    ['that ends what no position has', { tipo: 'cessazione' }, ['posizione']],
  ])('%s is refused', async (_what, over, campi) => {
    await prepareEnti(rig);
    const { status, body } = await callerOf(rig).call('nuovaDichiarazioneMezzi', {
      tipo: 'nuovo',
      ente: 'borgo',
      ...over,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, campi]);
    expect(await countRows(rig, 'dichiarazioni_mezzi')).toBe(0);
  });

  test('a declaration is refused for an ente that takes none online', async () => {
    await prepareEnti(rig);
    await writeEnte(rig.house.db, ENTI.valle, 2);
    rig.clock.pass(11_000);
    const { status, body } = await callerOf(rig).call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'valle' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['ente']]);
  });

  test('a declaration is about a position that is open to the caller, and goes to the ente of that position', async () => {
    const { posizione } = await writePosizioneWithMezzi(rig);
    const foreign = await writePosizione(rig, { codice_utente: 'ZZ-9' }, [BRUNO_CODICE.codice_fiscale]);
    const visitor = await loginAnna(rig);
    const create = (fields: object) => visitor.call('nuovaDichiarazioneMezzi', { tipo: 'variazione', ...fields });
    expect((await create({ posizione: foreign.id })).status).toBe(404);
    expect((await create({ posizione: posizione.id, ente: 'valle' })).status).toBe(404);
    expect(
      (await callerOf(rig).call('nuovaDichiarazioneMezzi', { tipo: 'variazione', posizione: posizione.id })).status,
    ).toBe(404);
    const rifiuti = await writePosizione(rig, { codice_utente: 'TA-1', sistema: 'TARMB' }, [ANNA.codice_fiscale]);
    const ofOther = await create({ posizione: rifiuti.id });
    expect([ofOther.status, Object.keys(ofOther.body.errors)]).toEqual([422, ['posizione']]);
    const id = await beginDichiarazione(visitor, { tipo: 'nuovo', posizione: posizione.id, ente: undefined });
    const { body } = await visitor.call('leggiDichiarazioneMezzi', { id });
    // New devices beside those of the position.
    expect([body.data.posizione, body.data.mezzi]).toEqual([{ Id: posizione.id, codice_utente: 'AB12-34' }, []]);
  });

  test('a declaration that is begun twice under one key is one declaration', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const begin = () =>
      visitor.call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgo' }, { key: 'chiave-di-inizio' });
    expect((await begin()).body).toEqual((await begin()).body);
    expect(await countRows(rig, 'dichiarazioni_mezzi')).toBe(1);
  });

  test('a declaration can be read and changed by its owner only', async () => {
    await prepareEnti(rig);
    const id = await beginDichiarazione(callerOf(rig));
    const bruno = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: BRUNO_CODICE.codice_fiscale }) });
    for (const other of [callerOf(rig), bruno, callerOf(rig, { user: operatore('borgo') })]) {
      expect((await other.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
      expect((await other.call('scriviDichiarazioneMezzi', { id, richiedente: RICHIEDENTE })).status).toBe(404);
      expect((await other.call('mieDichiarazioniMezzi')).body.data).toEqual([]);
    }
  });

  test('declarations that were begun are listed for their owner, the last one changed first', async () => {
    const { posizione } = await writePosizioneWithMezzi(rig);
    const visitor = await loginAnna(rig);
    const first = await beginDichiarazione(visitor);
    rig.clock.pass(HOUR);
    const second = await beginDichiarazione(visitor, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
    rig.clock.pass(HOUR);
    await addMezzo(visitor, first);
    const { body } = await visitor.call('mieDichiarazioniMezzi');
    expect(body.data).toMatchObject([
      { Id: first, tipo: 'nuovo', nome_ente: 'Comune di Borgo', codice_utente: null, mezzi: 1 },
      { Id: second, tipo: 'variazione', codice_utente: 'AB12-34', mezzi: 0 },
    ]);
  });

  test('a declaration lapses a day after its last change, with its devices and files', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    rig.clock.pass(DAY - HOUR);
    await addMezzo(visitor, id);
    await uploadFile(visitor, id, 'foto_bozzetti');
    rig.clock.pass(DAY - 1);
    await deleteLapsed(rig.house);
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).status).toBe(200);
    rig.clock.pass(1);
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
    expect((await addMezzo(visitor, id)).status).toBe(404);
    // A new draft under its path does not revive it.
    await visitor.call('salvaBozza', { percorso: dichiarazionePath(id), passo: 'tipo', valori: {} });
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
    await deleteLapsed(rig.house);
    for (const table of ['dichiarazioni_mezzi', 'mezzi_dichiarati', 'allegati'] as const)
      expect([table, await countRows(rig, table)]).toEqual([table, 0]);
  });

  test('a declaration that is thrown away is gone, and one that was sent stays', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const abandoned = await beginDichiarazione(visitor);
    await visitor.call('eliminaBozza', { percorso: dichiarazionePath(abandoned) });
    expect((await visitor.call('leggiDichiarazioneMezzi', { id: abandoned })).status).toBe(404);
    // At once: nobody counts its devices any more.
    expect(await countRows(rig, 'dichiarazioni_mezzi')).toBe(0);
    const sent = await beginDichiarazione(visitor);
    await addMezzo(visitor, sent);
    expect((await sendDichiarazione(visitor, sent)).status).toBe(200);
    rig.clock.pass(400 * DAY);
    await deleteLapsed(rig.house);
    expect((await visitor.call('leggiDichiarazioneMezzi', { id: sent })).status).toBe(200);
    expect(await countRows(rig, 'dichiarazioni_mezzi')).toBe(1);
  });

  test('a declaration saved on a personal device is kept for seven days from its last change', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    await visitor.call('salvaBozza', { percorso: dichiarazionePath(id), passo: 'mezzi', valori: {}, salva: true });
    rig.clock.pass(6 * DAY);
    await addMezzo(visitor, id);
    rig.clock.pass(6 * DAY);
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).status).toBe(200);
  });

  test('a guest’s declaration becomes theirs when they log in, unless it has another person’s tax code', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    const foreign = await beginDichiarazione(visitor, {
      richiedente: { ...RICHIEDENTE, codice_fiscale: BRUNO_CODICE.codice_fiscale },
    });
    const user = await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale }, visitor.visitor);
    const loggedIn = visitor.as({ user });
    expect((await loggedIn.call('leggiDichiarazioneMezzi', { id })).body.data.mezzi).toHaveLength(1);
    expect((await loggedIn.call('leggiDichiarazioneMezzi', { id: foreign })).status).toBe(404);
    expect((await addMezzo(loggedIn, id)).status).toBe(201);
    expect((await visitor.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
  });

  test('a declaration whose devices are saved during the login still becomes the citizen’s', async () => {
    await prepareEnti(rig);
    for (let n = 0; n < 10; n++) {
      const visitor = callerOf(rig, { peer: `198.51.${n}.1` });
      const id = await beginDichiarazione(visitor);
      const saves = [0, 1, 2].map(() => addMezzo(visitor, id));
      for (let turns = n % 5; turns > 0; turns--) await new Promise((go) => setImmediate(go));
      const user = await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale }, visitor.visitor);
      const statuses = (await Promise.all(saves)).map((s) => s.status);
      // The visitor has lost their old cookie after the login.
      expect(statuses.every((s) => s === 201 || s === 404)).toBe(true);
      const { mezzi } = (await visitor.as({ user }).call('leggiDichiarazioneMezzi', { id })).body.data;
      expect(mezzi).toHaveLength(statuses.filter((s) => s === 201).length);
    }
  });

  test('the download of a citizen’s data contains the declarations they have begun', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    await addMezzo(visitor, await beginDichiarazione(visitor));
    const { bozze } = JSON.parse((await visitor.call('scaricaDati')).bytes.toString());
    expect(bozze).toMatchObject([{ mezzi: [{ azione: 'nuovo', tipo: 'Cartello', indirizzo: 'Via Roma 1' }] }]);
  });

  test('the download of a citizen’s data contains declarations and the devices of their positions', async () => {
    await writePosizioneWithMezzi(rig);
    const { posizioni } = JSON.parse((await (await loginAnna(rig)).call('scaricaDati')).bytes.toString());
    expect(posizioni[0].mezzi).toMatchObject([
      { codice: 'M-1', tipo: 'Cartello', indirizzo: 'Via Roma 1', cessato_dal: null },
      { codice: 'M-2', tipo: 'Automezzo', targa: 'AB123CD', cessato_dal: null },
    ]);
  });

  test('a declaration that was sent is exported for the parties to its case and for no other caller', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    const olga = callerOf(rig, { user: operatore('borgo') });
    const asOperatore = { id, email: RICHIEDENTE.email, vista: 'operatore' };
    expect((await olga.call('esportaMezziCsv', asOperatore)).status).toBe(404);
    expect((await visitor.call('esportaMezziCsv', { id })).status).toBe(200);
    await sendDichiarazione(visitor, id);
    for (const name of ['esportaMezziCsv', 'esportaMezziPdf'] as const) {
      expect((await visitor.call(name, { id })).status).toBe(200);
      expect((await olga.call(name, asOperatore)).status).toBe(200);
      expect((await olga.call(name, { id })).status).toBe(404);
      expect((await callerOf(rig).call(name, { id })).status).toBe(404);
      expect((await callerOf(rig, { user: operatore('valle') }).call(name, asOperatore)).status).toBe(404);
    }
  });

  test('another person’s declaration counts against the limit like one that does not exist', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    await sendDichiarazione(visitor, id);
    const askStatuses = async (asked: string, peer: string) => {
      const stranger = callerOf(rig, { peer });
      const answers = [];
      for (let n = 0; n < 22; n++)
        answers.push(await stranger.call('esportaMezziCsv', { id: asked, email: `${peer}@esempio.it` }));
      return answers.map(({ status, body }) => [status, body.message]);
    };
    const foreign = await askStatuses(id, '198.51.100.1');
    expect(foreign.at(-1)?.[0]).toBe(429);
    expect(foreign).toEqual(await askStatuses('questa-non-esiste-0', '198.51.101.1'));
  });
});

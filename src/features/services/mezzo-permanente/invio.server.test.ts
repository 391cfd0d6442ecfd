import { expect, test } from 'vitest';
import {
  addMezzo,
  beginDichiarazione,
  prepareEnti,
  sendDichiarazione,
  uploadFile,
  writePosizioneWithMezzi,
} from '../../../../tests/mezzi.ts';
import { writePosizione } from '../../../../tests/posizioni.ts';
import { decidePratica, guestWithLettera, loginAnna, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { callerOf, countRows, DAY, HOUR, onOneInTurn, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { cartello, furgone } from '../../../../tests/typed-mezzi.ts';

const readDichiarazione = async (visitor: RigCaller, id: string) =>
  (await visitor.call('leggiDichiarazioneMezzi', { id })).body.data;
const inStore = (rig: Rig) => rig.house.db.selectFrom('mezzi').selectAll().orderBy('codice').execute();
const pratica = async (rig: Rig) => rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
const CESSAZIONE = { dal: '2026-11-30', motivo: 'Attività chiusa' };

/** A guest with a complete declaration of new devices. */
async function readyGuest(rig: Rig) {
  await prepareEnti(rig);
  const visitor = callerOf(rig);
  const id = await beginDichiarazione(visitor);
  await addMezzo(visitor, id);
  await uploadFile(visitor, id, 'documento_identita');
  await visitor.confirm(RICHIEDENTE.email);
  return { visitor, id };
}

/** One device changed, one ceased, one new. */
async function variazione(rig: Rig) {
  const town = await writePosizioneWithMezzi(rig);
  const visitor = await loginAnna(rig);
  const id = await beginDichiarazione(visitor, { tipo: 'variazione', posizione: town.posizione.id, ente: undefined });
  await addMezzo(visitor, id, { id: town.insegna.id, quantita: 3 });
  await visitor.call('cessaAutomezzo', { dichiarazione: id, Id: town.furgoncino.id, ...CESSAZIONE });
  await visitor.call('scriviAutomezzo', { dichiarazione: id, ...furgone({ targa: 'CD456EF' }) });
  return { ...town, visitor, id };
}

const PERSONA = { nome: 'Ugo', cognome: 'Neri', codice_fiscale: 'RSSMRA80A01H501U' };

onOneInTurn('sending', (rig) => {
  test('sending a declaration makes a case of it, with devices and files, and ends the draft', async () => {
    const { visitor, id } = await readyGuest(rig);
    const photo = await uploadFile(visitor, id, 'foto_bozzetti');
    await addMezzo(visitor, id, { testo: 'Altro', allegati: [{ Id: photo, categoria: 'foto_bozzetti' }] });
    const piano = await uploadFile(visitor, id, 'altri_documenti');
    const { status, body } = await sendDichiarazione(visitor, id);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ Id: id, stato: 'inviata', protocollo: '2026/000001', ente: 'borgo', tipo: 'nuovo' }),
    ]);
    expect(body.data.pratica).toMatchObject({ protocollo: '2026/000001', stato: 'inviata' });
    const opened = await pratica(rig);
    expect([opened.codice, opened.oggetto]).toEqual(['SF100', 'Nuovi mezzi pubblicitari: 2']);
    const data = JSON.parse(opened.dati_json);
    const description = 'Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»';
    expect(data.fatti).toEqual([
      ['1. Cartello', description],
      ['2. Cartello', description.replace('Bar Sport', 'Altro')],
      ['Canone stimato', '640,00\u00a0€ all’anno. È una stima: l’importo lo stabilisce l’ente.'],
    ]);
    expect(data).toMatchObject({ dichiarazione: id, tipo: 'nuovo', posizione: null });
    const file = await rig.house.db.selectFrom('allegati').select(['id', 'pratica']).execute();
    expect(file).toHaveLength(3);
    expect(file.every((f) => f.pratica === opened.id)).toBe(true);
    expect(await countRows(rig, 'bozze')).toBe(0);

    const read = await readDichiarazione(visitor, id);
    expect(read).toMatchObject({ stato: 'inviata', richiedente: RICHIEDENTE, stima_cent: 64000 });
    expect(read.allegati.map((f: { Id: string }) => f.Id)).toEqual([piano]);
    expect(read.mezzi[1].allegati).toMatchObject([{ Id: photo, categoria: 'foto_bozzetti' }]);
    expect((await callerOf(rig).call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
  });

  test('a declaration that is sent twice under one key is one case, with the same answer', async () => {
    const { visitor, id } = await readyGuest(rig);
    const [first, second] = [
      await sendDichiarazione(visitor, id, {}, { key: 'chiave-di-invio' }),
      await sendDichiarazione(visitor, id, {}, { key: 'chiave-di-invio' }),
    ];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect((await sendDichiarazione(visitor, id)).status).toBe(409);
    expect((await sendDichiarazione(visitor, id, {}, { key: 'altra-chiave-di-invio' })).status).toBe(409);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a declaration that is sent many times at once under one key is one case, with the same answer for all', async () => {
    const { visitor, id } = await readyGuest(rig);
    const primo = sendDichiarazione(visitor, id, {}, { key: 'chiave-di-invio' });
    const sent = [primo];
    for (let n = 0; n < 20; n++) {
      await new Promise((go) => setImmediate(go));
      sent.push(sendDichiarazione(visitor, id, {}, { key: 'chiave-di-invio' }));
    }
    const { body } = await primo;
    for (const answer of await Promise.all(sent)) expect([answer.status, answer.body]).toEqual([200, body]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a declaration that is sent from two windows at once is one case', async () => {
    const { visitor, id } = await readyGuest(rig);
    const sent = await Promise.all([sendDichiarazione(visitor, id), sendDichiarazione(visitor, id)]);
    expect(sent.map((s) => s.status).sort()).toEqual([200, 409]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('a refused send names everything that is missing: devices, applicant, privacy', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const empty = await visitor.call('scriviDichiarazioneMezzi', { id, invia: true });
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      {
        mezzi: ['Aggiungi almeno un mezzo pubblicitario.'],
        richiedente: ['Scrivi chi presenta la dichiarazione.'],
        privacy: ['Per continuare dichiara di aver letto l’informativa sulla privacy.'],
      },
    ]);
    const Id = (await addMezzo(visitor, id)).body.data.Id;
    await visitor.call('togliMezzo', { id: Id });
    expect((await sendDichiarazione(visitor, id)).body.errors).toEqual({
      mezzi: ['Aggiungi almeno un mezzo pubblicitario.'],
    });
    await visitor.call('rimettiMezzo', { id: Id });
    const without = await sendDichiarazione(visitor, id, { privacy: false });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['privacy']]);
    expect((await readDichiarazione(visitor, id)).stato).toBe('bozza');
  });

  test('a send names what is wrong with the applicant of the draft by field', async () => {
    const { visitor, id } = await readyGuest(rig);
    const path = `/servizio/mezzo-permanente/mezzi/${id}`;
    const values = { nome: 'Anna', email: RICHIEDENTE.email, ruolo: 'legale_rappresentante', privacy: 'on' };
    await visitor.call('salvaBozza', { percorso: path, passo: 'richiedente', valori: values });
    const { status, body } = await sendDichiarazione(visitor, id, { richiedente: undefined });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(
      expect.arrayContaining(['richiedente.cognome', 'richiedente.codice_fiscale', 'richiedente.partita_iva']),
    );
    const wrong = await sendDichiarazione(visitor, id, { richiedente: { ...RICHIEDENTE, telefono: 'boh' } });
    expect(Object.keys(wrong.body.errors)).toEqual(['richiedente.telefono']);
  });

  test('a guest needs an identity document and a confirmed address to send', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    expect((await sendDichiarazione(visitor, id)).body.errors).toEqual({
      filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'],
    });
    await uploadFile(visitor, id, 'documento_identita');
    expect(Object.keys((await sendDichiarazione(visitor, id)).body.errors)).toEqual(['otp']);
    await visitor.confirm(RICHIEDENTE.email);
    expect((await sendDichiarazione(visitor, id)).status).toBe(200);
  });

  test('a send takes the identity document and the proof of the role in filesAllegati, like every request', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    await visitor.confirm(RICHIEDENTE.email);
    const guardian = { ...RICHIEDENTE, ruolo: 'tutore', rappresentato: PERSONA };
    const without = await sendDichiarazione(visitor, id, { richiedente: guardian });
    expect([without.status, without.body.errors]).toEqual([
      422,
      { filesAllegati: [expect.stringContaining('prova il tuo ruolo'), expect.stringContaining('identità')] },
    ]);
    const foreign = await uploadFile(callerOf(rig), null);
    const fileOf = (Id: string, categoria?: string) => ({ Id, ...(categoria && { categoria }) });
    const denied = await sendDichiarazione(visitor, id, {
      richiedente: guardian,
      filesAllegati: [fileOf(foreign, 'documento_identita')],
    });
    expect([denied.status, Object.keys(denied.body.errors)]).toEqual([404, ['filesAllegati']]);
    const [card, decreto, exempt] = [
      await uploadFile(visitor, null),
      await uploadFile(visitor, null),
      await uploadFile(visitor, id),
    ];
    const filesAllegati = [
      fileOf(card, 'documento_identita'),
      fileOf(decreto, 'titolo_rappresentanza'),
      fileOf(exempt),
    ];
    const { status, body } = await sendDichiarazione(visitor, id, { richiedente: guardian, filesAllegati });
    expect([status, body.data?.stato]).toEqual([200, 'inviata']);
    expect(body.data.allegati).toEqual([expect.objectContaining({ Id: exempt, categoria: 'altri_documenti' })]);
    const files = await rig.house.db.selectFrom('allegati').select(['id', 'categoria', 'pratica']).execute();
    expect(
      files
        .filter((f) => f.pratica !== null)
        .map((f) => [f.id, f.categoria])
        .sort(),
    ).toEqual(
      [
        [card, 'documento_identita'],
        [decreto, 'titolo_rappresentanza'],
        [exempt, 'altri_documenti'],
      ].sort(),
    );
  });

  test('a logged-in citizen sends in the name of their identity, whatever was typed', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);
    expect((await sendDichiarazione(visitor, id, { richiedente: { ...RICHIEDENTE, nome: 'Ugo' } })).status).toBe(200);
    expect((await pratica(rig)).nome).toBe('Anna');
  });

  test('sending deletes the devices that were removed, with their files', async () => {
    const { visitor, id } = await readyGuest(rig);
    const photo = await uploadFile(visitor, id, 'foto_bozzetti');
    const allegati = [{ Id: photo, categoria: 'foto_bozzetti' }];
    await visitor.call('togliMezzo', { id: (await addMezzo(visitor, id, { allegati })).body.data.Id });
    expect((await sendDichiarazione(visitor, id)).body.data.mezzi).toHaveLength(1);
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(1);
    expect((await visitor.call('scaricaFile', { id: photo })).status).toBe(404);
  });

  test('files of the declaration itself can be removed, and are ten of a kind at most', async () => {
    const { visitor, id } = await readyGuest(rig);
    const files = await Promise.all(Array.from({ length: 11 }, () => uploadFile(visitor, id, 'autorizzazione')));
    const tooMany = await sendDichiarazione(visitor, id);
    expect([tooMany.status, Object.keys(tooMany.body.errors)]).toEqual([422, ['allegati']]);
    const removal = [{ Id: files[0], categoria: 'autorizzazione', IsDeleted: true }];
    const removed = await visitor.call('scriviDichiarazioneMezzi', { id, allegati: removal });
    expect([removed.status, removed.body.data.allegati.length]).toEqual([200, 10]);
    expect((await sendDichiarazione(visitor, id)).status).toBe(200);
  });

  test('the case of a variation shows old and new values, and a variation without changes is refused', async () => {
    const { visitor, id, posizione, insegna: sign } = await variazione(rig);
    const unchanged = await beginDichiarazione(visitor, {
      tipo: 'variazione',
      posizione: posizione.id,
      ente: undefined,
    });
    await addMezzo(visitor, unchanged, { id: sign.id });
    const nothing = await sendDichiarazione(visitor, unchanged);
    expect([nothing.status, Object.keys(nothing.body.errors)]).toEqual([422, ['mezzi']]);

    const { status, body } = await sendDichiarazione(visitor, id);
    expect([status, body.data.mezzi.length]).toEqual([200, 3]);
    const opened = await pratica(rig);
    expect([opened.codice, opened.oggetto]).toEqual([
      'SF110',
      'Variazione di mezzi pubblicitari: 3, posizione AB12-34',
    ]);
    const { fatti } = JSON.parse(opened.dati_json);
    expect(fatti.slice(0, 4)).toEqual([
      ['Posizione', 'AB12-34'],
      [
        '1. Cartello (variazione)',
        'Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»\nQuantità: 2 → 3',
      ],
      [
        '2. Automezzo (cessazione)',
        'AB123CD, portata sotto i 30 quintali, 150 × 50 cm, una faccia, senza luce; non c’è più dal 30 novembre 2026: Attività chiusa',
      ],
      ['3. Automezzo', 'CD456EF, portata sotto i 30 quintali, 150 × 50 cm, una faccia, senza luce'],
    ]);
  });

  test('a declaration cannot be sent while another about the same device is undecided', async () => {
    const { visitor, id, posizione, insegna: sign } = await variazione(rig);
    const another = await beginDichiarazione(visitor, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await visitor.call('cessaMezzoFisso', { dichiarazione: another, Id: sign.id, ...CESSAZIONE });
    const first = await sendDichiarazione(visitor, id);
    const busy = await sendDichiarazione(visitor, another);
    expect([busy.status, busy.body.message]).toEqual([
      409,
      'Per questo mezzo c’è già una dichiarazione in corso: Cartello, Via Roma 1. Toglilo da questa, o attendi che l’ente decida sull’altra.',
    ]);
    await decidePratica(rig, first.body.data.pratica.id, { stato: 'rifiutata' });
    expect((await sendDichiarazione(visitor, another)).status).toBe(200);
  });

  test('a refused send names every device that another declaration is about', async () => {
    const { visitor, id, posizione, insegna: sign, furgoncino: vehicle } = await variazione(rig);
    const another = await beginDichiarazione(visitor, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await visitor.call('cessaMezzoFisso', { dichiarazione: another, Id: sign.id, ...CESSAZIONE });
    await visitor.call('cessaAutomezzo', { dichiarazione: another, Id: vehicle.id, ...CESSAZIONE });
    expect((await readDichiarazione(visitor, another)).mezzi.map((m: { occupato?: boolean }) => m.occupato)).toEqual([
      undefined,
      undefined,
    ]);
    await sendDichiarazione(visitor, id);
    // The list says so before the citizen types anything.
    expect((await readDichiarazione(visitor, another)).mezzi.map((m: { occupato?: boolean }) => m.occupato)).toEqual([
      true,
      true,
    ]);
    expect((await sendDichiarazione(visitor, another)).body.message).toBe(
      'Per questi mezzi c’è già una dichiarazione in corso: Cartello, Via Roma 1; Automezzo, AB123CD. Toglili da questa, o attendi che l’ente decida sull’altra.',
    );
  });

  test('of two declarations about one device that are sent at once, one is refused', async () => {
    const { visitor, posizione, insegna: sign } = await variazione(rig);
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const id = await beginDichiarazione(visitor, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
        await visitor.call('cessaMezzoFisso', { dichiarazione: id, Id: sign.id, ...CESSAZIONE });
        return id;
      }),
    );
    const sent = await Promise.all(ids.map((id) => sendDichiarazione(visitor, id)));
    expect(sent.map((s) => s.status).sort()).toEqual([200, 409, 409]);
  });

  test('a send is refused when the ente has removed a device meanwhile, and names the device', async () => {
    const { visitor, id, insegna: sign } = await variazione(rig);
    const ceased = { cessato_dal: '2026-11-01' };
    await rig.house.db.updateTable('mezzi').set(ceased).where('id', '=', sign.id).execute();
    const { status, body } = await sendDichiarazione(visitor, id);
    expect([status, body.message]).toEqual([409, expect.stringContaining('Cartello, Via Roma 1')]);
    await visitor.call('togliMezzo', { id: sign.id });
    expect((await sendDichiarazione(visitor, id)).status).toBe(200);
  });

  test('a guest who opened the position with its codes can send within the hour', async () => {
    const { posizione, insegna: sign } = await writePosizioneWithMezzi(rig);
    const visitor = await guestWithLettera(rig);
    const id = await beginDichiarazione(visitor, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await visitor.call('cessaMezzoFisso', { dichiarazione: id, Id: sign.id, ...CESSAZIONE });
    await uploadFile(visitor, id, 'documento_identita');
    rig.clock.pass(HOUR);
    await visitor.confirm(RICHIEDENTE.email);
    for (const answer of [
      await sendDichiarazione(visitor, id),
      await visitor.call('leggiDichiarazioneMezzi', { id }),
      await visitor.call('cessaMezzoFisso', { dichiarazione: id, Id: sign.id, ...CESSAZIONE }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([404, 'POSIZIONE_CHIUSA']);
    await guestWithLettera(rig, visitor);
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(2);
    expect((await sendDichiarazione(visitor, id)).status).toBe(200);
    // The guest can read the sent declaration after that hour.
    rig.clock.pass(2 * HOUR);
    expect((await readDichiarazione(visitor, id)).stato).toBe('inviata');
  });
});

onOneInTurn('a decision', (rig) => {
  test('accepting a declaration changes the devices of the position once', async () => {
    const { visitor, id, posizione, insegna: sign, furgoncino: vehicle } = await variazione(rig);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    const { status, body } = await decidePratica(rig, praticaId, { stato: 'accettata' });
    expect([status, body.data.testo]).toEqual([
      201,
      expect.stringContaining('I mezzi pubblicitari sono aggiornati: 1 nuovo, 1 variato, 1 cessato.'),
    ]);
    const after = await inStore(rig);
    expect(after).toHaveLength(3);
    const signRow = after.find((m) => m.id === sign.id);
    expect([signRow?.stato_da, signRow?.pratica, JSON.parse(signRow?.dati_json ?? '')]).toEqual([
      'decisione',
      praticaId,
      cartello({ quantita: 3 }),
    ]);
    expect(after.find((m) => m.id === vehicle.id)).toMatchObject({
      cessato_dal: CESSAZIONE.dal,
      stato_da: 'decisione',
    });
    expect(after.find((m) => ![sign.id, vehicle.id].includes(m.id))).toMatchObject({
      posizione: posizione.id,
      ente: 'borgo',
      tipo: 'Automezzo',
      stato_da: 'decisione',
      pratica: praticaId,
      // The office finds the device by the number of the case and the place in it.
      codice: '2026/000001-3',
    });
    expect(body.data.testo).toContain('il primo è 2026/000001-3.');
    expect((await decidePratica(rig, praticaId, { stato: 'accettata' })).status).toBe(409);
    expect(await inStore(rig)).toEqual(after);
    // The declaration is shown as it was sent.
    const read = await readDichiarazione(visitor, id);
    expect([read.stato, read.mezzi[0].prima.quantita, read.mezzi[0].quantita]).toEqual(['accettata', 2, 3]);
    expect((await visitor.call('mezziPosizione', { id: posizione.id })).body.data).toHaveLength(2);
  });

  test('accepting new devices without a position keeps them at the ente', async () => {
    const { visitor, id } = await readyGuest(rig);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    expect((await decidePratica(rig, praticaId, { stato: 'accettata' })).status).toBe(201);
    expect(await inStore(rig)).toMatchObject([{ posizione: null, ente: 'borgo', tipo: 'Cartello' }]);
  });

  test('a refusal and a withdrawal change no device', async () => {
    const { visitor, id } = await variazione(rig);
    const first = await inStore(rig);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    expect((await decidePratica(rig, praticaId, { stato: 'rifiutata' })).status).toBe(201);
    expect(await inStore(rig)).toEqual(first);
    expect((await readDichiarazione(visitor, id)).stato).toBe('rifiutata');

    const fresh = await beginDichiarazione(visitor);
    await addMezzo(visitor, fresh);
    const otherId = (await sendDichiarazione(visitor, fresh)).body.data.pratica.id as string;
    expect((await visitor.call('commenta', { id: otherId, email: RICHIEDENTE.email, stato: 'ritirata' })).status).toBe(
      201,
    );
    expect(await inStore(rig)).toEqual(first);
    expect((await readDichiarazione(visitor, fresh)).stato).toBe('rifiutata');
  });

  test('accepting is refused when a device ceased, moved to another position or changed in the same field meanwhile; changes of other fields stay', async () => {
    const { visitor, id, insegna: sign, furgoncino: vehicle, posizione } = await variazione(rig);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    const cambia = (mezzo: string, changes: object) =>
      rig.house.db.updateTable('mezzi').set(changes).where('id', '=', mezzo).execute();
    await cambia(vehicle.id, { cessato_dal: '2026-11-01' });
    const ceased = await decidePratica(rig, praticaId, { stato: 'accettata' });
    expect([ceased.status, ceased.body.message]).toEqual([409, expect.stringContaining('Automezzo, AB123CD')]);
    const another = await writePosizione(rig, { codice_utente: 'ALTRA', sistema: 'ICP' });
    await cambia(vehicle.id, { cessato_dal: null, posizione: another.id });
    const passed = await decidePratica(rig, praticaId, { stato: 'accettata' });
    expect([passed.status, passed.body.message]).toEqual([409, expect.stringContaining('passato a un’altra')]);
    await cambia(vehicle.id, { posizione: posizione.id });
    await cambia(sign.id, { dati_json: JSON.stringify(cartello({ quantita: 7 })) });
    expect((await decidePratica(rig, praticaId, { stato: 'accettata' })).status).toBe(409);
    expect(await countRows(rig, 'mezzi')).toBe(2);
    await cambia(sign.id, { dati_json: JSON.stringify(cartello({ testo: 'Bar dello Sport' })) });
    expect((await decidePratica(rig, praticaId, { stato: 'accettata' })).status).toBe(201);
    const signRow = (await inStore(rig)).find((m) => m.id === sign.id);
    expect(JSON.parse(signRow?.dati_json ?? '')).toMatchObject({ quantita: 3, testo: 'Bar dello Sport' });
  });

  test('the list of declarations shows sent ones with their state, and those only begun', async () => {
    const { visitor, id } = await variazione(rig);
    const started = await beginDichiarazione(visitor);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    rig.clock.pass(DAY);
    await addMezzo(visitor, started);
    const listDichiarazioni = async () => (await visitor.call('listaDichiarazioni')).body.data;
    expect(await listDichiarazioni()).toEqual([
      {
        Id: started,
        tipo: 'Nuovo mezzo pubblicitario',
        ente: 'borgo',
        nome_ente: 'Comune di Borgo',
        data: '2026-11-21',
        stato: 'bozza',
        protocollo: null,
        percorso: `/servizio/mezzo-permanente/mezzi/${started}?riprendi=1`,
      },
      {
        Id: id,
        tipo: 'Variazione di un mezzo pubblicitario',
        ente: 'borgo',
        nome_ente: 'Comune di Borgo',
        data: '2026-11-20',
        stato: 'inviata',
        protocollo: '2026/000001',
        percorso: `/richiesta/chat/anna%40esempio.it/${praticaId}`,
        ricevuta: `/api/v1/portale/pratiche/${praticaId}/ricevuta?email=anna%40esempio.it&vista=cittadino`,
      },
    ]);
    await decidePratica(rig, praticaId, { stato: 'accettata' });
    expect((await listDichiarazioni())[1].stato).toBe('accettata');
  });

  test('a refused declaration says why in the list, and a withdrawn one that the citizen withdrew it', async () => {
    const { visitor, id } = await variazione(rig);
    const refused = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    await decidePratica(rig, refused, { stato: 'rifiutata', motivo: 'Le misure non tornano.' });
    const [row] = (await visitor.call('listaDichiarazioni')).body.data;
    expect([row.stato, row.motivo]).toEqual(['rifiutata', expect.stringContaining('Le misure non tornano.')]);
    expect(row).not.toHaveProperty('ritirata');

    await rig.house.db.updateTable('pratiche').set({ stato: 'ritirata' }).where('id', '=', refused).execute();
    expect((await visitor.call('listaDichiarazioni')).body.data[0]).toMatchObject({
      stato: 'rifiutata',
      ritirata: true,
    });
  });

  test('a guest’s declaration is listed and can be read once they have taken the case into their area', async () => {
    const { visitor, id } = await readyGuest(rig);
    const praticaId = (await sendDichiarazione(visitor, id)).body.data.pratica.id as string;
    const io = await loginAnna(rig);
    expect((await io.call('listaDichiarazioni')).body.data).toEqual([]);
    expect((await io.call('prendiPratica', { id: praticaId })).status).toBe(200);
    expect((await io.call('listaDichiarazioni')).body.data).toMatchObject([{ Id: id, stato: 'inviata' }]);
    expect((await readDichiarazione(io, id)).mezzi).toHaveLength(1);
    expect((await addMezzo(io, id)).status).toBe(409);
  });
});

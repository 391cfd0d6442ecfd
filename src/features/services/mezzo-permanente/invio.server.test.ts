import { expect, test } from 'vitest';
import {
  aggiungi,
  anna,
  carica,
  cartello,
  comuni,
  conLettera,
  DICHIARANTE,
  decidi,
  EMAIL,
  furgone,
  inizia,
  manda,
  posizioneConMezzi,
} from '../../../../tests/mezzi.ts';
import { scriviPosizione } from '../../../../tests/posizioni.ts';
import { type Caller, caller, count, DAY, HOUR, onBoth, type Rig } from '../../../../tests/rig.ts';

const leggi = async (chi: Caller, id: string) => (await chi.call('leggiDichiarazioneMezzi', { id })).body.data;
const inStore = (rig: Rig) => rig.house.db.selectFrom('mezzi').selectAll().orderBy('codice').execute();
const pratica = async (rig: Rig) => rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
const cessa = { dal: '2026-11-30', motivo: 'Attività chiusa' };

/** A guest with all that the send of new devices takes. */
async function ospitePronto(rig: Rig) {
  await comuni(rig);
  const chi = caller(rig);
  const id = await inizia(chi);
  await aggiungi(chi, id);
  await carica(chi, id, 'documento_identita');
  await chi.confirm(EMAIL);
  return { chi, id };
}

/** One device changed, one ceased, one new. */
async function variazione(rig: Rig) {
  const mondo = await posizioneConMezzi(rig);
  const chi = await anna(rig);
  const id = await inizia(chi, { tipo: 'variazione', posizione: mondo.posizione.id, ente: undefined });
  await aggiungi(chi, id, { id: mondo.insegna.id, quantita: 3 });
  await chi.call('cessaAutomezzo', { dichiarazione: id, Id: mondo.furgoncino.id, ...cessa });
  await chi.call('scriviAutomezzo', { dichiarazione: id, ...furgone({ targa: 'CD456EF' }) });
  return { ...mondo, chi, id };
}

const PERSONA = { nome: 'Ugo', cognome: 'Neri', codice_fiscale: 'RSSMRA80A01H501U' };

onBoth('sending', (rig) => {
  test('makes a case of it, with devices and files, and ends the draft', async () => {
    const { chi, id } = await ospitePronto(rig);
    const foto = await carica(chi, id, 'foto_bozzetti');
    await aggiungi(chi, id, { testo: 'Altro', allegati: [{ Id: foto, categoria: 'foto_bozzetti' }] });
    const piano = await carica(chi, id, 'altri_documenti');
    const { status, body } = await manda(chi, id);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ Id: id, stato: 'inviata', protocollo: '2026/000001', ente: 'borgo', tipo: 'nuovo' }),
    ]);
    expect(body.data.pratica).toMatchObject({ protocollo: '2026/000001', stato: 'inviata' });
    const aperta = await pratica(rig);
    expect([aperta.codice, aperta.oggetto]).toEqual(['SF100', 'Nuovi mezzi pubblicitari: 2']);
    const dati = JSON.parse(aperta.dati_json);
    const uno = 'Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»';
    expect(dati.fatti).toEqual([
      ['1. Cartello', uno],
      ['2. Cartello', uno.replace('Bar Sport', 'Altro')],
      ['Canone stimato', '640,00\u00a0€ all’anno. È una stima: l’importo lo stabilisce l’ente.'],
    ]);
    expect(dati).toMatchObject({ dichiarazione: id, tipo: 'nuovo', posizione: null });
    const file = await rig.house.db.selectFrom('allegati').select(['id', 'pratica']).execute();
    expect(file).toHaveLength(3);
    expect(file.every((f) => f.pratica === aperta.id)).toBe(true);
    expect(await count(rig, 'bozze')).toBe(0);

    const letta = await leggi(chi, id);
    expect(letta).toMatchObject({ stato: 'inviata', richiedente: DICHIARANTE, stima_cent: 64000 });
    expect(letta.allegati.map((f: { Id: string }) => f.Id)).toEqual([piano]);
    expect(letta.mezzi[1].allegati).toMatchObject([{ Id: foto, categoria: 'foto_bozzetti' }]);
    expect((await caller(rig).call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
  });

  test('twice under one key is one case, and the same answer', async () => {
    const { chi, id } = await ospitePronto(rig);
    const [prima, seconda] = [
      await manda(chi, id, {}, { key: 'chiave-di-invio' }),
      await manda(chi, id, {}, { key: 'chiave-di-invio' }),
    ];
    expect([prima.status, seconda.body]).toEqual([200, prima.body]);
    expect((await manda(chi, id)).status).toBe(409);
    expect((await manda(chi, id, {}, { key: 'altra-chiave-di-invio' })).status).toBe(409);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test('many times at once under one key is one case, and the same answer for all', async () => {
    const { chi, id } = await ospitePronto(rig);
    const primo = manda(chi, id, {}, { key: 'chiave-di-invio' });
    const sent = [primo];
    for (let n = 0; n < 20; n++) {
      await new Promise((go) => setImmediate(go));
      sent.push(manda(chi, id, {}, { key: 'chiave-di-invio' }));
    }
    const { body } = await primo;
    for (const uno of await Promise.all(sent)) expect([uno.status, uno.body]).toEqual([200, body]);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test('at once from two windows is one case', async () => {
    const { chi, id } = await ospitePronto(rig);
    const sent = await Promise.all([manda(chi, id), manda(chi, id)]);
    expect(sent.map((s) => s.status).sort()).toEqual([200, 409]);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test('tells all that is missing at once: devices, who declares, privacy', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const vuota = await chi.call('scriviDichiarazioneMezzi', { id, invia: true });
    expect([vuota.status, vuota.body.errors]).toEqual([
      422,
      {
        mezzi: ['Aggiungi almeno un mezzo pubblicitario.'],
        richiedente: ['Scrivi chi presenta la dichiarazione.'],
        privacy: ['Per continuare dichiara di aver letto l’informativa sulla privacy.'],
      },
    ]);
    const Id = (await aggiungi(chi, id)).body.data.Id;
    await chi.call('togliMezzo', { id: Id });
    expect((await manda(chi, id)).body.errors).toEqual({ mezzi: ['Aggiungi almeno un mezzo pubblicitario.'] });
    await chi.call('rimettiMezzo', { id: Id });
    const senza = await manda(chi, id, { privacy: false });
    expect([senza.status, Object.keys(senza.body.errors)]).toEqual([422, ['privacy']]);
    expect((await leggi(chi, id)).stato).toBe('bozza');
  });

  test('of who declares as it stands in the draft says what is wrong by its field', async () => {
    const { chi, id } = await ospitePronto(rig);
    const percorso = `/servizio/mezzo-permanente/mezzi/${id}`;
    const valori = { nome: 'Anna', email: EMAIL, ruolo: 'legale_rappresentante', privacy: 'on' };
    await chi.call('salvaBozza', { percorso, passo: 'richiedente', valori });
    const { status, body } = await manda(chi, id, { richiedente: undefined });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(
      expect.arrayContaining(['richiedente.cognome', 'richiedente.codice_fiscale', 'richiedente.partita_iva']),
    );
    const sbagliato = await manda(chi, id, { richiedente: { ...DICHIARANTE, telefono: 'boh' } });
    expect(Object.keys(sbagliato.body.errors)).toEqual(['richiedente.telefono']);
  });

  test('by a guest needs the identity document and the confirmed address', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    expect((await manda(chi, id)).body.errors).toEqual({
      filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'],
    });
    await carica(chi, id, 'documento_identita');
    expect(Object.keys((await manda(chi, id)).body.errors)).toEqual(['otp']);
    await chi.confirm(EMAIL);
    expect((await manda(chi, id)).status).toBe(200);
  });

  test('takes identity document and proof of the role as every request does: by filesAllegati', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    await chi.confirm(EMAIL);
    const tutore = { ...DICHIARANTE, ruolo: 'tutore', rappresentato: PERSONA };
    const senza = await manda(chi, id, { richiedente: tutore });
    expect([senza.status, senza.body.errors]).toEqual([
      422,
      { filesAllegati: [expect.stringContaining('prova il tuo ruolo'), expect.stringContaining('identità')] },
    ]);
    const altrui = await carica(caller(rig), null);
    const di = (Id: string, categoria?: string) => ({ Id, ...(categoria && { categoria }) });
    const negato = await manda(chi, id, { richiedente: tutore, filesAllegati: [di(altrui, 'documento_identita')] });
    expect([negato.status, Object.keys(negato.body.errors)]).toEqual([404, ['filesAllegati']]);
    const [carta, decreto, esente] = [await carica(chi, null), await carica(chi, null), await carica(chi, id)];
    const filesAllegati = [di(carta, 'documento_identita'), di(decreto, 'titolo_rappresentanza'), di(esente)];
    const { status, body } = await manda(chi, id, { richiedente: tutore, filesAllegati });
    expect([status, body.data?.stato]).toEqual([200, 'inviata']);
    expect(body.data.allegati).toEqual([expect.objectContaining({ Id: esente, categoria: 'altri_documenti' })]);
    const files = await rig.house.db.selectFrom('allegati').select(['id', 'categoria', 'pratica']).execute();
    expect(
      files
        .filter((f) => f.pratica !== null)
        .map((f) => [f.id, f.categoria])
        .sort(),
    ).toEqual(
      [
        [carta, 'documento_identita'],
        [decreto, 'titolo_rappresentanza'],
        [esente, 'altri_documenti'],
      ].sort(),
    );
  });

  test('by a citizen is in the name of their identity, whatever was sent', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    expect((await manda(chi, id, { richiedente: { ...DICHIARANTE, nome: 'Ugo' } })).status).toBe(200);
    expect((await pratica(rig)).nome).toBe('Anna');
  });

  test('leaves behind what was removed, and its files', async () => {
    const { chi, id } = await ospitePronto(rig);
    const foto = await carica(chi, id, 'foto_bozzetti');
    const allegati = [{ Id: foto, categoria: 'foto_bozzetti' }];
    await chi.call('togliMezzo', { id: (await aggiungi(chi, id, { allegati })).body.data.Id });
    expect((await manda(chi, id)).body.data.mezzi).toHaveLength(1);
    expect(await count(rig, 'mezzi_dichiarati')).toBe(1);
    expect((await chi.call('scaricaFile', { id: foto })).status).toBe(404);
  });

  test('files of the declaration itself are taken off, and are ten of a kind at most', async () => {
    const { chi, id } = await ospitePronto(rig);
    const files = await Promise.all(Array.from({ length: 11 }, () => carica(chi, id, 'autorizzazione')));
    const troppi = await manda(chi, id);
    expect([troppi.status, Object.keys(troppi.body.errors)]).toEqual([422, ['allegati']]);
    const via = [{ Id: files[0], categoria: 'autorizzazione', IsDeleted: true }];
    const tolto = await chi.call('scriviDichiarazioneMezzi', { id, allegati: via });
    expect([tolto.status, tolto.body.data.allegati.length]).toEqual([200, 10]);
    expect((await manda(chi, id)).status).toBe(200);
  });

  test('of a variation says old and new; of one where nothing changes, that nothing does', async () => {
    const { chi, id, posizione, insegna } = await variazione(rig);
    const ferma = await inizia(chi, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
    await aggiungi(chi, ferma, { id: insegna.id });
    const niente = await manda(chi, ferma);
    expect([niente.status, Object.keys(niente.body.errors)]).toEqual([422, ['mezzi']]);

    const { status, body } = await manda(chi, id);
    expect([status, body.data.mezzi.length]).toEqual([200, 3]);
    const aperta = await pratica(rig);
    expect([aperta.codice, aperta.oggetto]).toEqual([
      'SF110',
      'Variazione di mezzi pubblicitari: 3, posizione AB12-34',
    ]);
    const { fatti } = JSON.parse(aperta.dati_json);
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

  test('waits while another declaration about the same device is not decided', async () => {
    const { chi, id, posizione, insegna } = await variazione(rig);
    const altra = await inizia(chi, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await chi.call('cessaMezzoFisso', { dichiarazione: altra, Id: insegna.id, ...cessa });
    const prima = await manda(chi, id);
    const occupato = await manda(chi, altra);
    expect([occupato.status, occupato.body.message]).toEqual([
      409,
      'Per questo mezzo c’è già una dichiarazione in corso: Cartello, Via Roma 1. Toglilo da questa, o attendi che l’ente decida sull’altra.',
    ]);
    await decidi(rig, prima.body.data.pratica.id, { stato: 'rifiutata' });
    expect((await manda(chi, altra)).status).toBe(200);
  });

  test('names every device that another declaration is about', async () => {
    const { chi, id, posizione, insegna, furgoncino } = await variazione(rig);
    const altra = await inizia(chi, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await chi.call('cessaMezzoFisso', { dichiarazione: altra, Id: insegna.id, ...cessa });
    await chi.call('cessaAutomezzo', { dichiarazione: altra, Id: furgoncino.id, ...cessa });
    expect((await leggi(chi, altra)).mezzi.map((m: { occupato?: boolean }) => m.occupato)).toEqual([
      undefined,
      undefined,
    ]);
    await manda(chi, id);
    // Said in the list, before somebody writes for nothing.
    expect((await leggi(chi, altra)).mezzi.map((m: { occupato?: boolean }) => m.occupato)).toEqual([true, true]);
    expect((await manda(chi, altra)).body.message).toBe(
      'Per questi mezzi c’è già una dichiarazione in corso: Cartello, Via Roma 1; Automezzo, AB123CD. Toglili da questa, o attendi che l’ente decida sull’altra.',
    );
  });

  test('two declarations about one device at once, one of them waits', async () => {
    const { chi, posizione, insegna } = await variazione(rig);
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const id = await inizia(chi, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
        await chi.call('cessaMezzoFisso', { dichiarazione: id, Id: insegna.id, ...cessa });
        return id;
      }),
    );
    const sent = await Promise.all(ids.map((id) => manda(chi, id)));
    expect(sent.map((s) => s.status).sort()).toEqual([200, 409, 409]);
  });

  test('of a device that the body has taken away meanwhile is stopped, and names it', async () => {
    const { chi, id, insegna } = await variazione(rig);
    const cessato = { cessato_dal: '2026-11-01' };
    await rig.house.db.updateTable('mezzi').set(cessato).where('id', '=', insegna.id).execute();
    const { status, body } = await manda(chi, id);
    expect([status, body.message]).toEqual([409, expect.stringContaining('Cartello, Via Roma 1')]);
    await chi.call('togliMezzo', { id: insegna.id });
    expect((await manda(chi, id)).status).toBe(200);
  });

  test('by who opened the position with its codes works while the hour lasts', async () => {
    const { posizione, insegna } = await posizioneConMezzi(rig);
    const chi = await conLettera(rig);
    const id = await inizia(chi, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    await chi.call('cessaMezzoFisso', { dichiarazione: id, Id: insegna.id, ...cessa });
    await carica(chi, id, 'documento_identita');
    rig.clock.pass(HOUR);
    await chi.confirm(EMAIL);
    for (const answer of [
      await manda(chi, id),
      await chi.call('leggiDichiarazioneMezzi', { id }),
      await chi.call('cessaMezzoFisso', { dichiarazione: id, Id: insegna.id, ...cessa }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([404, 'POSIZIONE_CHIUSA']);
    await conLettera(rig, chi);
    expect((await leggi(chi, id)).mezzi).toHaveLength(2);
    expect((await manda(chi, id)).status).toBe(200);
    // What was sent is theirs to read after that hour, too.
    rig.clock.pass(2 * HOUR);
    expect((await leggi(chi, id)).stato).toBe('inviata');
  });
});

onBoth('a decision', (rig) => {
  test('that accepts changes the devices of the position, once', async () => {
    const { chi, id, posizione, insegna, furgoncino } = await variazione(rig);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    const { status, body } = await decidi(rig, caso, { stato: 'accettata' });
    expect([status, body.data.testo]).toEqual([
      201,
      expect.stringContaining('I mezzi pubblicitari sono aggiornati: 1 nuovo, 1 variato, 1 cessato.'),
    ]);
    const dopo = await inStore(rig);
    expect(dopo).toHaveLength(3);
    const uno = dopo.find((m) => m.id === insegna.id);
    expect([uno?.stato_da, uno?.pratica, JSON.parse(uno?.dati_json ?? '')]).toEqual([
      'decisione',
      caso,
      cartello({ quantita: 3 }),
    ]);
    expect(dopo.find((m) => m.id === furgoncino.id)).toMatchObject({ cessato_dal: cessa.dal, stato_da: 'decisione' });
    expect(dopo.find((m) => ![insegna.id, furgoncino.id].includes(m.id))).toMatchObject({
      ...{ posizione: posizione.id, ente: 'borgo', tipo: 'Automezzo', stato_da: 'decisione', pratica: caso },
      // What the office finds it by when it tells its own data: the number of the case, and the place in it.
      codice: '2026/000001-3',
    });
    expect(body.data.testo).toContain('il primo è 2026/000001-3.');
    expect((await decidi(rig, caso, { stato: 'accettata' })).status).toBe(409);
    expect(await inStore(rig)).toEqual(dopo);
    // What was declared reads as it was then.
    const letta = await leggi(chi, id);
    expect([letta.stato, letta.mezzi[0].prima.quantita, letta.mezzi[0].quantita]).toEqual(['accettata', 2, 3]);
    expect((await chi.call('mezziPosizione', { id: posizione.id })).body.data).toHaveLength(2);
  });

  test('that accepts new devices of nobody’s position keeps them at the body', async () => {
    const { chi, id } = await ospitePronto(rig);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    expect((await decidi(rig, caso, { stato: 'accettata' })).status).toBe(201);
    expect(await inStore(rig)).toMatchObject([{ posizione: null, ente: 'borgo', tipo: 'Cartello' }]);
  });

  test('that refuses, and a withdrawal, change nothing', async () => {
    const { chi, id } = await variazione(rig);
    const prima = await inStore(rig);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    expect((await decidi(rig, caso, { stato: 'rifiutata' })).status).toBe(201);
    expect(await inStore(rig)).toEqual(prima);
    expect((await leggi(chi, id)).stato).toBe('rifiutata');

    const nuova = await inizia(chi);
    await aggiungi(chi, nuova);
    const altro = (await manda(chi, nuova)).body.data.pratica.id as string;
    expect((await chi.call('commenta', { id: altro, email: EMAIL, stato: 'ritirata' })).status).toBe(201);
    expect(await inStore(rig)).toEqual(prima);
    expect((await leggi(chi, nuova)).stato).toBe('rifiutata');
  });

  test('is stopped when a device ceased, went to another position or changed otherwise meanwhile; what changed elsewhere stays', async () => {
    const { chi, id, insegna, furgoncino, posizione } = await variazione(rig);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    const cambia = (mezzo: string, cambi: object) =>
      rig.house.db.updateTable('mezzi').set(cambi).where('id', '=', mezzo).execute();
    await cambia(furgoncino.id, { cessato_dal: '2026-11-01' });
    const cessato = await decidi(rig, caso, { stato: 'accettata' });
    expect([cessato.status, cessato.body.message]).toEqual([409, expect.stringContaining('Automezzo, AB123CD')]);
    const altra = await scriviPosizione(rig, { codice_utente: 'ALTRA', sistema: 'ICP' });
    await cambia(furgoncino.id, { cessato_dal: null, posizione: altra.id });
    const passato = await decidi(rig, caso, { stato: 'accettata' });
    expect([passato.status, passato.body.message]).toEqual([409, expect.stringContaining('passato a un’altra')]);
    await cambia(furgoncino.id, { posizione: posizione.id });
    await cambia(insegna.id, { dati_json: JSON.stringify(cartello({ quantita: 7 })) });
    expect((await decidi(rig, caso, { stato: 'accettata' })).status).toBe(409);
    expect(await count(rig, 'mezzi')).toBe(2);
    await cambia(insegna.id, { dati_json: JSON.stringify(cartello({ testo: 'Bar dello Sport' })) });
    expect((await decidi(rig, caso, { stato: 'accettata' })).status).toBe(201);
    const uno = (await inStore(rig)).find((m) => m.id === insegna.id);
    expect(JSON.parse(uno?.dati_json ?? '')).toMatchObject({ quantita: 3, testo: 'Bar dello Sport' });
  });

  test('shows in the list of declarations, with what was only begun', async () => {
    const { chi, id } = await variazione(rig);
    const iniziata = await inizia(chi);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    rig.clock.pass(DAY);
    await aggiungi(chi, iniziata);
    const lista = async () => (await chi.call('listaDichiarazioni')).body.data;
    expect(await lista()).toEqual([
      {
        ...{ Id: iniziata, tipo: 'Nuovo mezzo pubblicitario', ente: 'borgo', nome_ente: 'Comune di Borgo' },
        ...{ data: '2026-11-21', stato: 'bozza', protocollo: null },
        percorso: `/servizio/mezzo-permanente/mezzi/${iniziata}?riprendi=1`,
      },
      {
        ...{ Id: id, tipo: 'Variazione di un mezzo pubblicitario', ente: 'borgo', nome_ente: 'Comune di Borgo' },
        ...{ data: '2026-11-20', stato: 'inviata', protocollo: '2026/000001' },
        percorso: `/richiesta/chat/anna%40esempio.it/${caso}`,
      },
    ]);
    await decidi(rig, caso, { stato: 'accettata' });
    expect((await lista())[1].stato).toBe('accettata');
  });

  test('by a guest is in the list once they have taken the case into their area, and theirs to read', async () => {
    const { chi, id } = await ospitePronto(rig);
    const caso = (await manda(chi, id)).body.data.pratica.id as string;
    const io = await anna(rig);
    expect((await io.call('listaDichiarazioni')).body.data).toEqual([]);
    expect((await io.call('prendiPratica', { id: caso })).status).toBe(200);
    expect((await io.call('listaDichiarazioni')).body.data).toMatchObject([{ Id: id, stato: 'inviata' }]);
    expect((await leggi(io, id)).mezzi).toHaveLength(1);
    expect((await aggiungi(io, id)).status).toBe(409);
  });
});

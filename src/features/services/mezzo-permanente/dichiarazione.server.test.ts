import { expect, test } from 'vitest';
import {
  aggiungi,
  anna,
  carica,
  comuni,
  DICHIARANTE,
  EMAIL,
  inizia,
  manda,
  posizioneConMezzi,
} from '../../../../tests/mezzi.ts';
import { ANNA, BRUNO, scriviPosizione } from '../../../../tests/posizioni.ts';
import { caller, conto, count, DAY, ENTI, HOUR, onBoth, operatore } from '../../../../tests/rig.ts';
import { tidy } from '../../../housekeeping.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { scriviEnte } from '../../cases/ente/ente.db.ts';
import { entra } from '../../people/accesso/sessione.server.ts';

onBoth('a declaration', (rig) => {
  test('is begun for a body that takes them, read and changed by who began it', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi, { richiedente: DICHIARANTE });
    const { status, body } = await chi.call('leggiDichiarazioneMezzi', { id });
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ Id: id, tipo: 'nuovo', stato: 'bozza', ente: 'borgo', nome_ente: 'Comune di Borgo', posizione: null },
        ...{ richiedente: DICHIARANTE, mezzi: [], allegati: [], stima_cent: 0, pratica: null, protocollo: null },
      },
    ]);
    const telefono = '+393477654321';
    const detta = await chi.call('scriviDichiarazioneMezzi', { id, richiedente: { ...DICHIARANTE, telefono } });
    expect([detta.status, detta.body.data.richiedente.telefono]).toEqual([200, telefono]);
    const bozza = await chi.call('leggiBozza', { percorso: percorsoDichiarazione(id) });
    expect(bozza.body.data.valori).toMatchObject({ nome: 'Anna', telefono, ruolo: 'persona_fisica' });
  });

  test('says who represents whom as it was told', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const rappresentato = { nome: 'Ugo', cognome: 'Rossi', codice_fiscale: BRUNO.codice_fiscale };
    const tutrice = { ...DICHIARANTE, ruolo: 'tutore', rappresentato };
    const id = await inizia(chi, { richiedente: tutrice });
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).body.data.richiedente).toEqual(tutrice);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['of no kind', { tipo: 'altro' }, ['tipo']],
    ['for no body', { ente: undefined }, ['ente']],
    ['for a body that is not there', { ente: 'nessuno' }, ['ente']],
    ['for the portal itself', { ente: 'portale' }, ['ente']],
    ['that varies what no position has', { tipo: 'variazione' }, ['posizione']],
    ['that ends what no position has', { tipo: 'cessazione' }, ['posizione']],
  ])('%s is refused', async (_what, over, campi) => {
    await comuni(rig);
    const { status, body } = await caller(rig).call('nuovaDichiarazioneMezzi', {
      tipo: 'nuovo',
      ente: 'borgo',
      ...over,
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, campi]);
    expect(await count(rig, 'dichiarazioni_mezzi')).toBe(0);
  });

  test('for a body that takes none online is refused', async () => {
    await comuni(rig);
    await scriviEnte(rig.house.db, ENTI.valle, 2);
    rig.clock.pass(11_000);
    const { status, body } = await caller(rig).call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'valle' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['ente']]);
  });

  test('is about a position that is open to who asks, at its body', async () => {
    const { posizione } = await posizioneConMezzi(rig);
    const altrui = await scriviPosizione(rig, { codice_utente: 'ZZ-9' }, [BRUNO.codice_fiscale]);
    const chi = await anna(rig);
    const nuova = (fields: object) => chi.call('nuovaDichiarazioneMezzi', { tipo: 'variazione', ...fields });
    expect((await nuova({ posizione: altrui.id })).status).toBe(404);
    expect((await nuova({ posizione: posizione.id, ente: 'valle' })).status).toBe(404);
    expect(
      (await caller(rig).call('nuovaDichiarazioneMezzi', { tipo: 'variazione', posizione: posizione.id })).status,
    ).toBe(404);
    const rifiuti = await scriviPosizione(rig, { codice_utente: 'TA-1', sistema: 'TARMB' }, [ANNA.codice_fiscale]);
    const diAltro = await nuova({ posizione: rifiuti.id });
    expect([diAltro.status, Object.keys(diAltro.body.errors)]).toEqual([422, ['posizione']]);
    const id = await inizia(chi, { tipo: 'nuovo', posizione: posizione.id, ente: undefined });
    const { body } = await chi.call('leggiDichiarazioneMezzi', { id });
    // New ones beside those that the position has.
    expect([body.data.posizione, body.data.mezzi]).toEqual([{ Id: posizione.id, codice_utente: 'AB12-34' }, []]);
  });

  test('is begun once under one key', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const begin = () =>
      chi.call('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgo' }, { key: 'chiave-di-inizio' });
    expect((await begin()).body).toEqual((await begin()).body);
    expect(await count(rig, 'dichiarazioni_mezzi')).toBe(1);
  });

  test('is nobody else’s to read or change', async () => {
    await comuni(rig);
    const id = await inizia(caller(rig));
    const bruno = caller(rig, { user: await conto(rig, { codice_fiscale: BRUNO.codice_fiscale }) });
    for (const altro of [caller(rig), bruno, caller(rig, { user: operatore('borgo') })]) {
      expect((await altro.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
      expect((await altro.call('scriviDichiarazioneMezzi', { id, richiedente: DICHIARANTE })).status).toBe(404);
      expect((await altro.call('mieDichiarazioniMezzi')).body.data).toEqual([]);
    }
  });

  test('begun is found again, the last one touched first', async () => {
    const { posizione } = await posizioneConMezzi(rig);
    const chi = await anna(rig);
    const una = await inizia(chi);
    rig.clock.pass(HOUR);
    const due = await inizia(chi, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
    rig.clock.pass(HOUR);
    await aggiungi(chi, una);
    const { body } = await chi.call('mieDichiarazioniMezzi');
    expect(body.data).toMatchObject([
      { Id: una, tipo: 'nuovo', nome_ente: 'Comune di Borgo', codice_utente: null, mezzi: 1 },
      { Id: due, tipo: 'variazione', codice_utente: 'AB12-34', mezzi: 0 },
    ]);
  });

  test('lapses a day after its last change, and goes with its devices and files', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    rig.clock.pass(DAY - HOUR);
    await aggiungi(chi, id);
    await carica(chi, id, 'foto_bozzetti');
    rig.clock.pass(DAY - 1);
    await tidy(rig.house);
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).status).toBe(200);
    rig.clock.pass(1);
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
    expect((await aggiungi(chi, id)).status).toBe(404);
    // A draft written anew under its path does not bring it back.
    await chi.call('salvaBozza', { percorso: percorsoDichiarazione(id), passo: 'tipo', valori: {} });
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
    await tidy(rig.house);
    for (const table of ['dichiarazioni_mezzi', 'mezzi_dichiarati', 'allegati'] as const)
      expect([table, await count(rig, table)]).toEqual([table, 0]);
  });

  test('thrown away is gone; one that was sent stays', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const via = await inizia(chi);
    await chi.call('eliminaBozza', { percorso: percorsoDichiarazione(via) });
    expect((await chi.call('leggiDichiarazioneMezzi', { id: via })).status).toBe(404);
    const inviata = await inizia(chi);
    await aggiungi(chi, inviata);
    expect((await manda(chi, inviata)).status).toBe(200);
    rig.clock.pass(400 * DAY);
    await tidy(rig.house);
    expect((await chi.call('leggiDichiarazioneMezzi', { id: inviata })).status).toBe(200);
    expect(await count(rig, 'dichiarazioni_mezzi')).toBe(1);
  });

  test('saved on a device of one’s own lives seven days from its last change', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    await chi.call('salvaBozza', { percorso: percorsoDichiarazione(id), passo: 'mezzi', valori: {}, salva: true });
    rig.clock.pass(6 * DAY);
    await aggiungi(chi, id);
    rig.clock.pass(6 * DAY);
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).status).toBe(200);
  });

  test('begun as a guest becomes theirs who log in; one with somebody else’s tax code does not', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    const altrui = await inizia(chi, { richiedente: { ...DICHIARANTE, codice_fiscale: BRUNO.codice_fiscale } });
    const persona = {
      provider: 'cittadini',
      issuer: 'i',
      subject: 's',
      idToken: null,
      ...ANNA,
      telefono: null,
    } as never;
    const { user } = await entra(rig.house, persona, chi.visitor);
    const dentro = chi.as({ user });
    expect((await dentro.call('leggiDichiarazioneMezzi', { id })).body.data.mezzi).toHaveLength(1);
    expect((await dentro.call('leggiDichiarazioneMezzi', { id: altrui })).status).toBe(404);
    expect((await aggiungi(dentro, id)).status).toBe(201);
    expect((await chi.call('leggiDichiarazioneMezzi', { id })).status).toBe(404);
  });

  test('whose devices are saved while one logs in goes along all the same', async () => {
    await comuni(rig);
    const persona = {
      provider: 'cittadini',
      issuer: 'i',
      subject: 's',
      idToken: null,
      ...ANNA,
      telefono: null,
    } as never;
    for (let n = 0; n < 10; n++) {
      const chi = caller(rig, { peer: `198.51.${n}.1` });
      const id = await inizia(chi);
      const salvati = [0, 1, 2].map(() => aggiungi(chi, id));
      for (let giri = n % 5; giri > 0; giri--) await new Promise((go) => setImmediate(go));
      const { user } = await entra(rig.house, persona, chi.visitor);
      const esiti = (await Promise.all(salvati)).map((s) => s.status);
      // Who comes after the login comes as nobody.
      expect(esiti.every((s) => s === 201 || s === 404)).toBe(true);
      const { mezzi } = (await chi.as({ user }).call('leggiDichiarazioneMezzi', { id })).body.data;
      expect(mezzi).toHaveLength(esiti.filter((s) => s === 201).length);
    }
  });

  test('begun is part of what a citizen downloads of their data', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    await aggiungi(chi, await inizia(chi));
    const { bozze } = JSON.parse((await chi.call('scaricaDati')).bytes.toString());
    expect(bozze).toMatchObject([{ mezzi: [{ azione: 'nuovo', tipo: 'Cartello', indirizzo: 'Via Roma 1' }] }]);
  });

  test('is part of the same download with the devices of the positions', async () => {
    await posizioneConMezzi(rig);
    const { posizioni } = JSON.parse((await (await anna(rig)).call('scaricaDati')).bytes.toString());
    expect(posizioni[0].mezzi).toMatchObject([
      { codice: 'M-1', tipo: 'Cartello', indirizzo: 'Via Roma 1', cessato_dal: null },
      { codice: 'M-2', tipo: 'Automezzo', targa: 'AB123CD', cessato_dal: null },
    ]);
  });

  test('that was sent is exported for who takes part in its case, for nobody else', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    const olga = caller(rig, { user: operatore('borgo') });
    const comeOperatore = { id, email: EMAIL, vista: 'operatore' };
    expect((await olga.call('esportaMezziCsv', comeOperatore)).status).toBe(404);
    expect((await chi.call('esportaMezziCsv', { id })).status).toBe(200);
    await manda(chi, id);
    for (const name of ['esportaMezziCsv', 'esportaMezziPdf'] as const) {
      expect((await chi.call(name, { id })).status).toBe(200);
      expect((await olga.call(name, comeOperatore)).status).toBe(200);
      expect((await olga.call(name, { id })).status).toBe(404);
      expect((await caller(rig).call(name, { id })).status).toBe(404);
      expect((await caller(rig, { user: operatore('valle') }).call(name, comeOperatore)).status).toBe(404);
    }
  });

  test('that was sent by somebody else is asked for as often as one that is not there', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);
    await manda(chi, id);
    const esiti = async (chiesto: string, peer: string) => {
      const curioso = caller(rig, { peer });
      const risposte = [];
      for (let n = 0; n < 22; n++)
        risposte.push(await curioso.call('esportaMezziCsv', { id: chiesto, email: `${peer}@esempio.it` }));
      return risposte.map(({ status, body }) => [status, body.message]);
    };
    const altrui = await esiti(id, '198.51.100.1');
    expect(altrui.at(-1)?.[0]).toBe(429);
    expect(altrui).toEqual(await esiti('questa-non-esiste-0', '198.51.101.1'));
  });
});

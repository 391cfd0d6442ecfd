import { expect, test } from 'vitest';
import {
  aggiungi,
  anna,
  carica,
  cartello,
  comuni,
  conLettera,
  furgone,
  inizia,
  manda,
  posizioneConMezzi,
  scriviMezzo,
} from '../../../../tests/mezzi.ts';
import { BRUNO, scriviPosizione } from '../../../../tests/posizioni.ts';
import { type Caller, caller, conto, count, onBoth, type Rig } from '../../../../tests/rig.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { IN_CORSO, MAX_MEZZI } from './mezzo.ts';
import { scriviInCorso } from './scheda.ts';

const leggi = async (chi: Caller, id: string) => (await chi.call('leggiDichiarazioneMezzi', { id })).body.data;
const inVariazione = async (rig: Rig) => {
  const mondo = await posizioneConMezzi(rig);
  const chi = await anna(rig);
  return {
    ...mondo,
    chi,
    id: await inizia(chi, { tipo: 'variazione', posizione: mondo.posizione.id, ente: undefined }),
  };
};
const bruno = async (rig: Rig) =>
  caller(rig, { user: await conto(rig, { codice_fiscale: BRUNO.codice_fiscale, email: 'bruno@esempio.it' }) });

onBoth('a new device', (rig) => {
  test('is added, changed, duplicated, removed and put back', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const primo = await aggiungi(chi, id);
    expect([primo.status, primo.body.data]).toEqual([
      201,
      { Id: expect.any(String), ...cartello(), azione: 'nuovo', nuovo: true, allegati: [], stima_cent: 32000 },
    ]);
    const Id = primo.body.data.Id;
    const cambiato = await aggiungi(chi, id, { id: Id, quantita: '1', dal: '2026-12-01', al: '2026-12-31' });
    expect([cambiato.status, cambiato.body.data.quantita, cambiato.body.data.al]).toEqual([200, 1, '2026-12-31']);
    const copia = await chi.call('duplicaMezzo', { id: Id });
    expect([copia.status, copia.body.data.quantita, copia.body.data.Id === Id]).toEqual([201, 1, false]);
    expect((await chi.call('togliMezzo', { id: Id })).status).toBe(204);
    expect((await leggi(chi, id)).mezzi.map((m: { tolto?: boolean }) => m.tolto)).toEqual([true, undefined]);
    expect((await leggi(chi, id)).stima_cent).toBe(copia.body.data.stima_cent);
    const rimesso = await chi.call('rimettiMezzo', { id: Id });
    expect([rimesso.status, rimesso.body.data.tolto]).toEqual([200, undefined]);
    expect((await leggi(chi, id)).mezzi.map((m: { Id: string }) => m.Id)).toEqual([Id, copia.body.data.Id]);
  });

  test('that is saved is half-typed no longer; one that is half-typed beside it stays in the draft', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const percorso = percorsoDichiarazione(id);
    const tieni = (mezzo: string) =>
      chi.call('salvaBozza', {
        ...{ percorso, passo: 'mezzi' },
        valori: { nome: 'Anna', [IN_CORSO]: scriviInCorso({ mezzo, valori: { testo: 'Bar' }, file: [] }) },
      });
    const tenuti = async () => Object.keys((await chi.call('leggiBozza', { percorso })).body.data.valori);
    await tieni('nuovo');
    const { Id } = (await aggiungi(chi, id)).body.data;
    expect(await tenuti()).toEqual(['nome']);
    await tieni('nuovo');
    await aggiungi(chi, id, { id: Id });
    expect(await tenuti()).toEqual(['nome', IN_CORSO]);
    await tieni(Id);
    await aggiungi(chi, id);
    expect(await tenuti()).toEqual(['nome', IN_CORSO]);
    await aggiungi(chi, id, { id: Id });
    expect(await tenuti()).toEqual(['nome']);
  });

  test('that was removed is not there, whatever is asked of it, until it is put back', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const Id = (await aggiungi(chi, id)).body.data.Id as string;
    expect((await chi.call('togliMezzo', { id: Id })).status).toBe(204);
    const dopo = async () => [
      (await chi.call('togliMezzo', { id: Id })).status,
      (await aggiungi(chi, id, { id: Id, quantita: 9 })).status,
      (await chi.call('scriviAutomezzo', { dichiarazione: id, id: Id, ...furgone() })).status,
      (await chi.call('duplicaMezzo', { id: Id })).status,
    ];
    expect(await dopo()).toEqual([404, 404, 404, 404]);
    expect((await chi.call('rimettiMezzo', { id: Id })).body.data).toMatchObject({ Id, quantita: 2 });
    expect((await aggiungi(chi, id, { id: Id, quantita: 9 })).body.data).toMatchObject({ Id, quantita: 9 });
    // Asked by two at once, one of them removes it.
    const due = await Promise.all([0, 1].map(() => chi.call('togliMezzo', { id: Id })));
    expect(due.map((a) => a.status).sort()).toEqual([204, 404]);
  });

  test('without a tariff of the body has no estimate', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi, { ente: 'valle' });
    expect((await aggiungi(chi, id)).body.data.stima_cent).toBeNull();
    expect((await leggi(chi, id)).stima_cent).toBeNull();
  });

  test('may become a sign from a vehicle: what does not fit is dropped', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const van = await chi.call('scriviAutomezzo', { dichiarazione: id, ...furgone() });
    expect([van.status, van.body.data.targa]).toEqual([201, 'AB123CD']);
    const telo = await aggiungi(chi, id, { id: van.body.data.Id, Tipologia_impianto_publicitario__c: 'Telo' });
    expect([telo.status, telo.body.data.Tipologia_impianto_publicitario__c]).toEqual([200, 'Telo']);
    expect(Object.keys(telo.body.data)).not.toContain('targa');
    expect((await leggi(chi, id)).mezzi).toHaveLength(1);
  });

  test('goes by the path of its type', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const dichiarazione = await inizia(chi);
    for (const [name, dati] of [
      ['scriviAutomezzo', cartello()],
      ['scriviMezzoFisso', furgone()],
    ] as const) {
      const { status, body } = await chi.call(name, { dichiarazione, ...dati });
      expect([status, Object.keys(body.errors)]).toEqual([
        422,
        expect.arrayContaining(['Tipologia_impianto_publicitario__c']),
      ]);
    }
  });

  test.each([0, -1, '0', '-1', 1.5, '1,5', 5001, 1e12, '', null])('cannot be %j cm wide', async (larghezza_cm) => {
    await comuni(rig);
    const chi = caller(rig);
    const { status, body } = await aggiungi(chi, await inizia(chi), { larghezza_cm });
    expect([status, body.errors]).toEqual([
      422,
      { larghezza_cm: ['Scrivi la larghezza in centimetri: un numero intero da 1 a 5000.'] },
    ]);
    expect(await count(rig, 'mezzi_dichiarati')).toBe(0);
  });

  test(`is one of ${MAX_MEZZI} at most, however it comes`, async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const primo = (await aggiungi(chi, id)).body.data.Id as string;
    const riga = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().executeTakeFirstOrThrow();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(Array.from({ length: MAX_MEZZI - 2 }, (_, i) => ({ ...riga, id: `riga-${i}-0123456789`, n: i + 2 })))
      .execute();
    expect((await aggiungi(chi, id)).status).toBe(201);
    expect((await leggi(chi, id)).mezzi).toHaveLength(MAX_MEZZI);
    for (const di of [aggiungi(chi, id), chi.call('duplicaMezzo', { id: primo })]) {
      const { status, body } = await di;
      expect([status, Object.keys(body.errors)]).toEqual([422, ['mezzi']]);
      expect(body.message).toContain('questa è completa');
    }
    await chi.call('togliMezzo', { id: primo });
    expect((await aggiungi(chi, id)).status).toBe(201);
    expect((await chi.call('rimettiMezzo', { id: primo })).status).toBe(422);
    // What is there may be changed all the same.
    expect((await aggiungi(chi, id, { id: 'riga-3-0123456789', testo: 'Altro' })).status).toBe(200);
  });

  test('takes the last place once, whoever is faster; one sent twice under a key is one', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const due = [0, 1].map(() =>
      chi.call('scriviMezzoFisso', { dichiarazione: id, ...cartello() }, { key: 'una-chiave-sola' }),
    );
    const [uno, altro] = await Promise.all(due);
    expect([uno?.status, altro?.body]).toEqual([201, uno?.body]);
    const riga = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().executeTakeFirstOrThrow();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(Array.from({ length: MAX_MEZZI - 2 }, (_, i) => ({ ...riga, id: `riga-${i}-0123456789`, n: i + 2 })))
      .execute();
    const insieme = await Promise.all(Array.from({ length: 5 }, () => aggiungi(chi, id)));
    expect(insieme.map((a) => a.status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(await count(rig, 'mezzi_dichiarati')).toBe(MAX_MEZZI);
  });

  test('is theirs only who declare it: to others it is not there', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const Id = (await aggiungi(chi, id)).body.data.Id as string;
    const altra = await inizia(await bruno(rig));
    for (const altro of [caller(rig), await bruno(rig)]) {
      expect((await aggiungi(altro, id)).status).toBe(404);
      expect((await aggiungi(altro, id, { id: Id })).status).toBe(404);
      expect((await aggiungi(altro, altra, { id: Id })).status).toBe(404);
      for (const name of ['togliMezzo', 'rimettiMezzo', 'duplicaMezzo'] as const)
        expect((await altro.call(name, { id: Id })).status).toBe(404);
    }
    // Nor is it there in another declaration of their own.
    expect((await aggiungi(chi, await inizia(chi), { id: Id })).status).toBe(404);
    expect((await aggiungi(chi, 'questa-non-esiste-affatto')).status).toBe(404);
    expect((await leggi(chi, id)).mezzi).toHaveLength(1);
  });

  test('is not changed any more once the declaration is sent', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const id = await inizia(chi);
    const Id = (await aggiungi(chi, id)).body.data.Id as string;
    expect((await manda(chi, id)).status).toBe(200);
    expect((await aggiungi(chi, id)).status).toBe(409);
    expect((await aggiungi(chi, id, { id: Id })).status).toBe(409);
    for (const name of ['togliMezzo', 'rimettiMezzo', 'duplicaMezzo'] as const)
      expect((await chi.call(name, { id: Id })).status).toBe(409);
    expect((await chi.call('scriviDichiarazioneMezzi', { id })).status).toBe(409);
  });
});

onBoth('a device of the position', (rig) => {
  test('is shown as it is, and what is said of it over that', async () => {
    const { chi, id, insegna, furgoncino } = await inVariazione(rig);
    const intatta = await leggi(chi, id);
    expect(intatta.mezzi.map((m: { Id: string; mezzo: string }) => [m.Id, m.mezzo])).toEqual([
      [insegna.id, insegna.id],
      [furgoncino.id, furgoncino.id],
    ]);
    const varia = await aggiungi(chi, id, { id: insegna.id, quantita: 3 });
    expect([varia.status, varia.body.data]).toEqual([
      200,
      expect.objectContaining({ azione: 'variazione', mezzo: insegna.id, quantita: 3 }),
    ]);
    expect(varia.body.data.prima).toMatchObject({ Id: insegna.id, quantita: 2 });
    // Said again, by the device or by the row, it is the one thing said of it.
    await aggiungi(chi, id, { id: insegna.id, quantita: 4 });
    await aggiungi(chi, id, { id: varia.body.data.Id, quantita: 5 });
    const nuovo = await aggiungi(chi, id, { testo: 'Nuovo' });
    const dopo = await leggi(chi, id);
    expect(dopo.mezzi.map((m: { Id: string; quantita?: number }) => [m.Id, m.quantita])).toEqual([
      [varia.body.data.Id, 5],
      [furgoncino.id, undefined],
      [nuovo.body.data.Id, 2],
    ]);
    expect(await count(rig, 'mezzi_dichiarati')).toBe(2);
  });

  test('by its own id is taken back in the declaration that lives, not in one that was thrown away', async () => {
    const { chi, id, posizione, insegna } = await inVariazione(rig);
    rig.clock.pass(1000);
    const altra = await inizia(chi, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
    for (const dichiarazione of [id, altra]) await aggiungi(chi, dichiarazione, { id: insegna.id, quantita: 9 });
    await chi.call('eliminaBozza', { percorso: percorsoDichiarazione(altra) });
    expect((await chi.call('togliMezzo', { id: insegna.id })).status).toBe(204);
    expect((await leggi(chi, id)).mezzi[0]).toMatchObject({ mezzo: insegna.id, tolto: true });
  });

  test('taken back is as it was; put back, the change is there again', async () => {
    const { chi, id, insegna } = await inVariazione(rig);
    const riga = (await aggiungi(chi, id, { id: insegna.id, quantita: 3 })).body.data.Id as string;
    expect((await chi.call('togliMezzo', { id: insegna.id })).status).toBe(204);
    const [tolto] = (await leggi(chi, id)).mezzi;
    expect([tolto.tolto, tolto.quantita, tolto.prima]).toEqual([true, 2, undefined]);
    const rimesso = await chi.call('rimettiMezzo', { id: riga });
    expect([rimesso.status, rimesso.body.data.quantita]).toEqual([200, 3]);
    await chi.call('togliMezzo', { id: riga });
    for (const detto of [riga, insegna.id]) expect((await chi.call('togliMezzo', { id: detto })).status).toBe(404);
    // What was taken back is not there to be changed; of the position's device something may be said anew.
    expect((await aggiungi(chi, id, { id: riga, quantita: 9 })).status).toBe(404);
    const cessa = { dichiarazione: id, Id: riga, dal: '2026-11-30', motivo: 'Rimosso' };
    expect((await chi.call('cessaMezzoFisso', cessa)).status).toBe(404);
    expect((await aggiungi(chi, id, { id: insegna.id, quantita: 9 })).body.data).toMatchObject({
      Id: riga,
      quantita: 9,
    });
    expect((await leggi(chi, id)).mezzi[0].tolto).toBeUndefined();
  });

  test('does not become a sign from a vehicle, nor the other way round', async () => {
    const { chi, id, insegna, furgoncino } = await inVariazione(rig);
    const campo = 'Tipologia_impianto_publicitario__c';
    const telo = await aggiungi(chi, id, { id: furgoncino.id, [campo]: 'Telo' });
    expect([telo.status, Object.keys(telo.body.errors)]).toEqual([422, [campo]]);
    const van = await chi.call('scriviAutomezzo', { dichiarazione: id, id: insegna.id, ...furgone() });
    expect([van.status, Object.keys(van.body.errors)]).toEqual([422, [campo]]);
    expect((await aggiungi(chi, id, { id: insegna.id, [campo]: 'Telo' })).status).toBe(200);
  });

  test('ceases from a day, for a reason; said twice, the second counts', async () => {
    const { chi, id, insegna, furgoncino } = await inVariazione(rig);
    const detto = { dichiarazione: id, Id: insegna.id, dal: '2026-11-30', motivo: 'Rimosso' };
    const prima = await chi.call('cessaMezzoFisso', detto);
    expect([prima.status, prima.body.data.azione, prima.body.data.cessazione]).toEqual([
      200,
      'cessazione',
      { dal: '2026-11-30', motivo: 'Rimosso' },
    ]);
    const seconda = await chi.call('cessaMezzoFisso', { ...detto, Id: prima.body.data.Id, motivo: 'Venduto' });
    expect(seconda.body.data).toMatchObject({ Id: prima.body.data.Id, cessazione: { motivo: 'Venduto' } });
    expect(await count(rig, 'mezzi_dichiarati')).toBe(1);
    expect((await leggi(chi, id)).stima_cent).toBe(4000);
    expect((await chi.call('cessaAutomezzo', { ...detto, Id: furgoncino.id })).status).toBe(200);
    for (const [name, Id] of [
      ['cessaAutomezzo', insegna.id],
      ['cessaMezzoFisso', furgoncino.id],
    ] as const) {
      const { status, body } = await chi.call(name, { ...detto, Id });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['Id']]);
    }
    const senza = await chi.call('cessaMezzoFisso', { dichiarazione: id, Id: insegna.id, dal: '2026-02-30' });
    expect([senza.status, Object.keys(senza.body.errors)]).toEqual([422, ['dal', 'motivo']]);
  });

  test('changes and ceases only where the declaration is of that kind', async () => {
    const { chi, id, insegna, posizione } = await inVariazione(rig);
    const cessa = { Id: insegna.id, dal: '2026-11-30', motivo: 'Rimosso' };
    const cessazione = await inizia(chi, { tipo: 'cessazione', posizione: posizione.id, ente: undefined });
    expect((await aggiungi(chi, cessazione)).status).toBe(409);
    expect((await aggiungi(chi, cessazione, { id: insegna.id })).status).toBe(409);
    expect((await chi.call('cessaMezzoFisso', { dichiarazione: cessazione, ...cessa })).status).toBe(200);
    const nuovi = await inizia(chi);
    expect((await chi.call('cessaMezzoFisso', { dichiarazione: nuovi, ...cessa })).status).toBe(409);
    expect((await aggiungi(chi, nuovi, { id: insegna.id })).status).toBe(404);
    const nuovo = (await aggiungi(chi, id)).body.data.Id;
    expect((await chi.call('cessaMezzoFisso', { dichiarazione: id, ...cessa, Id: nuovo })).status).toBe(409);
  });

  test('of another position, or one that is no more, is not there', async () => {
    const { chi, id, posizione } = await inVariazione(rig);
    const altra = await scriviPosizione(rig, { codice_utente: 'ZZ-9' }, [BRUNO.codice_fiscale]);
    const altrui = await scriviMezzo(rig, altra);
    const cessato = await scriviMezzo(rig, posizione, { cessato_dal: '2025-01-01' });
    for (const Id of [altrui.id, cessato.id]) {
      expect((await aggiungi(chi, id, { id: Id })).status).toBe(404);
      const cessa = { dichiarazione: id, Id, dal: '2026-11-30', motivo: 'Rimosso' };
      expect((await chi.call('cessaMezzoFisso', cessa)).status).toBe(404);
    }
    expect((await leggi(chi, id)).mezzi).toHaveLength(2);
  });

  test('is listed for who holds the position or opened it by its codes, for nobody else', async () => {
    const { chi, posizione, insegna } = await inVariazione(rig);
    const { status, body } = await chi.call('mezziPosizione', { id: posizione.id });
    expect([status, body.data[0]]).toEqual([200, { Id: insegna.id, ...cartello(), stima_cent: 32000 }]);
    expect(body.data).toHaveLength(2);
    const ospite = caller(rig);
    for (const altro of [ospite, await bruno(rig)])
      expect((await altro.call('mezziPosizione', { id: posizione.id })).status).toBe(404);
    await conLettera(rig, ospite);
    expect((await ospite.call('mezziPosizione', { id: posizione.id })).body.data).toHaveLength(2);
  });
});

onBoth('files of a device', (rig) => {
  const conFile = async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const foto = await carica(chi, id, 'foto_bozzetti');
    const sciolto = await carica(chi, null);
    const allegati = [
      { Id: foto, categoria: 'foto_bozzetti' },
      { Id: sciolto, categoria: 'autorizzazione' },
    ];
    const mezzo = (await aggiungi(chi, id, { allegati })).body.data;
    return { chi, id, foto, sciolto, mezzo };
  };
  type File = { Id: string; categoria: string };

  test('are named by it, stay when nothing is said of them, and go when they are taken off', async () => {
    const { chi, id, foto, sciolto, mezzo } = await conFile();
    expect(mezzo.allegati.map((f: File) => [f.Id, f.categoria])).toEqual([
      [foto, 'foto_bozzetti'],
      [sciolto, 'autorizzazione'],
    ]);
    expect((await aggiungi(chi, id, { id: mezzo.Id, quantita: 9 })).body.data.allegati).toHaveLength(2);
    expect((await leggi(chi, id)).allegati).toEqual([]);
    const via = [{ Id: foto, categoria: 'foto_bozzetti', IsDeleted: true }];
    const senza = await aggiungi(chi, id, { id: mezzo.Id, allegati: JSON.stringify(via) });
    expect(senza.body.data.allegati.map((f: File) => f.Id)).toEqual([sciolto]);
    expect((await chi.call('scaricaFile', { id: foto })).status).toBe(404);
  });

  test('that two devices name are not gone when one of them lets it go', async () => {
    const { chi, id, foto, mezzo } = await conFile();
    const nominato = { Id: foto, categoria: 'foto_bozzetti' };
    const altro = (await aggiungi(chi, id, { allegati: [nominato] })).body.data;
    await aggiungi(chi, id, { id: mezzo.Id, allegati: [{ ...nominato, IsDeleted: true }] });
    expect((await leggi(chi, id)).mezzi.find((m: File) => m.Id === altro.Id).allegati).toHaveLength(1);
  });

  test('that were removed meanwhile are not shown, and are not named again', async () => {
    const { chi, id, foto, mezzo } = await conFile();
    expect((await chi.call('togliFile', { id: foto })).status).toBe(204);
    expect((await leggi(chi, id)).mezzi[0].allegati).toHaveLength(1);
    const { status, body } = await aggiungi(chi, id, { allegati: [{ Id: foto, categoria: 'foto_bozzetti' }] });
    expect([status, Object.keys(body.errors)]).toEqual([404, ['allegati']]);
    expect((await aggiungi(chi, id, { id: mezzo.Id })).status).toBe(200);
    expect(await count(rig, 'mezzi_dichiarati')).toBe(1);
  });

  test('of devices that were removed and can be put back no more are gone; one that another names stays', async () => {
    const { chi, id, foto, sciolto, mezzo } = await conFile();
    const altro = await aggiungi(chi, id, { allegati: [{ Id: sciolto, categoria: 'autorizzazione' }] });
    await chi.call('togliMezzo', { id: mezzo.Id });
    const riga = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().where('tolto', 'is not', null).execute();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(
        Array.from({ length: 2 * MAX_MEZZI - 2 }, (_, i) => ({
          ...(riga[0] as (typeof riga)[number]),
          ...{ id: `riga-${i}-0123456789`, n: i + 3 },
        })),
      )
      .execute();
    expect((await aggiungi(chi, id)).status).toBe(201);
    const { mezzi, allegati } = await leggi(chi, id);
    expect([mezzi.length, allegati]).toEqual([2, []]);
    expect(mezzi[0]).toMatchObject({ Id: altro.body.data.Id, allegati: [{ Id: sciolto }] });
    expect((await chi.call('scaricaFile', { id: foto })).status).toBe(404);
  });

  test('of one that is half-typed are not those of the declaration itself', async () => {
    const { chi, id } = await conFile();
    const nuova = await carica(chi, id, 'foto_bozzetti');
    expect((await leggi(chi, id)).allegati).toHaveLength(1);
    const file = [{ Id: nuova, categoria: 'foto_bozzetti' as const }];
    const valori = { [IN_CORSO]: scriviInCorso({ mezzo: 'nuovo', valori: {}, file }) };
    await chi.call('salvaBozza', { percorso: percorsoDichiarazione(id), passo: 'mezzi', valori });
    expect((await leggi(chi, id)).allegati).toEqual([]);
  });

  test('that are unknown, somebody else’s, of another form or of a case are not there', async () => {
    const { chi, id } = await conFile();
    const altrui = await carica(caller(rig), null, 'foto_bozzetti');
    const diAltra = await carica(chi, await inizia(chi), 'foto_bozzetti');
    for (const Id of ['questo-file-non-esiste-0', altrui, diAltra])
      expect((await aggiungi(chi, id, { allegati: [{ Id, categoria: 'foto_bozzetti' }] })).status).toBe(404);
    expect((await leggi(chi, id)).mezzi).toHaveLength(1);
  });

  test('are ten of a kind at most, those of before counted', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    const foto = await Promise.all(Array.from({ length: 11 }, () => carica(chi, id, 'foto_bozzetti')));
    const allegati = foto.map((Id) => ({ Id, categoria: 'foto_bozzetti' }));
    expect((await aggiungi(chi, id, { allegati })).status).toBe(422);
    const mezzo = (await aggiungi(chi, id, { allegati: allegati.slice(0, 10) })).body.data;
    expect(mezzo.allegati).toHaveLength(10);
    const undici = await aggiungi(chi, id, { id: mezzo.Id, allegati: allegati.slice(10) });
    expect([undici.status, Object.keys(undici.body.errors)]).toEqual([422, ['allegati']]);
  });

  test('that nobody can read are said so', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    for (const allegati of ['{', [1], [{ Id: 'x' }], 'null', [{ Id: 'a'.repeat(20), categoria: 'documento_identita' }]])
      expect((await aggiungi(chi, id, { allegati })).status).toBe(422);
  });

  test('a device duplicated has none of them', async () => {
    const { chi, mezzo } = await conFile();
    expect((await chi.call('duplicaMezzo', { id: mezzo.Id })).body.data.allegati).toEqual([]);
  });
});

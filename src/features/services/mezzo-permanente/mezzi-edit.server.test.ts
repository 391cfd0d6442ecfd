import { expect, test } from 'vitest';
import {
  addMezzo,
  beginDichiarazione,
  prepareEnti,
  sendDichiarazione,
  uploadFile,
  writeMezzo,
  writePosizioneWithMezzi,
} from '../../../../tests/mezzi.ts';
import { BRUNO_CODICE, writePosizione } from '../../../../tests/posizioni.ts';
import { guestWithLettera, loginAnna } from '../../../../tests/richiedente.ts';
import { callerOf, countRows, createAccount, onOneInTurn, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { cartello, furgone } from '../../../../tests/typed-mezzi.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { NETWORK_ROOM } from '../../cases/bozza/bozza.server.ts';
import { MAX_MEZZI, MEZZO_IN_PROGRESS } from './mezzo.ts';
import { formatMezzoInProgress } from './mezzo-bozza.ts';

const readDichiarazione = async (visitor: RigCaller, id: string) =>
  (await visitor.call('leggiDichiarazioneMezzi', { id })).body.data;
const inVariazione = async (rig: Rig) => {
  const town = await writePosizioneWithMezzi(rig);
  const visitor = await loginAnna(rig);
  return {
    ...town,
    visitor,
    id: await beginDichiarazione(visitor, { tipo: 'variazione', posizione: town.posizione.id, ente: undefined }),
  };
};
const bruno = async (rig: Rig) =>
  callerOf(rig, {
    user: await createAccount(rig, { codice_fiscale: BRUNO_CODICE.codice_fiscale, email: 'bruno@esempio.it' }),
  });

onOneInTurn('a new device', (rig) => {
  test('a new device is added, changed, duplicated, removed and put back', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const primo = await addMezzo(visitor, id);
    expect([primo.status, primo.body.data]).toEqual([
      201,
      { Id: expect.any(String), ...cartello(), azione: 'nuovo', nuovo: true, allegati: [], stima_cent: 32000 },
    ]);
    const Id = primo.body.data.Id;
    const changed = await addMezzo(visitor, id, { id: Id, quantita: '1', dal: '2026-12-01', al: '2026-12-31' });
    expect([changed.status, changed.body.data.quantita, changed.body.data.al]).toEqual([200, 1, '2026-12-31']);
    const copy = await visitor.call('duplicaMezzo', { id: Id });
    expect([copy.status, copy.body.data.quantita, copy.body.data.Id === Id]).toEqual([201, 1, false]);
    expect((await visitor.call('togliMezzo', { id: Id })).status).toBe(204);
    expect((await readDichiarazione(visitor, id)).mezzi.map((m: { tolto?: boolean }) => m.tolto)).toEqual([
      true,
      undefined,
    ]);
    expect((await readDichiarazione(visitor, id)).stima_cent).toBe(copy.body.data.stima_cent);
    const restored = await visitor.call('rimettiMezzo', { id: Id });
    expect([restored.status, restored.body.data.tolto]).toEqual([200, undefined]);
    expect((await readDichiarazione(visitor, id)).mezzi.map((m: { Id: string }) => m.Id)).toEqual([
      Id,
      copy.body.data.Id,
    ]);
  });

  test('guests’ devices count among the drafts of their network, whichever way they are added', async () => {
    await prepareEnti(rig);
    const peer = '198.51.100.77';
    const visitor = callerOf(rig, { peer });
    const id = await beginDichiarazione(visitor);
    const first = await addMezzo(visitor, id);
    // As if other visitors of the network had begun as much as they may together, but for the devices.
    const { dimensione } = await rig.house.db.selectFrom('bozze').select('dimensione').executeTakeFirstOrThrow();
    await rig.house.db
      .updateTable('bozze')
      .set({ dimensione: NETWORK_ROOM - 100 })
      .execute();

    const copy = await visitor.call('duplicaMezzo', { id: first.body.data.Id });
    expect([copy.status, copy.body.message]).toEqual([429, expect.stringMatching(/^Dalla tua connessione/)]);
    expect((await addMezzo(visitor, id)).status).toBe(429);
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(1);
    expect((await visitor.call('togliMezzo', { id: first.body.data.Id })).status).toBe(204);

    await rig.house.db.updateTable('bozze').set({ dimensione }).execute();
    expect((await addMezzo(visitor, id)).status).toBe(201);
    const { dimensione_mezzi } = await rig.house.db.selectFrom('bozze').selectAll().executeTakeFirstOrThrow();
    expect(dimensione_mezzi).toBeGreaterThan(300);
  });

  test('the devices of a declaration go along when its draft is taken up on another device, and come back with it', async () => {
    await prepareEnti(rig);
    const [phone, laptop] = [callerOf(rig), callerOf(rig, { peer: '198.51.100.78' })];
    const id = await beginDichiarazione(phone);
    const { Id: mezzo } = (await addMezzo(phone, id)).body.data;
    const email = 'anna@esempio.it';
    await phone.confirm(email);
    const path = dichiarazionePath(id);
    expect((await phone.call('lasciaBozza', { percorso: path, email })).status).toBe(200);
    const { chiave } = (await phone.call('leggiBozza', { percorso: path })).body.data;
    rig.clock.pass(120_000);
    await laptop.confirm(email);
    expect((await laptop.call('riprendiBozza', { email, chiave })).status).toBe(200);
    const seenBy = async (who: typeof phone) => {
      const { status, body } = await who.call('leggiDichiarazioneMezzi', { id });
      return status === 200 ? body.data.mezzi.map(({ Id }: { Id: string }) => Id) : status;
    };
    expect([await seenBy(laptop), await seenBy(phone)]).toEqual([[mezzo], 404]);
    expect((await phone.call('riportaBozza', { chiave })).status).toBe(200);
    expect([await seenBy(phone), await seenBy(laptop)]).toEqual([[mezzo], 404]);
  });

  test('saving a device removes it from the draft as half-typed, and leaves another half-typed one there', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const path = dichiarazionePath(id);
    const keep = (mezzo: string) =>
      visitor.call('salvaBozza', {
        percorso: path,
        passo: 'mezzi',
        valori: {
          nome: 'Anna',
          [MEZZO_IN_PROGRESS]: formatMezzoInProgress({ mezzo, valori: { testo: 'Bar' }, file: [] }),
        },
      });
    const keptKeys = async () => Object.keys((await visitor.call('leggiBozza', { percorso: path })).body.data.valori);
    await keep('nuovo');
    const { Id } = (await addMezzo(visitor, id)).body.data;
    expect(await keptKeys()).toEqual(['nome']);
    await keep('nuovo');
    await addMezzo(visitor, id, { id: Id });
    expect(await keptKeys()).toEqual(['nome', MEZZO_IN_PROGRESS]);
    await keep(Id);
    await addMezzo(visitor, id);
    expect(await keptKeys()).toEqual(['nome', MEZZO_IN_PROGRESS]);
    await addMezzo(visitor, id, { id: Id });
    expect(await keptKeys()).toEqual(['nome']);
  });

  test('a removed device answers not_found to every call until it is put back', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const Id = (await addMezzo(visitor, id)).body.data.Id as string;
    expect((await visitor.call('togliMezzo', { id: Id })).status).toBe(204);
    const afterRemoval = async () => [
      (await visitor.call('togliMezzo', { id: Id })).status,
      (await addMezzo(visitor, id, { id: Id, quantita: 9 })).status,
      (await visitor.call('scriviAutomezzo', { dichiarazione: id, id: Id, ...furgone() })).status,
      (await visitor.call('duplicaMezzo', { id: Id })).status,
    ];
    expect(await afterRemoval()).toEqual([404, 404, 404, 404]);
    expect((await visitor.call('rimettiMezzo', { id: Id })).body.data).toMatchObject({ Id, quantita: 2 });
    expect((await addMezzo(visitor, id, { id: Id, quantita: 9 })).body.data).toMatchObject({ Id, quantita: 9 });
    // Of two calls at once, one removes it.
    const two = await Promise.all([0, 1].map(() => visitor.call('togliMezzo', { id: Id })));
    expect(two.map((a) => a.status).sort()).toEqual([204, 404]);
  });

  test('a device has no estimate when the ente has no tariff', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor, { ente: 'valle' });
    expect((await addMezzo(visitor, id)).body.data.stima_cent).toBeNull();
    expect((await readDichiarazione(visitor, id)).stima_cent).toBeNull();
  });

  test('a new vehicle may become a sign, and loses the fields of a vehicle', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const van = await visitor.call('scriviAutomezzo', { dichiarazione: id, ...furgone() });
    expect([van.status, van.body.data.targa]).toEqual([201, 'AB123CD']);
    const banner = await addMezzo(visitor, id, { id: van.body.data.Id, Tipologia_impianto_publicitario__c: 'Telo' });
    expect([banner.status, banner.body.data.Tipologia_impianto_publicitario__c]).toEqual([200, 'Telo']);
    expect(Object.keys(banner.body.data)).not.toContain('targa');
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(1);
  });

  test('a device is refused at the path of another type', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const dichiarazione = await beginDichiarazione(visitor);
    for (const [name, data] of [
      ['scriviAutomezzo', cartello()],
      ['scriviMezzoFisso', furgone()],
    ] as const) {
      const { status, body } = await visitor.call(name, { dichiarazione, ...data });
      expect([status, Object.keys(body.errors)]).toEqual([
        422,
        expect.arrayContaining(['Tipologia_impianto_publicitario__c']),
      ]);
    }
  });

  test.each([0, -1, '0', '-1', 1.5, '1,5', 5001, 1e12, '', null])(
    'a device cannot be %j cm wide',
    async (larghezza_cm) => {
      await prepareEnti(rig);
      const visitor = callerOf(rig);
      const { status, body } = await addMezzo(visitor, await beginDichiarazione(visitor), { larghezza_cm });
      expect([status, body.errors]).toEqual([
        422,
        { larghezza_cm: ['Scrivi la larghezza in centimetri: un numero intero da 1 a 5000.'] },
      ]);
      expect(await countRows(rig, 'mezzi_dichiarati')).toBe(0);
    },
  );

  test(`a declaration has ${MAX_MEZZI} devices at most, however they are added`, async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const primo = (await addMezzo(visitor, id)).body.data.Id as string;
    const row = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().executeTakeFirstOrThrow();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(Array.from({ length: MAX_MEZZI - 2 }, (_, i) => ({ ...row, id: `riga-${i}-0123456789`, n: i + 2 })))
      .execute();
    expect((await addMezzo(visitor, id)).status).toBe(201);
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(MAX_MEZZI);
    for (const answer of [addMezzo(visitor, id), visitor.call('duplicaMezzo', { id: primo })]) {
      const { status, body } = await answer;
      expect([status, Object.keys(body.errors)]).toEqual([422, ['mezzi']]);
      expect(body.message).toContain('questa è completa');
    }
    await visitor.call('togliMezzo', { id: primo });
    expect((await addMezzo(visitor, id)).status).toBe(201);
    expect((await visitor.call('rimettiMezzo', { id: primo })).status).toBe(422);
    // Devices that are there can still be changed.
    expect((await addMezzo(visitor, id, { id: 'riga-3-0123456789', testo: 'Altro' })).status).toBe(200);
  });

  test('the last place is taken once, and a device sent twice under one key is one device', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const two = [0, 1].map(() =>
      visitor.call('scriviMezzoFisso', { dichiarazione: id, ...cartello() }, { key: 'una-chiave-sola' }),
    );
    const [one, other] = await Promise.all(two);
    expect([one?.status, other?.body]).toEqual([201, one?.body]);
    const row = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().executeTakeFirstOrThrow();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(Array.from({ length: MAX_MEZZI - 2 }, (_, i) => ({ ...row, id: `riga-${i}-0123456789`, n: i + 2 })))
      .execute();
    const together = await Promise.all(Array.from({ length: 5 }, () => addMezzo(visitor, id)));
    expect(together.map((a) => a.status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(MAX_MEZZI);
  });

  test('a device answers not_found to everybody but the owner of its declaration', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const Id = (await addMezzo(visitor, id)).body.data.Id as string;
    const another = await beginDichiarazione(await bruno(rig));
    for (const other of [callerOf(rig), await bruno(rig)]) {
      expect((await addMezzo(other, id)).status).toBe(404);
      expect((await addMezzo(other, id, { id: Id })).status).toBe(404);
      expect((await addMezzo(other, another, { id: Id })).status).toBe(404);
      for (const name of ['togliMezzo', 'rimettiMezzo', 'duplicaMezzo'] as const)
        expect((await other.call(name, { id: Id })).status).toBe(404);
    }
    // It is not in another declaration of the owner either.
    expect((await addMezzo(visitor, await beginDichiarazione(visitor), { id: Id })).status).toBe(404);
    expect((await addMezzo(visitor, 'questa-non-esiste-affatto')).status).toBe(404);
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(1);
  });

  test('a device cannot be changed once its declaration is sent', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    const Id = (await addMezzo(visitor, id)).body.data.Id as string;
    expect((await sendDichiarazione(visitor, id)).status).toBe(200);
    expect((await addMezzo(visitor, id)).status).toBe(409);
    expect((await addMezzo(visitor, id, { id: Id })).status).toBe(409);
    for (const name of ['togliMezzo', 'rimettiMezzo', 'duplicaMezzo'] as const)
      expect((await visitor.call(name, { id: Id })).status).toBe(409);
    expect((await visitor.call('scriviDichiarazioneMezzi', { id })).status).toBe(409);
  });
});

onOneInTurn('a device of the position', (rig) => {
  test('a device of the position is shown with what the declaration says laid over it', async () => {
    const { visitor, id, insegna: sign, furgoncino: vehicle } = await inVariazione(rig);
    const untouched = await readDichiarazione(visitor, id);
    expect(untouched.mezzi.map((m: { Id: string; mezzo: string }) => [m.Id, m.mezzo])).toEqual([
      [sign.id, sign.id],
      [vehicle.id, vehicle.id],
    ]);
    const varia = await addMezzo(visitor, id, { id: sign.id, quantita: 3 });
    expect([varia.status, varia.body.data]).toEqual([
      200,
      expect.objectContaining({ azione: 'variazione', mezzo: sign.id, quantita: 3 }),
    ]);
    expect(varia.body.data.prima).toMatchObject({ Id: sign.id, quantita: 2 });
    // Declared again, by the device or by the row, it is still one row.
    await addMezzo(visitor, id, { id: sign.id, quantita: 4 });
    await addMezzo(visitor, id, { id: varia.body.data.Id, quantita: 5 });
    const added = await addMezzo(visitor, id, { testo: 'Nuovo' });
    const after = await readDichiarazione(visitor, id);
    expect(after.mezzi.map((m: { Id: string; quantita?: number }) => [m.Id, m.quantita])).toEqual([
      [varia.body.data.Id, 5],
      [vehicle.id, undefined],
      [added.body.data.Id, 2],
    ]);
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(2);
  });

  test('a change is taken back by the device’s id in the live declaration, not in one that was thrown away', async () => {
    const { visitor, id, posizione, insegna: sign } = await inVariazione(rig);
    rig.clock.pass(1000);
    const another = await beginDichiarazione(visitor, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
    for (const dichiarazione of [id, another]) await addMezzo(visitor, dichiarazione, { id: sign.id, quantita: 9 });
    await visitor.call('eliminaBozza', { percorso: dichiarazionePath(another) });
    expect((await visitor.call('togliMezzo', { id: sign.id })).status).toBe(204);
    expect((await readDichiarazione(visitor, id)).mezzi[0]).toMatchObject({ mezzo: sign.id, tolto: true });
  });

  test('a change that is taken back leaves the device as it was, and is there again when it is put back', async () => {
    const { visitor, id, insegna: sign } = await inVariazione(rig);
    const row = (await addMezzo(visitor, id, { id: sign.id, quantita: 3 })).body.data.Id as string;
    expect((await visitor.call('togliMezzo', { id: sign.id })).status).toBe(204);
    const [tolto] = (await readDichiarazione(visitor, id)).mezzi;
    expect([tolto.tolto, tolto.quantita, tolto.prima]).toEqual([true, 2, undefined]);
    const restored = await visitor.call('rimettiMezzo', { id: row });
    expect([restored.status, restored.body.data.quantita]).toEqual([200, 3]);
    await visitor.call('togliMezzo', { id: row });
    for (const gone of [row, sign.id]) expect((await visitor.call('togliMezzo', { id: gone })).status).toBe(404);
    // A row that was taken back cannot be changed; the position's device can be declared again.
    expect((await addMezzo(visitor, id, { id: row, quantita: 9 })).status).toBe(404);
    const ceaseInput = { dichiarazione: id, Id: row, dal: '2026-11-30', motivo: 'Rimosso' };
    expect((await visitor.call('cessaMezzoFisso', ceaseInput)).status).toBe(404);
    expect((await addMezzo(visitor, id, { id: sign.id, quantita: 9 })).body.data).toMatchObject({
      Id: row,
      quantita: 9,
    });
    expect((await readDichiarazione(visitor, id)).mezzi[0].tolto).toBeUndefined();
  });

  test('a vehicle of the position cannot become a sign, nor a sign a vehicle', async () => {
    const { visitor, id, insegna: sign, furgoncino: vehicle } = await inVariazione(rig);
    const campo = 'Tipologia_impianto_publicitario__c';
    const banner = await addMezzo(visitor, id, { id: vehicle.id, [campo]: 'Telo' });
    expect([banner.status, Object.keys(banner.body.errors)]).toEqual([422, [campo]]);
    const van = await visitor.call('scriviAutomezzo', { dichiarazione: id, id: sign.id, ...furgone() });
    expect([van.status, Object.keys(van.body.errors)]).toEqual([422, [campo]]);
    expect((await addMezzo(visitor, id, { id: sign.id, [campo]: 'Telo' })).status).toBe(200);
  });

  test('a device ceases from a day for a reason, and a second cessation replaces the first', async () => {
    const { visitor, id, insegna: sign, furgoncino: vehicle } = await inVariazione(rig);
    const cessazione = { dichiarazione: id, Id: sign.id, dal: '2026-11-30', motivo: 'Rimosso' };
    const first = await visitor.call('cessaMezzoFisso', cessazione);
    expect([first.status, first.body.data.azione, first.body.data.cessazione]).toEqual([
      200,
      'cessazione',
      { dal: '2026-11-30', motivo: 'Rimosso' },
    ]);
    const second = await visitor.call('cessaMezzoFisso', { ...cessazione, Id: first.body.data.Id, motivo: 'Venduto' });
    expect(second.body.data).toMatchObject({ Id: first.body.data.Id, cessazione: { motivo: 'Venduto' } });
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(1);
    expect((await readDichiarazione(visitor, id)).stima_cent).toBe(4000);
    expect((await visitor.call('cessaAutomezzo', { ...cessazione, Id: vehicle.id })).status).toBe(200);
    for (const [name, Id] of [
      ['cessaAutomezzo', sign.id],
      ['cessaMezzoFisso', vehicle.id],
    ] as const) {
      const { status, body } = await visitor.call(name, { ...cessazione, Id });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['Id']]);
    }
    const without = await visitor.call('cessaMezzoFisso', { dichiarazione: id, Id: sign.id, dal: '2026-02-30' });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['dal', 'motivo']]);
  });

  test('a device changes and ceases only in a declaration of that kind', async () => {
    const { visitor, id, insegna: sign, posizione } = await inVariazione(rig);
    const ceaseInput = { Id: sign.id, dal: '2026-11-30', motivo: 'Rimosso' };
    const cessazione = await beginDichiarazione(visitor, {
      tipo: 'cessazione',
      posizione: posizione.id,
      ente: undefined,
    });
    expect((await addMezzo(visitor, cessazione)).status).toBe(409);
    expect((await addMezzo(visitor, cessazione, { id: sign.id })).status).toBe(409);
    expect((await visitor.call('cessaMezzoFisso', { dichiarazione: cessazione, ...ceaseInput })).status).toBe(200);
    const newOnly = await beginDichiarazione(visitor);
    expect((await visitor.call('cessaMezzoFisso', { dichiarazione: newOnly, ...ceaseInput })).status).toBe(409);
    expect((await addMezzo(visitor, newOnly, { id: sign.id })).status).toBe(404);
    const added = (await addMezzo(visitor, id)).body.data.Id;
    expect((await visitor.call('cessaMezzoFisso', { dichiarazione: id, ...ceaseInput, Id: added })).status).toBe(409);
  });

  test('a device of another position, or one that has ceased, answers not_found', async () => {
    const { visitor, id, posizione } = await inVariazione(rig);
    const another = await writePosizione(rig, { codice_utente: 'ZZ-9' }, [BRUNO_CODICE.codice_fiscale]);
    const foreign = await writeMezzo(rig, another);
    const ceased = await writeMezzo(rig, posizione, { cessato_dal: '2025-01-01' });
    for (const Id of [foreign.id, ceased.id]) {
      expect((await addMezzo(visitor, id, { id: Id })).status).toBe(404);
      const ceaseInput = { dichiarazione: id, Id, dal: '2026-11-30', motivo: 'Rimosso' };
      expect((await visitor.call('cessaMezzoFisso', ceaseInput)).status).toBe(404);
    }
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(2);
  });

  test('devices are listed for the holder of the position or a guest who opened it by its codes, and for no other caller', async () => {
    const { visitor, posizione, insegna: sign } = await inVariazione(rig);
    const { status, body } = await visitor.call('mezziPosizione', { id: posizione.id });
    expect([status, body.data[0]]).toEqual([200, { Id: sign.id, ...cartello(), stima_cent: 32000 }]);
    expect(body.data).toHaveLength(2);
    const guest = callerOf(rig);
    for (const other of [guest, await bruno(rig)])
      expect((await other.call('mezziPosizione', { id: posizione.id })).status).toBe(404);
    await guestWithLettera(rig, guest);
    expect((await guest.call('mezziPosizione', { id: posizione.id })).body.data).toHaveLength(2);
  });
});

onOneInTurn('files of a device', (rig) => {
  const withFiles = async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const photo = await uploadFile(visitor, id, 'foto_bozzetti');
    const loose = await uploadFile(visitor, null);
    const allegati = [
      { Id: photo, categoria: 'foto_bozzetti' },
      { Id: loose, categoria: 'autorizzazione' },
    ];
    const mezzo = (await addMezzo(visitor, id, { allegati })).body.data;
    return { visitor, id, photo, loose, mezzo };
  };
  type File = { Id: string; categoria: string };

  test('a device names its files: they stay when the call does not mention them, and go when it removes them', async () => {
    const { visitor, id, photo, loose, mezzo } = await withFiles();
    expect(mezzo.allegati.map((f: File) => [f.Id, f.categoria])).toEqual([
      [photo, 'foto_bozzetti'],
      [loose, 'autorizzazione'],
    ]);
    expect((await addMezzo(visitor, id, { id: mezzo.Id, quantita: 9 })).body.data.allegati).toHaveLength(2);
    expect((await readDichiarazione(visitor, id)).allegati).toEqual([]);
    const removal = [{ Id: photo, categoria: 'foto_bozzetti', IsDeleted: true }];
    const without = await addMezzo(visitor, id, { id: mezzo.Id, allegati: JSON.stringify(removal) });
    expect(without.body.data.allegati.map((f: File) => f.Id)).toEqual([loose]);
    expect((await visitor.call('scaricaFile', { id: photo })).status).toBe(404);
  });

  test('a file that two devices name stays when one of them removes it', async () => {
    const { visitor, id, photo, mezzo } = await withFiles();
    const named = { Id: photo, categoria: 'foto_bozzetti' };
    const other = (await addMezzo(visitor, id, { allegati: [named] })).body.data;
    await addMezzo(visitor, id, { id: mezzo.Id, allegati: [{ ...named, IsDeleted: true }] });
    expect((await readDichiarazione(visitor, id)).mezzi.find((m: File) => m.Id === other.Id).allegati).toHaveLength(1);
  });

  test('files that were deleted meanwhile are neither shown nor accepted again', async () => {
    const { visitor, id, photo, mezzo } = await withFiles();
    expect((await visitor.call('togliFile', { id: photo })).status).toBe(204);
    expect((await readDichiarazione(visitor, id)).mezzi[0].allegati).toHaveLength(1);
    const { status, body } = await addMezzo(visitor, id, { allegati: [{ Id: photo, categoria: 'foto_bozzetti' }] });
    expect([status, Object.keys(body.errors)]).toEqual([404, ['allegati']]);
    expect((await addMezzo(visitor, id, { id: mezzo.Id })).status).toBe(200);
    expect(await countRows(rig, 'mezzi_dichiarati')).toBe(1);
  });

  test('files of devices that can no longer be put back are deleted, unless another device names them', async () => {
    const { visitor, id, photo, loose, mezzo } = await withFiles();
    const other = await addMezzo(visitor, id, { allegati: [{ Id: loose, categoria: 'autorizzazione' }] });
    await visitor.call('togliMezzo', { id: mezzo.Id });
    const row = await rig.house.db.selectFrom('mezzi_dichiarati').selectAll().where('tolto', 'is not', null).execute();
    await rig.house.db
      .insertInto('mezzi_dichiarati')
      .values(
        Array.from({ length: 2 * MAX_MEZZI - 2 }, (_, i) => ({
          ...(row[0] as (typeof row)[number]),
          id: `riga-${i}-0123456789`,
          n: i + 3,
        })),
      )
      .execute();
    expect((await addMezzo(visitor, id)).status).toBe(201);
    const { mezzi, allegati } = await readDichiarazione(visitor, id);
    expect([mezzi.length, allegati]).toEqual([2, []]);
    expect(mezzi[0]).toMatchObject({ Id: other.body.data.Id, allegati: [{ Id: loose }] });
    expect((await visitor.call('scaricaFile', { id: photo })).status).toBe(404);
  });

  test('files of a half-typed device are not files of the declaration itself', async () => {
    const { visitor, id } = await withFiles();
    const fresh = await uploadFile(visitor, id, 'foto_bozzetti');
    expect((await readDichiarazione(visitor, id)).allegati).toHaveLength(1);
    const file = [{ Id: fresh, categoria: 'foto_bozzetti' as const }];
    const values = { [MEZZO_IN_PROGRESS]: formatMezzoInProgress({ mezzo: 'nuovo', valori: {}, file }) };
    await visitor.call('salvaBozza', { percorso: dichiarazionePath(id), passo: 'mezzi', valori: values });
    expect((await readDichiarazione(visitor, id)).allegati).toEqual([]);
  });

  test('files that are unknown, another person’s, of another form or of a case answer not_found', async () => {
    const { visitor, id } = await withFiles();
    const foreign = await uploadFile(callerOf(rig), null, 'foto_bozzetti');
    const ofAnother = await uploadFile(visitor, await beginDichiarazione(visitor), 'foto_bozzetti');
    for (const Id of ['questo-file-non-esiste-0', foreign, ofAnother])
      expect((await addMezzo(visitor, id, { allegati: [{ Id, categoria: 'foto_bozzetti' }] })).status).toBe(404);
    expect((await readDichiarazione(visitor, id)).mezzi).toHaveLength(1);
  });

  test('a device has ten files of a kind at most, earlier ones counted', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    const photo = await Promise.all(Array.from({ length: 11 }, () => uploadFile(visitor, id, 'foto_bozzetti')));
    const allegati = photo.map((Id) => ({ Id, categoria: 'foto_bozzetti' }));
    expect((await addMezzo(visitor, id, { allegati })).status).toBe(422);
    const mezzo = (await addMezzo(visitor, id, { allegati: allegati.slice(0, 10) })).body.data;
    expect(mezzo.allegati).toHaveLength(10);
    const eleven = await addMezzo(visitor, id, { id: mezzo.Id, allegati: allegati.slice(10) });
    expect([eleven.status, Object.keys(eleven.body.errors)]).toEqual([422, ['allegati']]);
  });

  test('a list of files that cannot be parsed is refused with that reason', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    for (const allegati of ['{', [1], [{ Id: 'x' }], 'null', [{ Id: 'a'.repeat(20), categoria: 'documento_identita' }]])
      expect((await addMezzo(visitor, id, { allegati })).status).toBe(422);
  });

  test('a duplicated device has no files', async () => {
    const { visitor, mezzo } = await withFiles();
    expect((await visitor.call('duplicaMezzo', { id: mezzo.Id })).body.data.allegati).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { writeOfferta } from '../../../../tests/offerte.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, ENTI, onOneInTurn, sendSegnalazione } from '../../../../tests/rig.ts';
import type { CallContext } from '../../../context.ts';
import type { OperationName } from '../../../handlers.ts';
import { newVisitor } from '../../../platform/visitor.server.ts';
import { SERVICE_CODES } from '../../../services.ts';
import { choosableEnti, optionOfEnte } from './choice.server.ts';
import { writeEnte } from './ente.db.ts';
import { enteOfPage, forgetEnti, offeredOn } from './ente.server.ts';
import type { Ente } from './ente.ts';

onOneInTurn('the enti', (rig) => {
  test('the list of enti names the services they offer, without those whose data are missing; the portal itself is not in it', async () => {
    const { body } = await callerOf(rig).call('listaEnti');
    expect(body.data).toEqual([
      {
        Id: 'borgo',
        Nome: 'Comune di Borgo',
        CodiceFiscale: '80000000000',
        Categorie: ['SF510', 'SF410'],
        Pubbliche: ['SF510', 'SF410'],
      },
      { Id: 'valle', Nome: 'Comune di Valle', CodiceFiscale: '80000000001', Categorie: ['SF510'], Pubbliche: [] },
    ]);
  });

  test('enti are listed by the service they answer for, and with a system only those that have a position or a document of it', async () => {
    const ids = async (fields: Record<string, string>) =>
      (await callerOf(rig).call('entiPerCategoria', fields)).body.data.map((e: { Id: string }) => e.Id);
    expect(await ids({ category: 'SF510' })).toEqual(['borgo', 'valle']);
    expect(await ids({ category: 'SF510', optional: 'TARMB' })).toEqual([]);
    const posizione = await writePosizione(rig, { ente: 'valle', sistema: 'TARMB' });
    await writeDocumento(rig, posizione, { sistema: 'PAR' });
    for (const optional of ['TARMB', 'PAR']) expect(await ids({ category: 'SF510', optional })).toEqual(['valle']);
    expect(await ids({ category: 'SF410', optional: 'TARMB' })).toEqual([]);
    for (const optional of ['ICP', 'NESSUNO', '__proto__', "PAR' OR '1'='1"])
      expect(await ids({ category: 'SF510', optional })).toEqual([]);
    expect(await ids({ category: 'SF220' })).toEqual([]);
  });

  test('a service that does not exist is refused in words, and so is a name of Object.prototype', async () => {
    for (const category of ['SF999', 'constructor', '__proto__', 'sf510', "SF510' OR '1'='1"]) {
      const { status, body } = await callerOf(rig).call('entiPerCategoria', { category });
      expect([status, body.errors]).toEqual([422, { category: ['Il codice del servizio non esiste.'] }]);
    }
  });

  test('the lists of enti are searched by name, and read in pages', async () => {
    const names = async (name: OperationName, fields: Record<string, string>) =>
      (await callerOf(rig).call(name, fields)).body.data?.map((e: { Nome: string }) => e.Nome);
    expect(await names('listaEnti', { q: 'VALL' })).toEqual(['Comune di Valle']);
    expect(await names('listaEnti', { q: 'comune di', pagina: '1' })).toEqual(['Comune di Borgo', 'Comune di Valle']);
    expect(await names('listaEnti', { pagina: '2' })).toEqual([]);
    expect(await names('entiPerCategoria', { category: 'SF410', q: 'valle' })).toEqual([]);
    expect(await names('entiPerCategoria', { category: 'SF510', q: 'valle' })).toEqual(['Comune di Valle']);
    for (const wrong of ['0', '-1', '1.5', 'x', '1000000000'])
      expect((await callerOf(rig).call('listaEnti', { pagina: wrong })).body.errors).toEqual({
        pagina: ['Le pagine cominciano da 1.'],
      });
  });

  test('enti are suggested by the beginning of a name, of those that offer one of the services', async () => {
    const names = async (fields: Record<string, unknown>) =>
      (await callerOf(rig).call('suggerisciEnti', fields)).body.data.map((e: { Nome: string }) => e.Nome);
    expect(await names({ testo: 'vall' })).toEqual(['Comune di Valle']);
    expect(await names({ testo: 'comune' })).toEqual(['Comune di Borgo', 'Comune di Valle']);
    expect(await names({ testo: 'comune', servizi: ['SF410', 'SF999'] })).toEqual(['Comune di Borgo']);
    for (const nothing of [{ testo: 'comune', servizi: [] }, { testo: '' }, { lat: 42.5 }, {}])
      expect(await names(nothing)).toEqual([]);
  });

  test('the enti nearest to a position come first, the one that it is in before all; those of which no place is known come last', async () => {
    const corners = [12.4, 12.6, 12.6, 12.4, 12.4].map((lon, i) => [lon, i < 2 || i > 3 ? 42.4 : 42.6]);
    const mappa = { tasselli: '', attribuzione: '', zoom: 12 };
    const places: Partial<Ente>[] = [
      { nome: 'Comune di Ignoto' },
      { nome: 'Comune di Lontano', mappa: { ...mappa, lat: 43, lon: 12.61 } },
      { nome: 'Comune di Vicino', mappa: { ...mappa, lat: 42.59, lon: 12.61 } },
      { nome: 'Comune di Qui', confine: { type: 'Polygon', coordinates: [corners] } },
    ];
    for (const [n, place] of places.entries())
      await writeEnte(
        rig.house.db,
        { ...ENTI.valle, ...place, id: `posto-${n}`, codice_fiscale: `9000000000${n}` },
        10 + n,
      );
    forgetEnti(rig.house);
    const near = async (fields: object) =>
      (await callerOf(rig).call('suggerisciEnti', { lat: '42.59', lon: '12.59', ...fields })).body.data.map(
        ({ Nome, distanza }: { Nome: string; distanza: string | null }) => [Nome, distanza],
      );
    const unknown = ['Comune di Borgo', 'Comune di Valle', 'Comune di Ignoto'].map((nome) => [nome, null]);
    expect(await near({})).toEqual([
      ['Comune di Qui', 'sei qui'],
      ['Comune di Vicino', 'a 1,6 km'],
      ['Comune di Lontano', 'a 46 km'],
      ...unknown,
    ]);
    expect(await near({ testo: 'lon' })).toEqual([['Comune di Lontano', 'a 46 km']]);
    const refused = await callerOf(rig).call('suggerisciEnti', { lat: '91', lon: 'x' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['lat', 'lon']]);
    await rig.house.db.deleteFrom('enti').where('id', 'like', 'posto-%').execute();
    forgetEnti(rig.house);
  });

  test('a position that enti were suggested by leaves no trace in the store', async () => {
    await callerOf(rig).call('suggerisciEnti', { lat: '42.512345', lon: '12.512345', testo: 'segretissimo' });
    expect(await rig.dump()).not.toMatch(/12345|segretissimo/);
  });

  test('enti are suggested so often in an hour, and then not', async () => {
    const anna = callerOf(rig);
    const ask = async () => (await anna.call('suggerisciEnti', { testo: 'val' })).status;
    for (let i = 0; i < 240; i++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
  });

  test('a page lists all of a few enti; of many it lists the chosen one, those of the caller’s last cases, and what a search finds', async () => {
    const visitor = newVisitor();
    for (const [n, ente] of ['borgo', 'valle', 'borgo'].entries())
      await sendSegnalazione(callerOf(rig, {}, visitor), { ente, email: `scelta-${n}@esempio.it` });
    await rig.house.db.updateTable('pratiche').set({ inviata_il: 1 }).where('ente', '=', 'borgo').execute();
    const ctx = { db: rig.house.db, user: null, visitor: visitor.hash } as CallContext;
    const towns = Array.from({ length: 60 }, (_, n) => ({ Id: `comune-${n}`, Nome: `Comune di Paese ${n}` }));
    const many = [...towns, { Id: 'valle', Nome: 'Comune di Valle' }, { Id: 'borgo', Nome: 'Comune di Borgo' }];
    const listed = async (all: typeof many, asked: { query?: string; chosen?: string }) => {
      const { enti, search } = await choosableEnti(ctx, all, asked, optionOfEnte);
      return [enti.map(({ Id }) => Id), search];
    };
    expect(await listed(towns.slice(0, 2), {})).toEqual([['comune-0', 'comune-1'], undefined]);
    expect(await listed(many, {})).toEqual([['valle', 'borgo'], { query: '', told: undefined }]);
    expect(await listed(many, { query: ' paese 33 ', chosen: 'valle' })).toEqual([
      ['valle', 'comune-33'],
      { query: 'paese 33', told: 'Un ente trovato.' },
    ]);
    const [found] = await listed(many, { query: 'paese', chosen: 'comune-50' });
    expect(found).toHaveLength(21);
    expect(await listed(many, { query: 'altrove' })).toEqual([[], { query: 'altrove', told: expect.any(String) }]);
    const stranger = { ...ctx, visitor: null };
    expect((await choosableEnti(stranger, many, {}, optionOfEnte)).enti).toEqual([]);
  });

  test('a page belongs to the ente whose host name it was asked at, else to the chosen one, else to the portal', async () => {
    const enteAt = async (host: string, chosen?: string) => (await enteOfPage(rig.house, host, chosen)).id;
    expect(await enteAt('borgo.example', 'valle')).toBe('borgo');
    expect(await enteAt('altro.example', 'valle')).toBe('valle');
    expect(await enteAt('altro.example', 'nessuno')).toBe('portale');
    expect(await enteAt('')).toBe('portale');
  });

  test('a change of an ente by import is seen by every host after ten seconds at most', async () => {
    await enteOfPage(rig.house, '');
    await writeEnte(rig.house.db, { ...ENTI.valle, nome: 'Comune di Valle Nuova' }, 2);
    rig.clock.pass(10_000);
    const { body } = await callerOf(rig).call('listaEnti');
    expect(body.data[1].Nome).toBe('Comune di Valle Nuova');
    await writeEnte(rig.house.db, ENTI.valle, 2);
    rig.clock.pass(10_000);
    await enteOfPage(rig.house, '');
  });

  test('every service code has a name on screen', () => {
    for (const name of Object.values(SERVICE_CODES)) expect(name.length).toBeGreaterThan(3);
  });

  test('enti offer lamps, parking and posters once they have data to choose from, and desks once they have one', async () => {
    const { db } = rig.house;
    const offersOf = async (category: string) => {
      // Enti are cached for a while, and other tests moved the clock.
      rig.clock.pass(60_000);
      const { body } = await callerOf(rig).call('entiPerCategoria', { category });
      const pages = ['borgo.example', ''].map((host) => enteOfPage(rig.house, host));
      const offered = (await Promise.all(pages)).map((e) => offeredOn(rig.house, e));
      return [
        body.data.map((e: { Id: string }) => e.Id),
        ...(await Promise.all(offered)).map((o) => o.includes(category)),
      ];
    };
    for (const codice of ['SF500', 'SF300', 'SF120'] as const) {
      await writeEnte(db, { ...ENTI.borgo, categorie: [codice] }, 1);
      expect(await offersOf(codice)).toEqual([[], false, false]);
      await writeOfferta(rig, codice, {});
      expect(await offersOf(codice)).toEqual([['borgo'], true, true]);
    }
    await writeEnte(db, { ...ENTI.borgo, categorie: ['SPORTELLO'] }, 1);
    expect(await offersOf('SPORTELLO')).toEqual([[], false, false]);
    await db.insertInto('sportelli').values({ ente: 'borgo', codice: 'urp', ordine: 0, dati_json: '{}' }).execute();
    expect(await offersOf('SPORTELLO')).toEqual([['borgo'], true, true]);
  });
});

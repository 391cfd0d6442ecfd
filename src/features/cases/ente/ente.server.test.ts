import { expect, test } from 'vitest';
import { conOfferta } from '../../../../tests/offerte.ts';
import { scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import { caller, ENTI, onBoth } from '../../../../tests/rig.ts';
import { CODES } from '../../../services.ts';
import { scriviEnte } from './ente.db.ts';
import { enteDellaPagina, offertiSu } from './ente.server.ts';

onBoth('the bodies', (rig) => {
  test('are listed with the services they offer, without those whose data nobody gave; the portal itself is none of them', async () => {
    const { body } = await caller(rig).call('listaEnti');
    expect(body.data).toEqual([
      { Id: 'borgo', Nome: 'Comune di Borgo', CodiceFiscale: '80000000000', Categorie: ['SF510', 'SF410'] },
      { Id: 'valle', Nome: 'Comune di Valle', CodiceFiscale: '80000000001', Categorie: ['SF510'] },
    ]);
  });

  test('are listed by the service they answer for; with a system, those that have a position or a document of it', async () => {
    const ids = async (fields: Record<string, string>) =>
      (await caller(rig).call('entiPerCategoria', fields)).body.data.map((e: { Id: string }) => e.Id);
    expect(await ids({ category: 'SF510' })).toEqual(['borgo', 'valle']);
    expect(await ids({ category: 'SF510', optional: 'TARMB' })).toEqual([]);
    const posizione = await scriviPosizione(rig, { ente: 'valle', sistema: 'TARMB' });
    await scriviDocumento(rig, posizione, { sistema: 'PAR' });
    for (const optional of ['TARMB', 'PAR']) expect(await ids({ category: 'SF510', optional })).toEqual(['valle']);
    expect(await ids({ category: 'SF410', optional: 'TARMB' })).toEqual([]);
    for (const optional of ['ICP', 'NESSUNO', '__proto__', "PAR' OR '1'='1"])
      expect(await ids({ category: 'SF510', optional })).toEqual([]);
    expect(await ids({ category: 'SF220' })).toEqual([]);
  });

  test('of a service that does not exist are refused in words; so is one that every object has', async () => {
    for (const category of ['SF999', 'constructor', '__proto__', 'sf510', "SF510' OR '1'='1"]) {
      const { status, body } = await caller(rig).call('entiPerCategoria', { category });
      expect([status, body.errors]).toEqual([422, { category: ['Il codice del servizio non esiste.'] }]);
    }
  });

  test('the page is the body’s whose host name it was asked at, else the chosen one’s, else the portal’s', async () => {
    const nome = async (host: string, scelto?: string) => (await enteDellaPagina(rig.house, host, scelto)).id;
    expect(await nome('borgo.example', 'valle')).toBe('borgo');
    expect(await nome('altro.example', 'valle')).toBe('valle');
    expect(await nome('altro.example', 'nessuno')).toBe('portale');
    expect(await nome('')).toBe('portale');
  });

  test('that change by an import are seen by every host after ten seconds at the most', async () => {
    await enteDellaPagina(rig.house, '');
    await scriviEnte(rig.house.db, { ...ENTI.valle, nome: 'Comune di Valle Nuova' }, 2);
    rig.clock.pass(10_000);
    const { body } = await caller(rig).call('listaEnti');
    expect(body.data[1].Nome).toBe('Comune di Valle Nuova');
    await scriviEnte(rig.house.db, ENTI.valle, 2);
    rig.clock.pass(10_000);
    await enteDellaPagina(rig.house, '');
  });

  test('every service code has a name on screen', () => {
    for (const name of Object.values(CODES)) expect(name.length).toBeGreaterThan(3);
  });

  test('offer lamps, parking and posters once they have what these are chosen from; desks once they have one', async () => {
    const { db } = rig.house;
    const offre = async (category: string) => {
      // Bodies are kept in memory for a while, and other tests moved the clock.
      rig.clock.pass(60_000);
      const { body } = await caller(rig).call('entiPerCategoria', { category });
      const pagine = ['borgo.example', ''].map((host) => enteDellaPagina(rig.house, host));
      const offerti = (await Promise.all(pagine)).map((e) => offertiSu(rig.house, e));
      return [
        body.data.map((e: { Id: string }) => e.Id),
        ...(await Promise.all(offerti)).map((o) => o.includes(category)),
      ];
    };
    for (const codice of ['SF500', 'SF300', 'SF120'] as const) {
      await scriviEnte(db, { ...ENTI.borgo, categorie: [codice] }, 1);
      expect(await offre(codice)).toEqual([[], false, false]);
      await conOfferta(rig, codice, {});
      expect(await offre(codice)).toEqual([['borgo'], true, true]);
    }
    await scriviEnte(db, { ...ENTI.borgo, categorie: ['SPORTELLO'] }, 1);
    expect(await offre('SPORTELLO')).toEqual([[], false, false]);
    await db.insertInto('sportelli').values({ ente: 'borgo', codice: 'urp', ordine: 0, dati_json: '{}' }).execute();
    expect(await offre('SPORTELLO')).toEqual([['borgo'], true, true]);
  });
});

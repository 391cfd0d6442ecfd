import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { onOneInTurn } from '../../../../tests/rig.ts';
import { readImage } from '../../cases/ente/ente.server.ts';
import type { EnteImage } from '../../cases/ente/ente.ts';

const svg = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colour}"/></svg>`,
  ).toString('base64');

onOneInTurn('the data of an ente', (rig) => {
  test('are changed field by field under the rules of the import, and set back', async () => {
    const { call, borgo, takeBackLast, save } = await loginAdministrator(rig);
    const before = await borgo();
    const { status } = await save({ nome: 'Comune di Borgo Nuovo', colore: '#004d99' });
    expect([status, await borgo()]).toEqual([200, { ...before, nome: 'Comune di Borgo Nuovo', colore: '#004d99' }]);
    expect((await call('modificheEnte')).body.data.modifiche).toMatchObject([
      {
        oggetto: 'Dati dell’ente',
        valori: [
          { campo: 'Colore', prima: before?.colore, dopo: '#004d99' },
          { campo: 'Nome', prima: before?.nome, dopo: 'Comune di Borgo Nuovo' },
        ],
      },
    ]);
    expect((await takeBackLast()).status).toBe(200);
    expect(await borgo()).toEqual(before);
  });

  test('refuse an unknown placeholder, a text of 200 KB, and what an import alone changes', async () => {
    const { call, borgo, save } = await loginAdministrator(rig);
    const before = await borgo();
    const errorsOf = async (dati: Record<string, unknown>) => {
      const { status, body } = await save(dati);
      expect((await call('provaDati', { dati })).status).toBe(status);
      return [status, body.errors];
    };
    expect(await errorsOf({ risposte: [{ nome: 'A', testo: 'Gentile {cognome}' }] })).toEqual([
      422,
      { 'risposte.0.testo': [expect.stringMatching(/^Questo segnaposto non esiste: \{cognome\}\./)] },
    ]);
    expect((await errorsOf({ motto: 'x'.repeat(200_000) }))[0]).toBe(413);
    expect((await errorsOf({ motto: 'x'.repeat(20_000) }))[0]).toBe(422);
    expect(await errorsOf({ host: 'altro.example' })).toEqual([
      422,
      { host: ['Questo dato si cambia solo con un import.'] },
    ]);
    expect(await borgo()).toEqual(before);
  });

  test('have no field named __proto__, and what is nested thousands of times is refused in words', async () => {
    const { borgo, caller, visti } = await loginAdministrator(rig);
    const before = await borgo();
    const path = '/api/v1/portale/gestione/borgo/dati';
    const send = async (dati: string) => {
      const raw = `{"visti":"${await visti()}","dati":${dati}}`;
      const sent = await caller.ask('POST', path, { raw, headers: { 'content-type': 'application/json' } });
      return [sent.status, sent.body.errors];
    };
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(await send('{"__proto__":{}}')).toEqual([200, undefined]);
    expect(await send('{"motto":{"__proto__":{"toString":1}}}')).toEqual([422, { motto: [expect.any(String)] }]);
    expect((await send(`{"confine":${deep}}`))[0]).toBe(422);
    const file = new File([`{"type":"Polygon","coordinates":${deep}}`], 'confine.geojson');
    const uploaded = await caller.call('salvaConfine', { ente: 'borgo', visti: await visti(), file });
    expect([uploaded.status, uploaded.body.errors]).toEqual([
      422,
      { confine: [expect.stringMatching(/^Questo testo non è un GeoJSON/)] },
    ]);
    expect(rig.reports).toEqual([]);
    expect(await borgo()).toEqual(before);
  });

  test('hold hours, days of closing and texts of information pages under the rules of the import', async () => {
    const { borgo, save } = await loginAdministrator(rig);
    const own = {
      orari: 'Lunedì 9:00–12:00\nMartedì 15:00–17:00',
      chiusure: [{ dal: '2026-12-24', al: '2026-12-31', motivo: 'feste' }, { dal: '2027-03-19' }],
      testo_privacy: '# Titolare\n\nIl Comune di Borgo.',
    };
    expect((await save(own)).status).toBe(200);
    expect(await borgo()).toMatchObject(own);
    const wrong = await save({ chiusure: [{ dal: '2026-12-24', al: '2026-12-23' }] });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { 'chiusure.0.al': ['L’ultimo giorno viene prima del primo.'] },
    ]);
    expect((await save({ testo_privacy: 'x'.repeat(20_001) })).body.errors).toEqual({
      testo_privacy: ['Il testo è troppo lungo: scrivi al massimo 20000 caratteri.'],
    });
    expect(await borgo()).toMatchObject(own);
  });

  test('are shown before they are public, to the administrator alone', async () => {
    const { call, borgo } = await loginAdministrator(rig);
    const before = await borgo();
    const { body } = await call('provaDati', { dati: { motto: 'Un motto nuovo' } });
    expect(body.data.dati.motto).toBe('Un motto nuovo');
    expect([await borgo(), (await call('modificheEnte')).body.data.totale]).toEqual([before, 0]);
  });

  test('have a crest that is uploaded, shown before it is public, replaced, set back and removed', async () => {
    const { call, borgo, takeBackLast, save } = await loginAdministrator(rig);
    expect((await save({ stemma: svg('#004d99') })).status).toBe(200);
    const first = (await borgo())?.stemma;
    const tried = (await call('provaDati', { dati: { stemma: svg('#990000') } })).body.data.dati.stemma as EnteImage;
    expect((await borgo())?.stemma).toEqual(first);
    expect(await readImage(rig.house, { ente: 'borgo', impronta: tried.impronta })).toBeDefined();
    // What was looked at is saved by its name.
    await save({ stemma: tried });
    expect((await borgo())?.stemma?.impronta).toBe(tried.impronta);
    expect((await takeBackLast()).status).toBe(200);
    expect((await borgo())?.stemma).toEqual(first);
    expect(await readImage(rig.house, { ente: 'borgo', impronta: first?.impronta ?? '' })).toBeDefined();
    const wrong = await save({ stemma: Buffer.from('no').toString('base64') });
    expect(wrong.body.errors).toHaveProperty('stemma');
    await save({ stemma: null });
    expect((await borgo())?.stemma).toBeUndefined();
  });
});

onOneInTurn('what an ente offers for a service', (rig) => {
  test('is set up, changed and taken out under the rules of the import, and a citizen finds it', async () => {
    const { call, borgo, takeBackLast, save } = await loginAdministrator(rig);
    await save({ categorie: ['SF300'] });
    expect((await borgo())?.categorie).toEqual([]);
    const offered = {
      zone: [{ codice: 'a', nome: 'A' }],
      prezzi: [{ tipo: 'residente', durata: 'mensile', importo_cent: 1000 }],
    };
    const wrong = await call('salvaOfferta', { codice: 'SF300', dati: { ...offered, zone: [] } });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { zone: ['L’elenco è vuoto: serve almeno un elemento.'] }]);
    expect((await call('salvaOfferta', { codice: 'SF300', dati: offered })).status).toBe(200);
    expect((await borgo())?.categorie).toEqual(['SF300']);
    expect((await call('datiEnte')).body.data.offerte).toEqual({ SF300: { ...offered, max_targhe: 1 } });
    await call('salvaOfferta', { codice: 'SF300' });
    expect((await borgo())?.categorie).toEqual([]);
    await takeBackLast();
    expect((await borgo())?.categorie).toEqual(['SF300']);
  });
});

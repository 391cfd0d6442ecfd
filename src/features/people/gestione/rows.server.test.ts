import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { callerOf, countRows, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { exportData } from '../../../data/export.server.ts';
import { importData } from '../../../data/import.server.ts';
import { codeFor } from '../../../data/row-code.ts';

const DESK = {
  nome: 'Carta d’identità',
  descrizione: 'Rilascio e rinnovo.',
  indirizzo: 'Via Roma 1',
  orari: 'Lunedì 9–12',
  telefono: '0123 456789',
  email: 'anagrafe@borgo.example',
  moduli: [],
};
const MENSA = {
  nome: 'Mensa scolastica',
  elenchi: ['PPA', 'LINK'],
  importo_cent: 1250,
  tassonomia: '9/0101108TS/',
  campi: [{ nome: 'classe', etichetta: 'Classe', tipo: 'testo', obbligatorio: true }],
};
const CALENDAR = {
  nome: 'Ufficio anagrafe',
  tipo: 'Anagrafe',
  motivi: [{ nome: 'Certificati', minuti: 15 }],
  orari: [{ giorni: ['lunedi'], dalle: '9.00', alle: '12.00' }],
};
const desks = async (rig: Rig) => (await exportData(rig.house.db, 'borgo'))?.sportelli;

onOneInTurn('the desks of an ente and its payments', (rig) => {
  test('are added, changed and removed under the rules of the import, and each change is set back at its old place', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    expect((await call('salvaSportello', { dati: { ...DESK, email: 'no' } })).body.errors).toEqual({
      email: [expect.stringContaining('indirizzo')],
    });
    const { id } = (await call('salvaSportello', { dati: DESK })).body.data;
    const other = (await call('salvaSportello', { dati: DESK })).body.data.id;
    expect([id, other]).toEqual(['carta-d-identita', 'carta-d-identita-2']);
    await call('salvaSportello', { codice: id, dati: { ...DESK, orari: 'Martedì 9–12' } });
    expect((await call('modificheEnte')).body.data.modifiche[0]).toMatchObject({
      nome: 'Zita Rossi',
      oggetto: 'Sportello «Carta d’identità»',
      valori: [{ campo: 'Orari', prima: 'Lunedì 9–12', dopo: 'Martedì 9–12' }],
    });
    const before = await desks(rig);
    await call('salvaSportello', { codice: id });
    expect(await desks(rig)).toEqual([expect.objectContaining({ codice: other })]);
    expect((await takeBackLast()).status).toBe(200);
    expect(await desks(rig)).toEqual(before);
    expect((await call('salvaSportello', { codice: 'altro', dati: DESK })).status).toBe(404);
    expect((await call('salvaSportello', { codice: 'altro' })).status).toBe(404);
  });

  test('are tried before they are public, with nothing written', async () => {
    const { call } = await loginAdministrator(rig);
    const tried = await call('provaRiga', { sezione: 'servizi_pagamento', dati: MENSA });
    expect(tried.body.data.dati).toMatchObject(MENSA);
    const wrong = await call('provaRiga', { sezione: 'servizi_pagamento', dati: { ...MENSA, max_cent: 2000 } });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['importo_cent']]);
    expect((await call('datiEnte')).body.data.servizi_pagamento).toEqual([]);
  });

  test('a calendar receives at a desk of the ente, which stays as long as it does', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    const unknown = { sportello: [expect.stringContaining('non ha questo sportello')] };
    const lost = { ...CALENDAR, sportello: 'altro' };
    expect((await call('salvaCalendario', { dati: lost })).body.errors).toEqual(unknown);
    expect((await call('provaCalendario', { dati: lost })).body.errors).toEqual(unknown);
    const desk = (await call('salvaSportello', { dati: DESK })).body.data.id;
    const { id } = (await call('salvaCalendario', { dati: { ...CALENDAR, sportello: desk } })).body.data;
    expect(id).toBe('ufficio-anagrafe');
    expect((await exportData(rig.house.db, 'borgo'))?.calendari).toMatchObject([
      { sportello: desk, motivi: [{ codice: 'certificati' }], orari: [{ dalle: '09:00' }], postazioni: 1 },
    ]);
    const refused = await call('salvaSportello', { codice: desk });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Ufficio anagrafe')]);
    await call('salvaCalendario', { codice: id, dati: { ...CALENDAR, sportello: desk, postazioni: 3 } });
    expect((await call('modificheEnte')).body.data.modifiche[0]).toMatchObject({
      oggetto: 'Calendario «Ufficio anagrafe»',
      valori: [{ campo: 'Postazioni aperte insieme', prima: '1', dopo: '3' }],
    });
    expect((await takeBackLast()).status).toBe(200);
    expect((await exportData(rig.house.db, 'borgo'))?.calendari).toMatchObject([{ postazioni: 1 }]);
    expect((await call('salvaCalendario', { codice: id })).status).toBe(200);
    expect((await call('salvaSportello', { codice: desk })).status).toBe(200);
  });

  test('and all other data that an administrator sets up are exported, imported into an empty store, and exported as they were', async () => {
    const { call, save } = await loginAdministrator(rig);
    const logo = (fill: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${fill}"/></svg>`,
      ).toString('base64');
    const square = [10, 11].flatMap((lon) => [45, 46].map((lat) => [lon, lat]));
    const [a, b, c, d] = square;
    const confine = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[a, b, d, c, a]] } };
    const dati = {
      patrono: '06-24',
      chiusure: [{ dal: '2026-12-24', al: '2026-12-31' }],
      piede: {
        collegamenti: [{ testo: 'Albo', url: 'https://albo.borgo.example' }],
        loghi: [{ immagine: logo('#004d99'), alternativo: 'Unione europea' }],
      },
      mappa: {
        tasselli: 'https://t.borgo.example/{z}/{x}/{y}.png',
        attribuzione: 'Borgo',
        lat: 45.5,
        lon: 10.5,
        zoom: 14,
      },
    };
    expect((await save(dati)).status).toBe(200);
    const file = new File([JSON.stringify(confine)], 'confine.geojson');
    expect((await call('salvaConfine', { file })).status).toBe(200);
    await call('salvaSportello', { dati: DESK });
    await call('salvaServizioPagamento', { dati: MENSA });
    await call('salvaUfficio', { nome: 'Anagrafe', servizi: ['SF510'], attivo: true });
    const first = await exportData(rig.house.db, 'borgo');
    expect(first).toMatchObject({ sportelli: [DESK], servizi_pagamento: [MENSA], enti: [{ patrono: '06-24' }] });

    await rig.reset();
    for (const table of ['servizi_pagamento', 'sportelli', 'immagini'] as const)
      await rig.house.db.deleteFrom(table).execute();
    expect(await countRows(rig, 'uffici')).toBe(0);
    const { errors } = await importData(rig.house, { prova: true, ...first });
    expect([errors, await exportData(rig.house.db, 'borgo')]).toEqual([[], first]);
    for (const table of ['servizi_pagamento', 'sportelli', 'immagini'] as const)
      await rig.house.db.deleteFrom(table).execute();
  });
});

onOneInTurn('the border of an ente', (rig) => {
  test.each([
    ['no JSON', 'POLYGON((1 2, 3 4))', 'Questo testo non è un GeoJSON'],
    ['a point', '{"type":"Point","coordinates":[1,2]}', 'di tipo Polygon o MultiPolygon'],
    ['a ring that is open', '{"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,2]]]}', 'finisce nel punto'],
    ['several areas', '{"type":"FeatureCollection","features":[{},{}]}', 'più di una'],
  ])('that is %s is refused in words', async (_name, text, words) => {
    const { call, borgo } = await loginAdministrator(rig);
    const { status, body } = await call('salvaConfine', { file: new File([text], 'confine.json') });
    expect([status, body.errors]).toEqual([422, { confine: [expect.stringContaining(words)] }]);
    expect((await borgo())?.confine).toBeUndefined();
  });
});

onOneInTurn('of two administrators who change the same values at once', (rig) => {
  test('the second reads who changed what, and overwrites it only knowingly; other values do not matter', async () => {
    const { call, borgo } = await loginAdministrator(rig);
    const { user, save: saveAsPiero } = await loginAdministrator(rig, 'piero');
    const other = callerOf(rig, { user });
    const { seenMark } = await import('./modifiche.server.ts');
    const stored = (await call('datiEnte')).body.data.dati;
    const seen = seenMark(stored, ['motto', 'regione']);
    const { visti } = (await call('datiEnte')).body.data;
    const others = { ente: 'borgo', dati: { motto: 'Il motto di Piero' } };
    expect((await other.call('salvaDati', others)).body.errors).toHaveProperty('visti');
    await saveAsPiero({ colore: '#004d99' });
    await saveAsPiero({ motto: 'Il motto di Piero' });
    expect((await call('salvaDati', { visti, dati: { colore: '#cc0000' } })).status).toBe(409);
    const mine = { visti: seen, dati: { motto: 'Il mio motto', regione: stored.regione } };
    const refused = await call('salvaDati', mine);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^Nel frattempo Piero Rossi ha cambiato questi dati: Motto da «.*» a «Il motto di Piero»\./,
      ),
    ]);
    expect((await borgo())?.motto).toBe('Il motto di Piero');
    const now = seenMark((await call('datiEnte')).body.data.dati, ['motto', 'regione']);
    expect((await call('salvaDati', { ...mine, visti: now })).status).toBe(200);
    expect((await borgo())?.motto).toBe('Il mio motto');
  });

  test('the second does not undo what the first did to an office, a desk or an offer', async () => {
    const { call } = await loginAdministrator(rig);
    const { id } = (await call('salvaSportello', { dati: DESK })).body.data;
    const [{ visti: seenDesk }] = (await call('datiEnte')).body.data.sportelli;
    const change = (orari: string) => call('salvaSportello', { codice: id, visti: seenDesk, dati: { ...DESK, orari } });
    expect([(await change('Martedì')).status, (await change('Giovedì')).status]).toEqual([200, 409]);
    const office = { nome: 'Anagrafe', servizi: [], attivo: true };
    const ufficio = (await call('salvaUfficio', office)).body.data.id;
    expect((await call('salvaUfficio', { ...office, ufficio, visti: 'altro', nome: 'Demografici' })).status).toBe(409);
    const offer = { codice: 'SF500', visti: 'altro' };
    expect((await call('salvaOfferta', offer)).status).toBe(409);
    await rig.house.db.deleteFrom('sportelli').execute();
  });
});

test.each([
  ['Carta d’identità', 'carta-d-identita'],
  ['  Suolo pubblico / COSAP  ', 'suolo-pubblico-cosap'],
  ['Ü', 'servizio-u'],
  ['È un nome lunghissimo che non finisce mai', 'e-un-nome-lunghissimo-che-non'],
])('the code of «%s» is %s', (nome, code) => {
  expect(codeFor(nome)).toMatch(/^[a-z0-9-]{2,40}$/);
  expect(codeFor(nome)).toBe(code);
});

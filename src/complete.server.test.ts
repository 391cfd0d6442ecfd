/** Answers of a back end that has only the fields that each of them has: completed, they are what the pages of the portal show. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApplicationPage } from '../tests/doubles/sanctum/page.ts';
import { type SanctumServer, sanctumServer } from '../tests/doubles/sanctum.ts';
import { houseOn, type Rig } from '../tests/rig.ts';
import { apiOperations } from './api.ts';
import { completeAnswerFor } from './complete.server.ts';
import type { ApiOperation, OperationOutput } from './platform/contract.ts';
import { fillPath } from './platform/path-template.ts';

type OperationName = keyof typeof apiOperations;

let server: SanctumServer;
let rig: Rig;
let citizen: ApplicationPage;
beforeAll(async () => {
  rig = await houseOn('sqlite');
  server = await sanctumServer({ lean: true, enti: [{ id: 'borgo', nome: 'BORGO', codice_fiscale: '80000015554' }] });
  citizen = await new ApplicationPage(server).arrive();
  await citizen.logIn('MRTCHR83B54Z999P');
});
afterAll(async () => {
  await server.close();
  await rig.close();
});

async function ask<Name extends OperationName>(
  name: Name,
  fields: Record<string, unknown> = {},
): Promise<OperationOutput<(typeof apiOperations)[Name]>> {
  const { method, path: template, output } = apiOperations[name] as ApiOperation;
  const { path, rest } = fillPath(template, fields);
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  const answer =
    method === 'POST' ? await citizen.post(path, rest) : await citizen.get(query ? `${path}?${query}` : path);
  expect([name, answer.status, answer.text]).toEqual([name, answer.status < 300 ? answer.status : 200, answer.text]);
  const house = { ...rig.house, now: Date.now };
  return z.parse(output, await completeAnswerFor(house)({ name, fields }, answer.json.data)) as never;
}

test('positions and declarations have the name of their ente as the portal knows it', async () => {
  const [posizione] = await ask('listaPosizioni');
  expect(posizione?.nome_ente).toBe('Comune di Borgo');
  expect((await ask('listaDichiarazioni'))[0]?.nome_ente).toBe('Comune di Borgo');
  const codice = Buffer.from(String(posizione?.codice_utente)).toString('base64');
  const documenti = await ask('documentiPosizione', { id: posizione?.Id, codice });
  expect(documenti.map(({ richieste }) => richieste)).toEqual(documenti.map(() => []));
});

test('an ente that the portal was not given is named by its id', async () => {
  const row = { Id: '1', codice_utente: 'A', ente: 'altrove', sistema: 'ICP', intestatario: 'B', ruolo: 'altro' };
  const found = { ...row, idRappresentanza: '2', da_pagare_cent: 0 };
  expect(await completeAnswerFor(rig.house)({ name: 'listaPosizioni', fields: {} }, [found])).toMatchObject([
    { nome_ente: 'altrove' },
  ]);
});

test('a case in the list leads to its chat, of the kind that its code is of', async () => {
  const [pratica] = await ask('listaSegnalazioni');
  const email = encodeURIComponent(pratica?.email ?? '');
  expect(pratica).toMatchObject({ tipo: 'segnalazione', chat: `/segnalazione/chat/${email}/${pratica?.id}` });
  const complete = completeAnswerFor(rig.house);
  const asked = { name: 'listaSegnalazioni', fields: {} };
  expect(await complete(asked, [{ id: '7', codice: 'SF200', email: 'a@b.it' }])).toMatchObject([
    { tipo: 'richiesta', chat: '/richiesta/chat/a%40b.it/7' },
  ]);
});

test('a case says what its citizen can do: write while it is open, open it again for 21 days', async () => {
  const [item] = await ask('listaSegnalazioni');
  const pair = { id: item?.id ?? '', email: item?.email ?? '' };
  expect(await ask('dettaglioPratica', pair)).toMatchObject({
    puo_scrivere: true,
    azioni: [],
    vista: 'cittadino',
    eventi: [{ letto: true }, { letto: true }],
  });
  expect(await ask('commenta', { ...pair, testo: 'Grazie' })).toMatchObject({ letto: false, tipo: 'messaggio' });
  server.operate(pair.id, { testo: 'Fatto.', stato: 'conclusa' });
  const closed = await ask('dettaglioPratica', pair);
  expect(closed).toMatchObject({ puo_scrivere: false, azioni: ['non_risolto'] });
  expect(closed.chiusa_il).toBe(new Date(closed.eventi.at(-1)?.quando ?? '').toISOString());
  const late = { ...rig.house, now: () => Date.now() + 22 * 86_400_000 };
  expect(await completeAnswerFor(late)({ name: 'dettaglioPratica', fields: pair }, closed)).toMatchObject({
    azioni: ['non_risolto'],
  });
  const { azioni: _, ...silent } = closed;
  expect(await completeAnswerFor(late)({ name: 'dettaglioPratica', fields: pair }, silent)).toMatchObject({
    azioni: [],
  });
});

test('a document is usable for what can be done about it', async () => {
  const asked = { documento: 'RX-7001-01', servizio: 'Rifiuti TARI' };
  expect(await ask('documentoRiesame', asked)).toMatchObject({ usabile: true, perche: null });
  const paid = await ask('documentoRiesame', { ...asked, documento: 'RX-7001-05' });
  expect(paid).toMatchObject({ usabile: false, perche: expect.stringContaining('Per questo documento') });
  const rates = await ask('documentiRateizzazione', { ...asked, documento: 'RX-7001-01,RX-7001-02' });
  expect(rates).toMatchObject({ documenti: [{ usabile: true }, { usabile: true }], tasso_centesimi: 0 });
  expect(rates.prima_scadenza_da < rates.prima_scadenza_a).toBe(true);
  expect(rates.decorrenza_interessi).toBe('scadenza_o_richiesta');
  const proroga = await ask('documentoProroga', asked);
  expect(proroga.scadenza_minima < proroga.scadenza_massima).toBe(true);
  const query = { idDocument: 'RX-7001-01', sistema__c: 'Rifiuti TARI' };
  expect(await ask('controllaDocumentiIstanza', query)).toMatchObject([{ usabile: true }]);
});

test('a declaration of devices is whole, with its devices', async () => {
  const { Id } = await ask('nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgo' });
  const shape = { facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 50, dichiarazione: Id };
  const vehicle = { targa: 'AB123CD', categoria_veicolo: 'altra', Tipologia_impianto_publicitario__c: 'Automezzo' };
  const made = await ask('scriviAutomezzo', { ...shape, ...vehicle });
  expect(made).toMatchObject({ azione: 'nuovo', nuovo: true, allegati: [], stima_cent: null });
  expect((await ask('scriviAutomezzo', { ...shape, ...vehicle, id: made.Id })).nuovo).toBeUndefined();
  expect(await ask('leggiDichiarazioneMezzi', { id: Id })).toMatchObject({
    nome_ente: 'Comune di Borgo',
    stato: 'bozza',
    mezzi: [{ azione: 'nuovo' }],
    allegati: [],
    pratica: null,
  });
});

test('a notice and its payment have what a page about them needs', async () => {
  const numero_avviso = server.town.posizioni[0]?.documenti[0]?.numero_avviso ?? '';
  const dominioEC = '80000015554';
  const avviso = await ask('controllaAvviso', { numero_avviso, dominioEC });
  expect(avviso).toMatchObject({ fornitori: ['pagopa', 'mooney'] });
  const { riferimento } = await ask('pagaConPagopa', { IUV: avviso.IUV, dominioEC, emailDebitore: 'a@b.it' });
  expect(await ask('esitoPagamento', { riferimento })).toMatchObject({
    numero: riferimento,
    fornitore: 'pagopa',
    annullabile: false,
    avvisi: [{ IUV: avviso.IUV, pagato: false, importo_cent: avviso.importo_cent }],
  });
  expect(await ask('serviziPagamento', { elenco: 'PPA', ente: 'borgo' })).toHaveLength(2);
});

test('what is no answer of this kind stays as it is, for the contract to refuse', async () => {
  const complete = completeAnswerFor(rig.house);
  for (const found of [undefined, null, 7, 'testo', ['testo'], { altro: 1 }]) {
    const answer = await complete({ name: 'dettaglioPratica', fields: {} }, found);
    expect(z.safeParse(apiOperations.dettaglioPratica.output, answer).success).toBe(false);
  }
  expect(await complete({ name: 'opzioniSegnalazione', fields: {} }, [])).toEqual([]);
});

test('what was sent in another form than the pages show is left out, and the rest is shown', async () => {
  const dati = { indirizzo: 'Via Po 1', lat: '45,1', lon: 9, fatti: 'Ho pagato.', altro: { a: 1 } };
  const complete = completeAnswerFor(rig.house);
  const found = await complete({ name: 'dettaglioPratica', fields: {} }, { codice: 'SF220', stato: 'inviata', dati });
  expect(found).toMatchObject({ dati: { indirizzo: 'Via Po 1', lon: 9, altro: { a: 1 } } });
  expect(Object.keys((found as { dati: object }).dati)).toEqual(['indirizzo', 'lon', 'altro']);
});

test('a case whose table of data is empty has none, also as PHP writes it', async () => {
  const complete = completeAnswerFor(rig.house);
  for (const dati of [undefined, null, {}, []])
    expect(await complete({ name: 'dettaglioPratica', fields: {} }, { codice: 'SF220', dati })).toMatchObject({
      dati: {},
    });
});

test('a file has the purpose that the browser named, unless the back end says one', async () => {
  const complete = completeAnswerFor(rig.house);
  const completed = (row: object, fields: Record<string, unknown>) => complete({ name: 'caricaFile', fields }, row);
  const purpose = 'documento_identita';
  expect(await completed({}, { categoria: purpose })).toMatchObject({ categoria: purpose });
  expect(await completed({ categoria: 'planimetria' }, { categoria: purpose })).toMatchObject({
    categoria: 'planimetria',
  });
  expect(await completed({}, { categoria: 'invented' })).not.toHaveProperty('categoria');
});

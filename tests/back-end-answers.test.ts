/** Answers of a back end that has only the fields that each of them has: as they are read, they are what the pages of the portal show. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiOperations } from '../src/api.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { encodeCodice } from '../src/features/cases/posizione/codice.ts';
import { readAnswerFacts } from '../src/features/cases/pratica/answer-facts.server.ts';
import type { ApiOperation, OperationOutput } from '../src/platform/contract.ts';
import { browserWith, portTo } from './back-end-port.ts';
import { leanData } from './doubles/lean.ts';
import { beginDichiarazione, writePosizioneWithMezzi } from './mezzi.ts';
import { writeAvviso } from './pagamenti.ts';
import { ANNA, writeDichiarazione, writeDocumento, writePosizione } from './posizioni.ts';
import { loginAnna } from './richiedente.ts';
import { oweDocumenti } from './richieste.ts';
import { callerOf, DAY, ENTI, houseOn, operatore, type Rig, type RigCaller, sendSegnalazione } from './rig.ts';
import { furgone } from './typed-mezzi.ts';

type OperationName = keyof typeof apiOperations;
type CallFields = Record<string, unknown>;

let rig: Rig;
let citizen: RigCaller;
beforeAll(async () => {
  rig = await houseOn('sqlite');
});
beforeEach(async () => {
  await rig.reset();
  citizen = await loginAnna(rig);
});
afterAll(() => rig.close());

/** The port to a back end that answers with these data, whatever it is asked. */
const portOf = (found: unknown, now: () => number) =>
  portTo('https://servizi.example', {
    fetch: async () => Response.json({ data: found }),
    facts: () => readAnswerFacts({ ...rig.house, now }),
  }).port;

/** What the portal reads in these data. */
async function read<Name extends OperationName>(
  name: Name,
  fields: CallFields,
  found: unknown,
  now = Date.now,
): Promise<OperationOutput<(typeof apiOperations)[Name]>> {
  const named = { name, operation: apiOperations[name] as ApiOperation };
  const browser = browserWith('XSRF-TOKEN=token');
  return (await portOf(found, now).ask(named, fields, browser, {})).output as never;
}

/** What the portal reads in the answer of a back end that has only the fields that each of them has. */
async function ask<Name extends OperationName>(name: Name, fields: CallFields = {}) {
  const { status, body } = await citizen.call(name, fields);
  expect([name, status < 300 ? 'answered' : body]).toEqual([name, 'answered']);
  return read(name, fields, leanData(name, body.data), rig.house.now);
}

test('positions and declarations have the name of their ente as the portal knows it', async () => {
  await writeDocumento(rig, await writePosizione(rig, {}, [ANNA.codice_fiscale]));
  await writeDichiarazione(rig, {});
  const [posizione] = await ask('listaPosizioni');
  expect(posizione?.nome_ente).toBe('Comune di Borgo');
  expect((await ask('listaDichiarazioni'))[0]?.nome_ente).toBe('Comune di Borgo');
  const codice = encodeCodice(posizione?.codice_utente ?? '');
  expect(await ask('documentiPosizione', { id: posizione?.Id, codice })).toMatchObject([{ richieste: [] }]);
});

test('an ente that the portal was not given is named by its id', async () => {
  const row = { Id: '1', codice_utente: 'A', ente: 'altrove', sistema: 'ICP', intestatario: 'B', ruolo: 'altro' };
  const found = { ...row, idRappresentanza: '2', da_pagare_cent: 0 };
  expect(await read('listaPosizioni', {}, [found])).toMatchObject([{ nome_ente: 'altrove' }]);
});

test('a case in the list leads to its chat, of the kind that its code is of', async () => {
  const { id, email } = await sendSegnalazione(citizen);
  const chat = `/segnalazione/chat/${encodeURIComponent(email)}/${id}`;
  const [pratica] = await ask('listaSegnalazioni');
  expect(pratica).toMatchObject({ tipo: 'segnalazione', chat });
  const request = { ...pratica, id: '7', codice: 'SF200', email: 'a@b.it', tipo: undefined, chat: undefined };
  expect(await read('listaSegnalazioni', {}, [request])).toMatchObject([
    { tipo: 'richiesta', chat: '/richiesta/chat/a%40b.it/7' },
  ]);
});

test('a case says what its citizen can do: write while it is open, open it again for 21 days', async () => {
  const { id, email } = await sendSegnalazione(citizen);
  const pair = { id, email };
  const office = callerOf(rig, { user: operatore('borgo') });
  const answer = (fields: object) => office.call('commenta', { ...pair, vista: 'operatore', ...fields });
  await answer({ testo: 'Mandiamo una squadra.' });
  expect(await ask('dettaglioPratica', pair)).toMatchObject({
    puo_scrivere: true,
    azioni: [],
    vista: 'cittadino',
    eventi: expect.arrayContaining([expect.objectContaining({ letto: true, testo: 'Mandiamo una squadra.' })]),
  });
  expect(await ask('commenta', { ...pair, testo: 'Grazie' })).toMatchObject({ letto: false, tipo: 'messaggio' });
  await answer({ testo: 'Fatto.', stato: 'conclusa' });
  const closed = await ask('dettaglioPratica', pair);
  expect(closed).toMatchObject({ puo_scrivere: false, azioni: ['non_risolto'] });
  expect(closed.chiusa_il).toBe(new Date(closed.eventi.at(-1)?.quando ?? '').toISOString());
  rig.clock.pass(22 * DAY);
  expect(await read('dettaglioPratica', pair, closed, rig.house.now)).toMatchObject({ azioni: ['non_risolto'] });
  const { azioni: _, ...silent } = closed;
  expect(await read('dettaglioPratica', pair, silent, rig.house.now)).toMatchObject({ azioni: [] });
});

test('a document is usable for what can be done about it', async () => {
  const { posizione } = await oweDocumenti(rig);
  const categorie = ['SF200', 'SF210', 'SF220', 'ISTANZA'];
  await writeEnte(rig.house.db, { ...ENTI.borgo, categorie }, 1);
  await writeDocumento(rig, posizione, { numero: 'D-3', stato: 'annullato' });
  const asked = { documento: 'D-1', servizio: 'TARMB' };
  expect(await ask('documentoRiesame', asked)).toMatchObject({ usabile: true, perche: null });
  expect(await ask('documentoRiesame', { ...asked, documento: 'D-3' })).toMatchObject({
    usabile: false,
    perche: expect.stringContaining('Per questo documento'),
  });
  const rates = await ask('documentiRateizzazione', { ...asked, documento: 'D-1,D-2' });
  expect(rates).toMatchObject({ documenti: [{ usabile: true }, { usabile: true }], tasso_centesimi: 0 });
  expect(rates.prima_scadenza_da < rates.prima_scadenza_a).toBe(true);
  expect(rates.decorrenza_interessi).toBe('scadenza_o_richiesta');
  const proroga = await ask('documentoProroga', asked);
  expect(proroga.scadenza_minima < proroga.scadenza_massima).toBe(true);
  expect(await ask('controllaDocumentiIstanza', { idDocument: 'D-1', sistema__c: 'TARMB' })).toMatchObject([
    { usabile: true },
  ]);
});

test('a declaration of devices is whole, with its devices', async () => {
  const { posizione } = await writePosizioneWithMezzi(rig);
  const dichiarazione = await beginDichiarazione(citizen);
  const made = await ask('scriviAutomezzo', { dichiarazione, ...furgone() });
  expect(made).toMatchObject({ azione: 'nuovo', nuovo: true, allegati: [], stima_cent: null });
  expect((await ask('scriviAutomezzo', { dichiarazione, ...furgone(), id: made.Id })).nuovo).toBeUndefined();
  expect(await ask('leggiDichiarazioneMezzi', { id: dichiarazione })).toMatchObject({
    nome_ente: 'Comune di Borgo',
    stato: 'bozza',
    mezzi: [{ azione: 'nuovo' }],
    allegati: [],
    pratica: null,
  });
  const mezzi = await ask('mezziPosizione', { id: posizione.id });
  expect(mezzi.map(({ stima_cent }) => stima_cent)).toEqual([null, null]);
});

test('a notice and its payment have what a page about them needs', async () => {
  const { numero_avviso } = await writeAvviso(rig);
  const dominioEC = '80000000000';
  const avviso = await ask('controllaAvviso', { numero_avviso, dominioEC });
  expect(avviso).toMatchObject({ fornitori: ['pagopa', 'mooney'] });
  const { riferimento } = await ask('pagaConPagopa', { IUV: avviso.IUV, dominioEC, emailDebitore: 'a@b.it' });
  expect(await ask('esitoPagamento', { riferimento })).toMatchObject({
    numero: riferimento,
    fornitore: 'pagopa',
    annullabile: false,
    avvisi: [{ IUV: avviso.IUV, pagato: false, importo_cent: avviso.importo_cent }],
  });
  const servizio = { codice: 'mensa', nome: 'Mensa', campi: [] };
  expect(await read('serviziPagamento', { elenco: 'PPA', ente: 'borgo' }, [servizio])).toHaveLength(1);
});

const PAIR = { id: 'A'.repeat(24), email: 'a@b.it' };

test('an answer of another kind is none', async () => {
  for (const found of [undefined, null, 7, 'testo', ['testo'], { altro: 1 }])
    await expect(read('dettaglioPratica', PAIR, found)).rejects.toMatchObject({ code: 'unavailable' });
  for (const found of [undefined, null, 7, { altro: 1 }])
    await expect(read('listaPosizioni', {}, found)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await read('listaPosizioni', {}, [])).toEqual([]);
});

const REQUEST = {
  ...PAIR,
  inviata_il: '2026-01-02T08:00:00.000Z',
  termine_il: '2026-02-01',
  protocollo: '2026/000007',
  oggetto: 'Una richiesta',
  descrizione: '',
  ente: 'borgo',
  codice: 'SF220',
  stato: 'inviata',
};

test('what was sent in another form than the pages show is left out, and the rest is shown', async () => {
  const dati = { indirizzo: 'Via Po 1', lat: '45,1', lon: 9, fatti: 'Ho pagato.', altro: { a: 1 } };
  const pratica = await read('dettaglioPratica', PAIR, { ...REQUEST, dati });
  expect(pratica).toMatchObject({ tipo: 'richiesta', azioni: ['ritirata'], eventi: [], allegati: [] });
  expect(pratica.dati).toEqual({ indirizzo: 'Via Po 1', lon: 9, altro: { a: 1 } });
});

test('a case whose table of data is empty has none, also as PHP writes it', async () => {
  for (const dati of [undefined, null, {}, []])
    expect(await read('dettaglioPratica', PAIR, { ...REQUEST, dati })).toMatchObject({ dati: {} });
});

test('a file has the purpose that the browser named, unless the back end says one', async () => {
  const named = { name: 'caricaFile', operation: apiOperations.caricaFile as ApiOperation };
  const file = { Id: '1', nome: 'a.pdf', tipo: 'application/pdf', dimensione: 7, miniatura: true };
  const uploaded = async (found: object, fields: CallFields) => {
    const body = { type: 'multipart/form-data; boundary=b', length: null, parts: new Blob([]).stream(), fields };
    const sent = await portOf({ ...file, ...found }, Date.now).upload(named, body, browserWith(), { token: 't' });
    return sent.output as OperationOutput<typeof apiOperations.caricaFile>;
  };
  const purpose = 'documento_identita';
  expect(await uploaded({}, { categoria: purpose })).toMatchObject({ categoria: purpose, miniatura: false });
  const said = await uploaded({ categoria: 'planimetria' }, { categoria: purpose });
  expect(said.categoria).toBe('planimetria');
  expect((await uploaded({}, { categoria: 'invented' })).categoria).toBeUndefined();
});

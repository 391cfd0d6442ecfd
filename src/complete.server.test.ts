/** Answers of a back end that has only the fields that each of them has: completed, they are what the pages of the portal show. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { leanData } from '../tests/doubles/lean.ts';
import { beginDichiarazione, writePosizioneWithMezzi } from '../tests/mezzi.ts';
import { writeAvviso } from '../tests/pagamenti.ts';
import { ANNA, writeDichiarazione, writeDocumento, writePosizione } from '../tests/posizioni.ts';
import { loginAnna } from '../tests/richiedente.ts';
import { oweDocumenti } from '../tests/richieste.ts';
import { callerOf, DAY, ENTI, houseOn, operatore, type Rig, type RigCaller, sendSegnalazione } from '../tests/rig.ts';
import { furgone } from '../tests/typed-mezzi.ts';
import { apiOperations } from './api.ts';
import { completeAnswerFor } from './complete.server.ts';
import { writeEnte } from './features/cases/ente/ente.db.ts';
import { encodeCodice } from './features/cases/posizione/codice.ts';
import type { ApiOperation, OperationOutput } from './platform/contract.ts';

type OperationName = keyof typeof apiOperations;

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

/** What the portal makes of the answer of a back end without the portal's own wishes. */
async function ask<Name extends OperationName>(
  name: Name,
  fields: Record<string, unknown> = {},
): Promise<OperationOutput<(typeof apiOperations)[Name]>> {
  const { output }: ApiOperation = apiOperations[name];
  const { status, body } = await citizen.call(name, fields);
  expect([name, status < 300 ? 'answered' : body]).toEqual([name, 'answered']);
  return z.parse(output, await completeAnswerFor(rig.house)({ name, fields }, leanData(name, body.data))) as never;
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
  expect(await completeAnswerFor(rig.house)({ name: 'listaPosizioni', fields: {} }, [found])).toMatchObject([
    { nome_ente: 'altrove' },
  ]);
});

test('a case in the list leads to its chat, of the kind that its code is of', async () => {
  const { id, email } = await sendSegnalazione(citizen);
  const chat = `/segnalazione/chat/${encodeURIComponent(email)}/${id}`;
  expect(await ask('listaSegnalazioni')).toMatchObject([{ tipo: 'segnalazione', chat }]);
  const complete = completeAnswerFor(rig.house);
  const asked = { name: 'listaSegnalazioni', fields: {} };
  expect(await complete(asked, [{ id: '7', codice: 'SF200', email: 'a@b.it' }])).toMatchObject([
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
  const complete = completeAnswerFor(rig.house);
  expect(await complete({ name: 'dettaglioPratica', fields: pair }, closed)).toMatchObject({ azioni: ['non_risolto'] });
  const { azioni: _, ...silent } = closed;
  expect(await complete({ name: 'dettaglioPratica', fields: pair }, silent)).toMatchObject({ azioni: [] });
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
  const complete = completeAnswerFor(rig.house);
  const servizio = { codice: 'mensa', nome: 'Mensa', campi: [] };
  const list = await complete({ name: 'serviziPagamento', fields: { elenco: 'PPA', ente: 'borgo' } }, [servizio]);
  expect(z.parse(apiOperations.serviziPagamento.output, list)).toHaveLength(1);
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

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiOperations } from '../../src/api.ts';
import type { ApiOperation, OperationOutput } from '../../src/platform/contract.ts';
import { fillPath } from '../../src/platform/path-template.ts';
import { ApplicationPage, type PageAnswer } from './sanctum/page.ts';
import { dayFromNow } from './sanctum/town.ts';
import { type SanctumServer, sanctumServer } from './sanctum.ts';

type OperationName = keyof typeof apiOperations;

/** Calls that only the portal answers, though they are not under its own path. */
const OWN_CALLS: readonly string[] = ['suggerisciEnti', 'mappaBozza', 'cercaLuogo', 'luogoDelPunto'];
const shared = (Object.entries(apiOperations) as [OperationName, ApiOperation][]).filter(
  ([name, { path }]) => !path.startsWith('/api/v1/portale/') && !OWN_CALLS.includes(name),
);

let server: SanctumServer;
/** Pages of a citizen with positions, of the representative of a firm, and of a guest. */
let taxpayer: ApplicationPage;
let representative: ApplicationPage;
let guest: ApplicationPage;
const answered = new Set<string>();

beforeAll(async () => {
  server = await sanctumServer();
  const { citizens } = server.town;
  [taxpayer, representative, guest] = (await Promise.all(
    [citizens[0], citizens[1], undefined].map(async (person) => {
      const page = await new ApplicationPage(server).arrive();
      if (person) await page.logIn(person.codice_fiscale);
      return page;
    }),
  )) as [ApplicationPage, ApplicationPage, ApplicationPage];
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs
afterAll(async ({}, suite) => {
  await server.close();
  // When some tests were left out, or failed, their calls are missing.
  if (suite.tasks.some(({ result }) => result?.state !== 'pass')) return;
  // Every call of the contract beside the portal’s own was answered in its shape.
  expect(shared.map(([name]) => name).filter((name) => !answered.has(name))).toEqual([]);
});

/** Makes the call of an operation as its row says. */
function send(page: ApplicationPage, name: OperationName, fields: Record<string, unknown>): Promise<PageAnswer> {
  const { method, path: template } = apiOperations[name] as ApiOperation;
  const { path, rest } = fillPath(template, fields);
  if (method === 'POST') return page.post(path, rest);
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  return page.send(method, query ? `${path}?${query}` : path);
}

/** @returns `data` of an answer that has the status and the shape of the contract */
async function ask<Name extends OperationName>(
  page: ApplicationPage,
  name: Name,
  fields: Record<string, unknown> = {},
): Promise<OperationOutput<(typeof apiOperations)[Name]>> {
  const { output, status = 200, flagged } = apiOperations[name] as ApiOperation;
  const answer = await send(page, name, fields);
  const { data, success } = answer.json;
  const expected = typeof status === 'function' ? status(data) : status;
  expect([name, answer.status, answer.text]).toEqual([name, expected, answer.text]);
  expect(success).toBe(flagged);
  answered.add(name);
  return (expected === 204 ? undefined : z.parse(output, data)) as OperationOutput<(typeof apiOperations)[Name]>;
}

const richiedente = (over: Record<string, unknown> = {}) => ({
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  email: 'anna@esempio.it',
  telefono: '+393331234567',
  ruolo: 'persona_fisica',
  ...over,
});

const uploaded = async (page: ApplicationPage, categoria?: string) => {
  const answer = await page.upload('%PDF-1.4', 'modulo.pdf', { note: 'Una nota' });
  z.parse(apiOperations.caricaFile.output, answer.json.data);
  answered.add('caricaFile');
  return { Id: (answer.json.data as { Id: string }).Id, ...(categoria && { categoria }) };
};

test('anybody reads the lists of desks, enti, options and payment services', async () => {
  const [desk] = await ask(guest, 'entiSportello');
  expect(desk).toEqual({ Ente__c: 'borgosereno', idDescrizioneEntePortale__c: 'COMUNE DI BORGOSERENO' });
  expect(await ask(guest, 'serviziSportello', { comune: desk?.idDescrizioneEntePortale__c })).toHaveLength(2);
  expect((await ask(guest, 'listaEnti')).map(({ Id }) => Id)).toEqual(['borgosereno', 'collelume', 'portolieve']);
  expect(await ask(guest, 'entiPerCategoria', { category: 'SF200' })).toHaveLength(3);
  expect(await ask(guest, 'entiPerCategoria', { category: 'SF200', optional: 'ICP' })).toHaveLength(1);
  expect(await ask(guest, 'opzioniSegnalazione')).toHaveLength(7);
  expect(await ask(guest, 'tipiTomba')).not.toEqual([]);
  expect(await ask(guest, 'motiviRiesame')).not.toEqual([]);
  for (const list of ['PPA', 'LINK']) {
    expect(await ask(guest, 'entiPagamento', { elenco: list })).toHaveLength(3);
    expect(await ask(guest, 'serviziPagamento', { elenco: list, ente: 'collelume' })).not.toEqual([]);
  }
});

test('serves the municipalities that it was given', async () => {
  const own = await sanctumServer({ enti: [{ id: 'valle', nome: 'Comune di Valle', codice_fiscale: '80000000001' }] });
  const { json } = await new ApplicationPage(own).get('/api/v1/generic/ente');
  expect(json.data).toMatchObject([{ Id: 'valle', Nome: 'Comune di Valle', CodiceFiscale: '80000000001' }]);
  await own.close();
});

test('a citizen reads who they are, and changes contacts and residence; a new address needs its code', async () => {
  expect(await ask(taxpayer, 'utente')).toMatchObject({ Nome: 'Chiara', Ruolo: 'cittadino' });
  const contatti = { Email_Comunicazione__c: 'nuova@esempio.it', Telefono_Comunicazione__c: '' };
  expect((await send(taxpayer, 'aggiornaContatti', contatti)).json.errors).toHaveProperty('otp');
  await taxpayer.confirm('nuova@esempio.it');
  const changed = await ask(taxpayer, 'aggiornaContatti', contatti);
  expect(changed).toMatchObject({ Email_Comunicazione__c: 'nuova@esempio.it', Telefono_Comunicazione__c: null });
  const moved = await ask(taxpayer, 'modificaAnagrafica', { Indirizzo: 'Via Nuova 1', Cap: '00001', Nome: 'Altra' });
  expect(moved).toMatchObject({ Indirizzo: 'Via Nuova 1', Cap: '00001', Nome: 'Chiara' });
  expect(await ask(taxpayer, 'modificaAnagrafica', { Cap: '' })).not.toHaveProperty('Cap');
});

test('a report is sent once its address is confirmed, and its two sides write to each other', async () => {
  await ask(guest, 'codiceEmail', { email: 'ospite@esempio.it' });
  await ask(guest, 'codiceEmail', { email: 'ospite@esempio.it', otp: server.codes.get('ospite@esempio.it') });
  const report = {
    ente: 'collelume',
    codice: 'SF310',
    oggetto: 'Buca',
    descrizione: 'Una buca.',
    indirizzo: 'Via Roma 1',
    nome: 'Anna',
    cognome: 'Bianchi',
    email: 'ospite@esempio.it',
    privacy: true,
  };
  const file = await uploaded(guest);
  const { id } = await ask(guest, 'inviaSegnalazione', { ...report, filesAllegati: [file] });
  const pair = { id, email: 'Ospite@esempio.it' };
  expect(await ask(guest, 'dettaglioPratica', pair)).toMatchObject({ stato: 'inviata', allegati: [{ Id: file.Id }] });
  expect((await send(guest, 'dettaglioPratica', { ...pair, email: 'altra@esempio.it' })).status).toBe(404);
  await ask(guest, 'commenta', { ...pair, testo: 'È ancora lì.' });
  expect((await send(guest, 'commenta', { ...pair, stato: 'accettata' })).status).toBe(403);
  expect((await send(guest, 'commenta', { ...pair, testo: 'Ancora', stato: 'non_risolto' })).status).toBe(409);
  server.operate(id, { testo: 'Chiusa la buca.', stato: 'conclusa' });
  expect(await ask(guest, 'dettaglioPratica', pair)).toMatchObject({ puo_scrivere: false, azioni: ['non_risolto'] });
  expect((await send(guest, 'commenta', { ...pair, testo: 'Grazie' })).status).toBe(409);
  const reopened = await ask(guest, 'commenta', { ...pair, testo: 'È di nuovo aperta.', stato: 'non_risolto' });
  expect(reopened).toMatchObject({ tipo: 'stato', stato: 'in_elaborazione', da: 'cittadino' });
});

test('a citizen lists their cases, and the timeline comes in parts of fifty, with an ETag', async () => {
  const known = (await ask(taxpayer, 'listaSegnalazioni')).find(({ stato }) => stato === 'in_elaborazione');
  expect(known).toMatchObject({ messaggi_non_letti: 1 });
  const pair = { id: known?.id ?? '', email: known?.email ?? '' };
  for (let n = 0; n < 60; n++) server.operate(pair.id, { testo: `Messaggio ${n}` });
  const last = await ask(taxpayer, 'dettaglioPratica', pair);
  const { eventi } = last;
  expect([eventi.length, eventi[0]?.n, last.altri_prima]).toEqual([50, 13, true]);
  const before = await ask(taxpayer, 'dettaglioPratica', { ...pair, prima: eventi[0]?.id });
  expect([before.eventi.length, before.altri_prima]).toEqual([12, undefined]);
  const after = await ask(taxpayer, 'dettaglioPratica', { ...pair, dopo: eventi[47]?.id });
  expect(after.eventi.map(({ n }) => n)).toEqual([61, 62]);
  const read = (await ask(taxpayer, 'listaSegnalazioni')).find(({ id }) => id === pair.id);
  expect(read?.messaggi_non_letti).toBe(0);
  const path = `/api/v1/generic/segnalazione/detail?${new URLSearchParams(pair)}`;
  const etag = (await taxpayer.get(path)).headers.get('etag') ?? '';
  expect((await taxpayer.get(path, { 'if-none-match': etag })).status).toBe(304);
  server.operate(pair.id, { testo: 'Ancora uno' });
  expect((await taxpayer.get(path, { 'if-none-match': etag })).status).toBe(200);
});

test('positions belong to their citizens, and are added and removed by their codes', async () => {
  const [tari, crc] = await ask(taxpayer, 'listaPosizioni');
  expect([tari?.da_pagare_cent, crc?.ente]).toEqual([9320 + 18_640 + 17_950, 'collelume']);
  const codiceOf = (posizione: typeof tari) => Buffer.from(String(posizione?.codice_utente)).toString('base64');
  const documenti = await ask(taxpayer, 'documentiPosizione', { id: tari?.Id, codice: codiceOf(tari) });
  expect(documenti.map(({ stato }) => stato)).toEqual([
    'da_pagare',
    'da_pagare',
    'scaduto',
    'in_pagamento',
    'pagato',
    'rateizzato',
    'annullato',
  ]);
  const byLink = { id: tari?.idRappresentanza, codice: codiceOf(tari) };
  expect(await ask(taxpayer, 'documentiPosizione', byLink)).toHaveLength(7);
  expect((await send(taxpayer, 'documentiPosizione', { id: tari?.Id, codice: codiceOf(crc) })).status).toBe(404);
  expect((await send(representative, 'documentiPosizione', { id: tari?.Id, codice: codiceOf(tari) })).status).toBe(404);
  const codici = { codice_utente: 'RX-7004', codice_controllo: 'MN78PQ' };
  const added = await ask(representative, 'nuovaPosizione', codici);
  expect((await send(representative, 'nuovaPosizione', codici)).status).toBe(409);
  await ask(representative, 'togliPosizione', { id: added.Id });
  expect((await send(representative, 'togliPosizione', { id: added.Id })).status).toBe(404);
  expect(await ask(representative, 'listaPosizioni')).toHaveLength(1);
  expect(await ask(taxpayer, 'listaDichiarazioni')).toHaveLength(1);
});

test('a guest with both codes asks about open documents: each request opens a case, once', async () => {
  const visitor = await new ApplicationPage(server).arrive();
  const asked = { documento: 'RX-7002-01', servizio: 'CRC' };
  expect((await send(visitor, 'documentoRiesame', asked)).status).toBe(404);
  const open = await ask(visitor, 'controllaPosizione', { codice_utente: 'RX-7002', codice_controllo: 'EF34GH' });
  expect(open.map(({ numero }) => numero)).toEqual(['RX-7002-01', 'RX-7002-02']);
  expect(await ask(visitor, 'documentoRiesame', asked)).toMatchObject({ usabile: true });
  expect((await send(visitor, 'documentoRiesame', { ...asked, servizio: 'ICP' })).status).toBe(404);
  const two = { ...asked, documento: 'RX-7002-01,RX-7002-02' };
  expect(await ask(visitor, 'documentiRateizzazione', two)).toMatchObject({ totale_cent: 19_390, rate_max: 3 });
  expect(await ask(visitor, 'documentoProroga', asked)).toMatchObject({ scadenza_massima: dayFromNow(180) });
  const byId = { idDocument: open.map(({ Id }) => Id).join(), sistema__c: 'CRC' };
  expect(await ask(visitor, 'controllaDocumentiIstanza', byId)).toHaveLength(2);

  const request = { ente: 'collelume', richiedente: richiedente(), privacy: true };
  const review = { ...request, servizio: 'CRC', documenti: ['RX-7002-01'], motivo: 'altro', fatti: 'Ho già pagato.' };
  const sendReview = (filesAllegati: unknown[]) => send(visitor, 'inviaRiesame', { ...review, filesAllegati });
  const [proof, identity] = [await uploaded(visitor), await uploaded(visitor, 'documento_identita')];
  expect((await sendReview([identity])).json.errors).toEqual({ filesAllegati: ['No files to upload'] });
  expect((await sendReview([proof])).json.errors).toEqual({ filesAllegati: ['Allega un documento di identità.'] });
  expect((await sendReview([proof, identity])).json.errors).toHaveProperty('otp');
  await visitor.confirm('anna@esempio.it');
  const opened = await ask(visitor, 'inviaRiesame', { ...review, filesAllegati: [proof, identity] });
  expect(await ask(visitor, 'documentoRiesame', asked)).toMatchObject({
    usabile: false,
    richieste: [{ azione: 'riesame', pratica: { chat: opened.chat } }],
  });
});

test('every service opens a case for a citizen', async () => {
  const own = { nome: 'Chiara', cognome: 'Moretti', codice_fiscale: 'MRTCHR83B54Z999P', email: 'chiara@esempio.it' };
  const request = async () => ({
    ente: 'borgosereno',
    richiedente: richiedente(own),
    filesAllegati: [await uploaded(taxpayer)],
    privacy: true,
  });
  const documenti = { servizio: 'Rifiuti TARI', documenti: 'RX-7001-01,RX-7001-02' };
  await ask(taxpayer, 'chiediLampade', {
    ...(await request()),
    cimitero: 'c1',
    tipo: 'loculo',
    lampade: 1,
    decorrenza: '2027-01-01',
    defunto: { nome: 'Ugo', cognome: 'Moretti', data_decesso: '2026-10-01' },
    posizione: { campo: 'A' },
    fatturazione: { indirizzo: 'Via Roma 1', cap: '00001', comune: 'Borgosereno', provincia: 'RM' },
  });
  await ask(taxpayer, 'chiediAffissione', {
    ...(await request()),
    categoria: 'culturale',
    titolo: 'Concerto',
    formato: '70x100',
    quantita: 10,
    dal: '2027-01-10',
    al: '2027-01-20',
    urgente: false,
  });
  await ask(taxpayer, 'inviaIstanza', {
    ...(await request()),
    sistema__c: 'Rifiuti TARI',
    oggetto: 'Rimborso',
    testo: 'Ho pagato due volte.',
  });
  await ask(taxpayer, 'chiediRate', {
    ...(await request()),
    ...documenti,
    rate: 4,
    prima_scadenza: dayFromNow(40),
    motivo: 'Spese',
    difficolta: true,
  });
  expect((await send(taxpayer, 'chiediRate', { ...(await request()), ...documenti })).status).toBe(422);
  const again = { ...(await request()), ...documenti, rate: 4, prima_scadenza: dayFromNow(40), motivo: 'Spese' };
  expect((await send(taxpayer, 'chiediRate', { ...again, difficolta: true })).status).toBe(409);
  await ask(taxpayer, 'chiediProroga', {
    ...(await request()),
    ...documenti,
    nuova_scadenza: dayFromNow(120),
    motivo: 'Spese',
  });
  await ask(taxpayer, 'chiediAbbonamento', {
    ...(await request()),
    zona: 'A',
    tipo: 'residente',
    durata: 'annuale',
    dal: '2027-01-01',
    targhe: ['AB123CD'],
  });
  const codici = (await ask(taxpayer, 'listaSegnalazioni')).map(({ codice }) => codice);
  expect(codici).toEqual(['SF300', 'SF210', 'SF200', 'ISTANZA', 'SF120', 'SF500', 'SF510']);
});

test('a declaration of new devices is written, changed and sent once', async () => {
  const { Id } = await ask(guest, 'nuovaDichiarazioneMezzi', { tipo: 'nuovo', ente: 'borgosereno' });
  const write = (fields: Record<string, unknown>) => send(guest, 'scriviDichiarazioneMezzi', { id: Id, ...fields });
  const missing = await write({ invia: true, privacy: true });
  expect(Object.keys(missing.json.errors as object)).toEqual(['mezzi', 'richiedente']);
  const shared = {
    dichiarazione: Id,
    facce: 'Bifacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 100,
    altezza_cm: '50',
  };
  const photo = await uploaded(guest, 'foto_bozzetti');
  const auto = await ask(guest, 'scriviAutomezzo', {
    ...shared,
    Tipologia_impianto_publicitario__c: 'Automezzo',
    targa: 'AB123CD',
    categoria_veicolo: 'altra',
    allegati: [photo],
  });
  const sign = {
    ...shared,
    Tipologia_impianto_publicitario__c: 'Cartello',
    indirizzo: 'Via Roma 1',
    quantita: 1,
    testo: 'Bar',
  };
  const added = await ask(guest, 'scriviMezzoFisso', sign);
  expect(added).toMatchObject({ nuovo: true, altezza_cm: 50 });
  expect(await ask(guest, 'scriviMezzoFisso', { ...sign, id: added.Id, testo: 'Bar Nuovo' })).toMatchObject({
    testo: 'Bar Nuovo',
  });
  expect((await send(representative, 'scriviMezzoFisso', sign)).status).toBe(404);
  await ask(guest, 'togliMezzo', { id: added.Id });
  const twice = await guest.send('DELETE', `/api/v1/mezzi_pubblicitari/correlati/${added.Id}/`);
  expect(twice.status).toBe(404);
  expect(await ask(guest, 'leggiDichiarazioneMezzi', { id: Id })).toMatchObject({
    stato: 'bozza',
    mezzi: [{ Id: auto.Id, allegati: [{ Id: photo.Id }] }],
  });
  await ask(guest, 'scriviDichiarazioneMezzi', { id: Id, richiedente: richiedente({ email: 'bar@esempio.it' }) });
  await guest.confirm('bar@esempio.it');
  const files = [await uploaded(guest, 'documento_identita')];
  const sent = await ask(guest, 'scriviDichiarazioneMezzi', {
    id: Id,
    invia: true,
    privacy: true,
    filesAllegati: files,
  });
  expect(sent).toMatchObject({ stato: 'inviata', protocollo: expect.stringMatching(/^\d{4}\/\d{6}$/) });
  expect((await write({ invia: true, privacy: true })).status).toBe(409);
});

test('devices of a position are changed or end by a declaration of their holder', async () => {
  const [posizione] = await ask(representative, 'listaPosizioni');
  const mezzi = await ask(representative, 'mezziPosizione', { id: posizione?.Id });
  expect(mezzi).toHaveLength(3);
  expect((await send(taxpayer, 'mezziPosizione', { id: posizione?.Id })).status).toBe(404);
  expect((await send(representative, 'nuovaDichiarazioneMezzi', { tipo: 'variazione' })).json.errors).toHaveProperty(
    'posizione',
  );
  const { Id } = await ask(representative, 'nuovaDichiarazioneMezzi', { tipo: 'cessazione', posizione: posizione?.Id });
  const cessation = { dichiarazione: Id, dal: dayFromNow(-3), motivo: 'Rimosso' };
  expect(await ask(representative, 'cessaMezzoFisso', { ...cessation, Id: mezzi[0]?.Id })).toMatchObject({
    azione: 'cessazione',
    mezzo: mezzi[0]?.Id,
    cessazione: { motivo: 'Rimosso' },
  });
  expect((await send(representative, 'cessaMezzoFisso', { ...cessation, Id: mezzi[2]?.Id })).status).toBe(404);
  await ask(representative, 'cessaAutomezzo', { ...cessation, Id: mezzi[2]?.Id });
  expect((await ask(representative, 'listaDichiarazioni'))[0]).toMatchObject({ Id, stato: 'bozza' });
});

test('notices are checked, paid at the provider, and their receipt is a PDF of the back end', async () => {
  const [tari] = server.town.posizioni;
  const numberOf = (place: number) => String(tari?.documenti[place]?.numero_avviso);
  const dominioEC = '80000015554';
  const number = server.town.posizioni[2]?.documenti[0]?.numero_avviso ?? '';
  const { IUV } = await ask(guest, 'controllaAvviso', { numero_avviso: number, dominioEC });
  expect(await ask(guest, 'controllaAvviso', { IUV, dominioEC })).toMatchObject({ importo_cent: 124_000 });
  const refused = async (fields: Record<string, unknown>) => {
    const { status, json } = await send(guest, 'controllaAvviso', { dominioEC, ...fields });
    return [status, json.success, (json.error as { codice: string }).codice];
  };
  expect(await refused({ numero_avviso: number, dominioEC: '80000025553' })).toEqual([
    404,
    false,
    'PAGAMENTO_SCONOSCIUTO',
  ]);
  expect(await refused({ numero_avviso: numberOf(4) })).toEqual([409, false, 'PAGAMENTO_DUPLICATO']);
  expect(await refused({ numero_avviso: numberOf(3) })).toEqual([409, false, 'PAGAMENTO_IN_CORSO']);
  expect(await refused({})).toEqual([422, false, 'HTTP_422']);

  const opened = await ask(guest, 'pagaConPagopa', { IUV, dominioEC, emailDebitore: 'paga@esempio.it' });
  const { riferimento, redirect } = opened;
  expect(await ask(guest, 'esitoPagamento', { riferimento })).toMatchObject({ stato: 'in_verifica' });
  expect((await send(guest, 'ricevutaRedirect', { id: riferimento })).status).toBe(404);
  const returnAddress = `${guest.origin}/servizio/paga-online/pago-pa/esito?r=${riferimento}`;
  const checkout = `${redirect.slice(server.url.length)}?esito=pagato&ritorno=${encodeURIComponent(returnAddress)}`;
  expect((await guest.send('GET', checkout)).headers.get('location')).toBe(returnAddress);
  expect(await ask(guest, 'esitoPagamento', { riferimento })).toMatchObject({
    stato: 'pagato',
    avvisi: [{ pagato: true }],
  });
  const receipt = await send(guest, 'ricevutaRedirect', { id: riferimento });
  expect([receipt.status, receipt.headers.get('location')]).toEqual([
    302,
    `${server.url}/storage/ricevute/${riferimento}.pdf`,
  ]);
  answered.add('ricevutaRedirect');
  const pdf = await guest.get(`/storage/ricevute/${riferimento}.pdf`);
  expect([pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  expect(await refused({ numero_avviso: number })).toEqual([409, false, 'PAGAMENTO_DUPLICATO']);
});

test('somebody pays at the second provider, and without a notice', async () => {
  const notice = server.town.posizioni[0]?.documenti[2]?.numero_avviso ?? '';
  const debt = { IUV: notice.slice(1), dominioEC: '80000015554', emailDebitore: 'paga@esempio.it' };
  const { riferimento } = await ask(guest, 'pagaConMooney', debt);
  expect(await ask(guest, 'esitoPagamento', { riferimento })).toMatchObject({ fornitore: 'mooney' });
  const pagatore = { nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R' };
  const free = {
    ente: 'borgosereno',
    servizio: 'mensa',
    campi: { alunno: 'BNCNNA80A41H501R' },
    pagatore,
    importo_cent: 2500,
    emailDebitore: 'paga@esempio.it',
  };
  const made = await ask(guest, 'pagaSpontaneo', free);
  expect(await ask(guest, 'esitoPagamento', { riferimento: made.riferimento })).toMatchObject({ importo_cent: 2500 });
  const wrong = await send(guest, 'pagaSpontaneo', { ...free, campi: {} });
  expect(Object.keys(wrong.json.errors as object)).toEqual(['campi.alunno']);
});

/**
 * One contract for both ways of answering: by the store, and by a back end that the portal asks. The same calls with the same fields
 * have the same answers, refusals included.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callOperation } from '../src/call.server.ts';
import { type CallContext, ctxOf } from '../src/context.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { encodeCodice } from '../src/features/cases/posizione/codice.ts';
import { readLoginInFront } from '../src/features/people/accesso/login-in-front.server.ts';
import { browserOf } from '../src/gate.server.ts';
import { inLaravelWords } from './doubles/laravel.ts';
import { inOtherWords, otherWords } from './doubles/other-words.ts';
import { startFront } from './front.ts';
import { writeAvviso } from './pagamenti.ts';
import { ANNA, BRUNO_CODICE, LETTERA, writeDocumento, writePosizione } from './posizioni.ts';
import { guestWithLettera, RICHIEDENTE, uploadAllegato } from './richiedente.ts';
import { filledRichiesta, oweDocumenti, type Servizio } from './richieste.ts';
import {
  callerOf,
  codeIn,
  countRows,
  ENTI,
  houseOn,
  MINUTE,
  operatore,
  pdfFile,
  type Rig,
  type RigAnswer,
  segnalazione,
  sendSegnalazione,
} from './rig.ts';

/**
 * A portal that answers in its way.
 * @property rig whose house is asked @property holder whose store holds what is sent
 * @property ownWords its refusals have the portal's words
 */
type Answering = { rig: Rig; holder: Rig; ownWords: boolean; reset(): Promise<void>; close(): Promise<void> };

const byStore = async (): Promise<Answering> => {
  const rig = await houseOn('sqlite');
  return { rig, holder: rig, ownWords: true, reset: rig.reset, close: rig.close };
};
const byLaravel = async (): Promise<Answering> => {
  const front = await startFront({ translation: inLaravelWords });
  return { ...front, holder: front.behind, ownWords: false };
};
const byOtherWords = async (): Promise<Answering> => {
  const front = await startFront({ profile: otherWords, translation: inOtherWords });
  return { ...front, holder: front.behind, ownWords: false };
};

const NUMERO = '301011100007347557';
const NOBODY = 'A'.repeat(24);
const EMAIL = 'anna@esempio.it';
const RATE: Servizio = {
  invia: 'chiediRate',
  codice: 'SF200',
  ownFields: { rate: 6, prima_scadenza: '2026-12-31', motivo: 'Ho perso il lavoro.', difficolta: true },
};
const SENTENCE = /^[A-ZÈ][^<>{}]{3,}$/;

describe.each([
  ['the store', byStore],
  ['a back end in the words of Laravel', byLaravel],
  ['a back end in other words', byOtherWords],
])('answered by %s', (_who, open) => {
  let way: Answering;
  let rig: Rig;
  beforeAll(async () => {
    way = await open();
    rig = way.rig;
    const categorie = [...ENTI.borgo.categorie, 'SF200', 'SF210', 'SF220'];
    await writeEnte(way.holder.house.db, { ...ENTI.borgo, categorie }, 1);
  });
  beforeEach(() => way.reset());
  afterAll(() => way?.close());

  /** A refusal: its words are the portal's own, or another sentence from behind that says no more. */
  function expectRefusal({ status, body }: RigAnswer, code: string, told: { status: number; words?: string }): void {
    expect([status, body.code]).toEqual([told.status, code]);
    expect(body.message).toMatch(SENTENCE);
    if (told.words && way.ownWords) expect(body.message).toBe(told.words);
  }

  test('types of report and enti are lists', async () => {
    const anna = callerOf(rig);
    const types = await anna.call('opzioniSegnalazione');
    expect(types.status).toBe(200);
    expect(types.body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ codice: 'SF510', etichetta: 'Illuminazione e lampade votive' }),
      ]),
    );
    const enti = await anna.call('entiPerCategoria', { category: 'SF510' });
    expect(enti.body.data).toEqual([
      { Id: 'borgo', Nome: 'Comune di Borgo', CodiceFiscale: ENTI.borgo.codice_fiscale },
      { Id: 'valle', Nome: 'Comune di Valle', CodiceFiscale: ENTI.valle.codice_fiscale },
    ]);
    const searched = await anna.call('listaEnti', { q: 'vall' });
    expect(searched.body.data.map(({ Id }: { Id: string }) => Id)).toEqual(['valle']);
    expectRefusal(await anna.call('entiPerCategoria', { category: 'SF999' }), 'invalid', { status: 422 });
  });

  test('a guest is told by 401 that nobody is logged in, and a person by their data who they are', async () => {
    expectRefusal(await callerOf(rig).call('utente'), 'anonymous', {
      status: 401,
      words: 'Per continuare devi accedere.',
    });
    const { status, body } = await callerOf(rig, { user: ANNA }).call('utente');
    expect([status, body.data]).toMatchObject([
      200,
      { Id: ANNA.id, Nome: 'Anna', Cognome: 'Bianchi', CodiceFiscale: ANNA.codice_fiscale, Ruolo: 'cittadino' },
    ]);
  });

  test('a page sees the same as a script', async () => {
    const pageOf = async (user = ANNA): Promise<CallContext> => {
      const { visitor } = callerOf(rig);
      const cookie = `prova-utente=${Buffer.from(JSON.stringify(user)).toString('base64url')}`;
      const browser = browserOf(rig.house, new Request('http://x.example', { headers: { cookie } }));
      const ctx = ctxOf(rig.house, { visitor, browser, login: browser ? null : { user, session: null } });
      return browser ? { ...ctx, user: await readLoginInFront(ctx) } : ctx;
    };
    await writePosizione(way.holder, {}, [ANNA.codice_fiscale]);
    const page = await pageOf();
    expect(page.user).toMatchObject({ id: ANNA.id, ruolo: 'cittadino', codice_fiscale: ANNA.codice_fiscale });
    expect(await callOperation('utente', {}, page)).toMatchObject({ Id: ANNA.id });
    expect(await callOperation('listaPosizioni', {}, page)).toMatchObject([{ codice_utente: LETTERA.codice_utente }]);
    await expect(callOperation('listaPosizioni', {}, await pageOf(operatore('borgo')))).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    });
    // The token is fetched by the portal itself.
    expect(await callOperation('codiceEmail', { email: EMAIL }, page)).toBe('Codice inviato');
    expect(way.holder.mails).toHaveLength(1);
  });

  test('a code is sent, refused when wrong, taken when right, and not sent again at once', async () => {
    const anna = callerOf(rig);
    const sent = await anna.call('codiceEmail', { email: EMAIL });
    expect([sent.status, sent.body.data]).toEqual([201, 'Codice inviato']);
    const right = codeIn(way.holder.mails.at(-1));
    const wrong = await anna.call('codiceEmail', { email: EMAIL, otp: right === '111111' ? '222222' : '111111' });
    expectRefusal(wrong, 'invalid', { status: 422 });
    expect(wrong.body.errors).toEqual({
      otp: ['Il codice non è valido o è scaduto. Controllalo, oppure chiedine un altro.'],
    });
    const again = await anna.call('codiceEmail', { email: EMAIL });
    expectRefusal(again, 'too_many', { status: 429, words: 'Hai fatto troppi tentativi. Riprova tra un minuto.' });
    expect(again.body.message).toContain('Riprova tra');
    expect(again.headers.get('retry-after')).toBe('60');
    const taken = await anna.call('codiceEmail', { email: EMAIL, otp: right });
    expect([taken.status, taken.body.data]).toEqual([200, 'Codice valido']);
    const form = await anna.call('codiceEmail', { email: 'anna', otp: '12' });
    expectRefusal(form, 'invalid', { status: 422, words: 'Alcuni dati non sono corretti.' });
    expect(form.body.errors).toEqual({
      email: [expect.stringMatching(SENTENCE)],
      otp: [expect.stringMatching(SENTENCE)],
    });
  });

  test('a code whose mail does not leave is told with the time to wait, and is no error of ours', async () => {
    way.holder.mail.broken = true;
    const refused = await callerOf(rig).call('codiceEmail', { email: EMAIL });
    expectRefusal(refused, 'unavailable', { status: 503, words: 'Failed to send OTP' });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(rig.reports).toEqual([]);
  });

  test('a report with a file, sent twice with one key, is one case; with another body the key is refused', async () => {
    const anna = callerOf(rig);
    await anna.confirm(EMAIL);
    const file = await anna.call('caricaFile', { file: pdfFile('lampione.pdf'), note: 'Il palo' });
    expect([file.status, file.body.data]).toMatchObject([
      201,
      { nome: 'lampione.pdf', tipo: 'pdf', nota: 'Il palo', miniatura: false },
    ]);
    const fields = segnalazione({ filesAllegati: [{ Id: file.body.data.Id }] });
    const key = 'chiave-di-prova-1';
    const [first, second] = [
      await anna.call('inviaSegnalazione', fields, { key }),
      await anna.call('inviaSegnalazione', fields, { key }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data).toMatchObject({ stato: 'inviata', protocollo: expect.stringMatching(/\d/) });
    expect(second.body).toEqual(first.body);
    expect(await countRows(way.holder, 'pratiche')).toBe(1);
    const other = await anna.call('inviaSegnalazione', { ...fields, oggetto: 'Buca' }, { key });
    expect(other.status).toBe(422);
    const words = 'La chiave di invio non è valida. Ricarica la pagina.';
    for (const wrong of ['corta', 'x\r\nhost: y', '€'.repeat(8)]) {
      const refused = await anna.call('inviaSegnalazione', { ...fields, _chiave: wrong });
      expect([refused.status, refused.body.message]).toEqual([422, words]);
    }
    expect(await countRows(way.holder, 'pratiche')).toBe(1);
  });

  test('a report with wrong fields is refused beside them', async () => {
    const { status, body } = await callerOf(rig).call(
      'inviaSegnalazione',
      segnalazione({ oggetto: '', privacy: false }),
    );
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid', ['oggetto', 'privacy']]);
    const unconfirmed = await callerOf(rig).call('inviaSegnalazione', segnalazione());
    expect([unconfirmed.status, Object.keys(unconfirmed.body.errors ?? {})]).toEqual([422, ['otp']]);
  });

  test('a case is read with its version, which is asked for again; a message is written to it', async () => {
    const anna = callerOf(rig);
    const { id, protocollo } = await sendSegnalazione(anna);
    const read = await anna.call('dettaglioPratica', { id, email: EMAIL });
    expect([read.status, read.body.data]).toMatchObject([
      200,
      {
        id,
        protocollo,
        oggetto: 'Lampione spento',
        stato: 'inviata',
        vista: 'cittadino',
        inviata_il: expect.any(String),
      },
    ]);
    const etag = read.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const unchanged = await anna.call('dettaglioPratica', { id, email: EMAIL }, { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('etag'), unchanged.bytes.length]).toEqual([304, etag, 0]);

    const written = await anna.call('commenta', { id, email: EMAIL, testo: 'È spento anche il vicino.' });
    expect([written.status, written.body.data]).toMatchObject([
      201,
      { da: 'cittadino', tipo: 'messaggio', testo: 'È spento anche il vicino.', allegati: [] },
    ]);
    const changed = await anna.call('dettaglioPratica', { id, email: EMAIL }, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.body.data.eventi.at(-1)).toMatchObject({ testo: 'È spento anche il vicino.' });

    const stranger = await callerOf(rig).call('dettaglioPratica', { id, email: 'bruno@esempio.it' });
    expectRefusal(stranger, 'not_found', { status: 404 });
    const empty = await anna.call('commenta', { id, email: EMAIL, testo: ' ' });
    expect([empty.status, empty.body.code]).toEqual([422, 'invalid']);
  });

  test('a citizen adds a position, not with a wrong code and not twice, reads its documents, and removes it', async () => {
    const posizione = await writePosizione(way.holder);
    await writeDocumento(way.holder, posizione, { numero: 'D-1', importo_cent: 1234_56, scadenza: '2026-12-31' });
    const anna = callerOf(rig, { user: ANNA });
    const wrong = await anna.call('nuovaPosizione', { ...LETTERA, codice_controllo: 'NIENTE' });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid']);
    const empty = await anna.call('nuovaPosizione', { ...LETTERA, codice_controllo: '' });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['codice_controllo']]);

    const added = await anna.call('nuovaPosizione', { codice_utente: ' ab12 -34', codice_controllo: 'k7m 9p2' });
    const inList = {
      Id: posizione.id,
      codice_utente: 'AB12-34',
      ente: 'borgo',
      sistema: 'TARMB',
      da_pagare_cent: 1234_56,
    };
    expect([added.status, added.body.data]).toMatchObject([201, inList]);
    expectRefusal(await anna.call('nuovaPosizione', LETTERA), 'conflict', { status: 409 });
    expect((await anna.call('listaPosizioni')).body.data).toEqual([added.body.data]);
    expect((await callerOf(rig, { user: BRUNO_CODICE }).call('listaPosizioni')).body.data).toEqual([]);

    const address = { id: posizione.id, codice: encodeCodice(LETTERA.codice_utente) };
    const papers = await anna.call('documentiPosizione', address);
    expect(papers.body.data).toMatchObject([
      { numero: 'D-1', importo_cent: 1234_56, scadenza: '2026-12-31', data: '2026-10-01', stato: 'da_pagare' },
    ]);
    expectRefusal(await callerOf(rig, { user: BRUNO_CODICE }).call('documentiPosizione', address), 'not_found', {
      status: 404,
    });
    const removed = await anna.call('togliPosizione', { id: posizione.id });
    expect([removed.status, removed.bytes.length]).toEqual([204, 0]);
    expect((await anna.call('listaPosizioni')).body.data).toEqual([]);
    expectRefusal(await callerOf(rig).call('listaPosizioni'), 'anonymous', { status: 401 });
    expectRefusal(await callerOf(rig, { user: operatore('borgo') }).call('listaPosizioni'), 'forbidden', {
      status: 403,
    });
  });

  test('an upload that is too large or of another type is refused in words', async () => {
    const anna = callerOf(rig);
    const large = await anna.call('caricaFile', {
      file: new File(['%PDF-1.7', 'x'.repeat(10.2 * 1024 ** 2)], 'a.pdf'),
    });
    expectRefusal(large, 'too_large', { status: 413 });
    expect(large.body.message).toContain('10 MB');
    const text = await anna.ask('POST', '/api/v1/generic/documento/upload', {
      raw: 'ciao',
      headers: { 'content-type': 'text/plain' },
    });
    expectRefusal(text, 'wrong_type', { status: 415 });
    const program = await anna.call('caricaFile', { file: new File(['MZ\0\0'], 'gioco.exe') });
    expectRefusal(program, 'wrong_type', { status: 415 });
    expect(Object.keys(program.body.errors)).toEqual(['file']);
    expect(await countRows(way.holder, 'allegati')).toBe(0);
  });

  test('a request about documents is sent by who has the codes; wrong fields are refused beside them', async () => {
    await oweDocumenti(way.holder);
    const guest = await guestWithLettera(rig);
    await guest.confirm(RICHIEDENTE.email);
    const filled = await filledRichiesta(guest, RATE);
    const { servizio, documenti } = filled;
    const plan = await guest.call('simulaRate', { servizio, documenti, rate: 6, prima_scadenza: '2026-12-31' });
    expect([plan.status, plan.body.data?.length]).toEqual([200, 6]);
    expect(plan.body.data[0]).toMatchObject({ n: 1, scadenza: '2026-12-31' });
    const wrong = await guest.call('chiediRate', {
      ...filled,
      prima_scadenza: '2020-01-01',
      richiedente: { ...RICHIEDENTE, email: 'anna' },
    });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid']);
    expect(Object.keys(wrong.body.errors)).toContain('richiedente.email');
    const early = await guest.call('chiediRate', { ...filled, prima_scadenza: '2026-11-25' });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['prima_scadenza']]);
    expect(early.body.errors.prima_scadenza[0]).toContain('La prima rata può scadere dal 30 dicembre 2026');

    const sent = await guest.call('chiediRate', filled);
    expect([sent.status, sent.body.data]).toMatchObject([201, { stato: 'inviata' }]);
    expect(await countRows(way.holder, 'richieste_documenti')).toBe(2);
    expect([await uploadAllegato(guest)]).toEqual([{ Id: expect.any(String) }]);
  });

  test('a notice is found with its amount and day, and one that nobody knows is refused with its reason', async () => {
    await writeAvviso(way.holder, { numero_avviso: NUMERO, iuv: NUMERO.slice(1), importo_cent: 1050_05 });
    const check = { numero_avviso: NUMERO, dominioEC: ENTI.borgo.codice_fiscale };
    const found = await callerOf(rig).call('controllaAvviso', check);
    expect([found.status, found.body.success, found.body.data]).toMatchObject([
      200,
      true,
      { causale: 'Mensa scolastica', importo_cent: 1050_05, scadenza: '2026-11-30', stato: 'da_pagare' },
    ]);
    const unknown = await callerOf(rig).call('controllaAvviso', {
      ...check,
      numero_avviso: NUMERO.replace(/57$/, '58'),
    });
    expectRefusal(unknown, 'not_found', { status: 404 });
    expect(unknown.body.success).toBe(false);
    expect(unknown.body.error).toMatchObject({ status: 404, codice: unknown.body.reason ?? 'NOT_FOUND' });
    const wrong = await callerOf(rig).call('controllaAvviso', { ...check, numero_avviso: '12' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['numero_avviso']]);
    const enti = await callerOf(rig).call('entiPagamento', { elenco: 'PPA' });
    expect([enti.status, enti.body.success, enti.body.data]).toEqual([200, true, []]);
  });

  test('nothing of all this is an error of ours', async () => {
    await callerOf(rig).call('utente');
    await callerOf(rig).call('dettaglioPratica', { id: NOBODY, email: EMAIL });
    await callerOf(rig).call('codiceEmail', { email: 'x' });
    rig.clock.pass(MINUTE);
    expect(rig.reports).toEqual([]);
  });
});

/** Values as the contract has them. */
const CONTRACT = {
  codice_utente: 'AB12-34',
  scadenza: '2026-12-31',
  importo_cent: 1234567_89,
  email: EMAIL,
  filesAllegati: [{ Id: NOBODY }],
};

test('the profile of the tests has no memory: the same fields are said the same every time, and read back', () => {
  const { to, from, field } = otherWords.every ?? {};
  const said = to?.(CONTRACT);
  expect(said).toEqual({
    userCode: 'AB12-34',
    dueDate: '31/12/2026',
    amount: '1.234.567,89 €',
    mail: EMAIL,
    attachments: [{ identifier: NOBODY }],
  });
  expect(to?.(CONTRACT)).toEqual(said);
  expect(from?.({ ok: true, payload: said })).toEqual(CONTRACT);
  expect(field?.('applicant.mail')).toBe('richiedente.email');
});

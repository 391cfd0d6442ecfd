import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { ONE_POINT_PNG, pdfText } from '../../../../tests/files.ts';
import {
  ANNA,
  BRUNO_CODICE,
  LETTERA,
  writeActOf,
  writeDocumento,
  writePosizione,
} from '../../../../tests/posizioni.ts';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { callerOf, countRows, DAY, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import type { PortalHouse } from '../../../context.ts';
import { applyRetention } from '../../../upkeep/retention.server.ts';
import { receiveFile } from './receive.server.ts';

const SISTEMA = 'Rifiuti TARI';
const pdf = (text = '', name = 'atto.pdf') => new File([pdfText(text)], name);
const rowOf = (numero: string, over: object = {}) => ({
  codice_utente: LETTERA.codice_utente,
  sistema: SISTEMA,
  numero,
  tipo: 'TARI 2026',
  data: '2026-11-20',
  importo_cent: 100,
  stato: 'da_pagare',
  ...over,
});
const hold = (rig: Rig) => writePosizione(rig, { sistema: SISTEMA }, [ANNA.codice_fiscale]);
const ownPdf = async (rig: Rig, numero: string) =>
  (await callerOf(rig, { user: ANNA }).call('mieiDocumenti')).body.data.find(
    (d: { numero: string }) => d.numero === numero,
  )?.pdf;
const textAt = async (rig: Rig, path: string) =>
  (await callerOf(rig, { user: ANNA }).ask('GET', path)).bytes.toString();

/** What the folder of the night brings. @param files beside the data file, by name */
const bring = (rig: Rig, data: object, files: Record<string, string> = {}, over: Partial<PortalHouse> = {}) =>
  receiveFile(
    { ...rig.house, ...over },
    {
      ente: 'borgo',
      name: 'notte.json',
      bytes: Buffer.from(JSON.stringify(data)),
      via: 'cartella',
      chi: '',
      readAct: async (name) => (name in files ? Buffer.from(files[name] ?? '') : undefined),
    },
    { isDry: false, confirmed: true },
  );

onOneInTurn('acts of documents', (rig) => {
  test('are brought by a call, opened by the citizen who has the position, and replaced by the next one', async () => {
    const documento = await writeDocumento(rig, await hold(rig), { numero: 'D-1' });
    const bearer = await makeProgramma(rig.house, { permessi: 'posizioni:scrivi', nome: 'Gestionale' });
    const program = callerOf(rig, { bearer });
    const key = { ente: 'borgo', sistema: SISTEMA, numero: 'D-1' };
    const first = await program.call('caricaAtto', { ...key, file: pdf('primo') });
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        documento: documento.id,
        nome: 'atto.pdf',
        dimensione: pdfText('primo').length,
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ]);
    const path = `/api/v1/portale/documenti/${documento.id}/atto`;
    const anna = callerOf(rig, { user: ANNA });
    const [listed] = (await anna.call('mieiDocumenti')).body.data;
    expect([listed.pdf, listed.pdf_dimensione]).toEqual([path, pdfText('primo').length]);
    const opened = await anna.ask('GET', path);
    expect([opened.status, opened.headers.get('content-type'), opened.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('atto.pdf'),
    ]);
    expect(opened.bytes.toString()).toBe(pdfText('primo'));

    await program.call('caricaAtto', { ...key, file: pdf('primo', 'altro nome.pdf') });
    expect(await textAt(rig, path)).toBe(pdfText('primo'));
    await program.call('caricaAtto', { ...key, file: pdf('secondo') });
    expect([await textAt(rig, path), await countRows(rig, 'allegati')]).toEqual([pdfText('secondo'), 1]);
    const exported = await anna.ask('GET', '/api/v1/portale/dati');
    expect(exported.bytes.toString()).toContain(`"indirizzo": "${path}"`);
  });

  test('are nobody else’s: of another citizen, of one whose link has ended or who removed it, of a closed position or document', async () => {
    const posizione = await hold(rig);
    const documento = await writeDocumento(rig, posizione);
    await writeActOf(rig, documento);
    const path = `/api/v1/portale/documenti/${documento.id}/atto`;
    const statusOf = async (user: typeof ANNA) => (await callerOf(rig, { user }).ask('GET', path)).status;
    expect([await statusOf(ANNA), await statusOf(BRUNO_CODICE)]).toEqual([200, 404]);
    expect((await callerOf(rig, {}).ask('GET', path)).status).toBe(401);
    const { db } = rig.house;
    for (const [table, column, value] of [
      ['rappresentanze', 'fine', '2026-11-20'],
      ['rappresentanze', 'tolta', 1],
      ['posizioni', 'chiusa', 1],
      ['documenti', 'chiuso', 1],
    ] as const) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(db);
      expect(await statusOf(ANNA)).toBe(404);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null`.execute(db);
    }
    expect(await statusOf(ANNA)).toBe(200);
    // Nor does the general download of files give it.
    const { id } = await db.selectFrom('allegati').select('id').executeTakeFirstOrThrow();
    expect((await callerOf(rig, { user: ANNA }).ask('GET', `/api/v1/portale/allegati/${id}`)).status).toBe(404);
  });

  test.each([
    ['no PDF', new File(['ciao'], 'atto.pdf'), 415],
    ['a picture', new File([new Uint8Array(ONE_POINT_PNG)], 'atto.pdf'), 415],
    [
      'a PDF with commands',
      new File([pdfText('3 0 obj<</S/JavaScript/JS(app.alert\\(1\\))>>endobj')], 'atto.pdf'),
      422,
    ],
    ['an empty file', new File([], 'atto.pdf'), 422],
  ])('are inspected as uploads are: %s is refused', async (_what, file, status) => {
    const documento = await writeDocumento(rig, await hold(rig));
    const { call } = await loginAdministrator(rig);
    const sent = await call('caricaAtto', { sistema: SISTEMA, numero: documento.numero, file });
    expect([sent.status, sent.body.errors.file]).toEqual([status, [expect.any(String)]]);
    expect(await countRows(rig, 'allegati')).toBe(0);
  });

  test('belong to a document that is there', async () => {
    const { numero } = await writeDocumento(rig, await hold(rig), { chiuso: 1 });
    const { call } = await loginAdministrator(rig);
    const key = { sistema: SISTEMA, file: pdf() };
    expect((await call('caricaAtto', { ...key, numero })).status).toBe(404);
    expect((await call('caricaAtto', { ...key, numero: 'MAI' })).status).toBe(404);
  });

  test('come beside the file of the night, whose rows name them, and stay when a later file names them without bringing them', async () => {
    await hold(rig);
    const sent = await bring(
      rig,
      {
        documenti: [
          rowOf('D-1', { pdf: 'uno.pdf' }),
          rowOf('D-2', { pdf: 'manca.pdf' }),
          rowOf('D-3', { pdf: 'falso.pdf' }),
          rowOf('D-4'),
        ],
      },
      { 'uno.pdf': pdfText('uno'), 'falso.pdf': 'ciao' },
    );
    expect(sent).toMatchObject({
      esito: 'con_rifiuti',
      sezioni: [{ nome: 'documenti', nuovi: 4, rifiutati: 0 }],
      faults: [
        { campo: 'documenti[1].pdf', testo: expect.stringMatching(/non è accanto/) },
        { campo: 'documenti[2].pdf', testo: expect.stringMatching(/^falso\.pdf: /) },
      ],
    });
    expect(await textAt(rig, await ownPdf(rig, 'D-1'))).toBe(pdfText('uno'));
    expect([await ownPdf(rig, 'D-2'), await ownPdf(rig, 'D-4')]).toEqual([null, null]);

    const again = await bring(rig, {
      sostituisci: [{ sistema: SISTEMA }],
      documenti: [rowOf('D-1', { pdf: 'uno.pdf' }), rowOf('D-4')],
    });
    expect(again).toMatchObject({ esito: 'fatta', sostituiti: [{ sezione: 'documenti', chiusi: 2 }] });
    const changed = await bring(rig, { documenti: [rowOf('D-1', { pdf: 'due.pdf' })] }, { 'due.pdf': pdfText('due') });
    expect(changed.esito).toBe('fatta');
    expect(await textAt(rig, await ownPdf(rig, 'D-1'))).toBe(pdfText('due'));
  });

  test('break an import off that finds the scanner away: it says so, and the same file brings the rest', async () => {
    await hold(rig);
    const data = { documenti: [rowOf('D-1', { pdf: 'uno.pdf' })] };
    const files = { 'uno.pdf': pdfText('uno') };
    const away = bring(rig, data, files, { scan: () => Promise.reject(new Error('away')) });
    await expect(away).rejects.toMatchObject({ code: 'unavailable' });
    const row = () => rig.house.db.selectFrom('importazioni').select('esito').orderBy('esito').execute();
    expect([await row(), await countRows(rig, 'documenti')]).toEqual([[{ esito: 'interrotta' }], 1]);
    expect((await bring(rig, data, files)).esito).toBe('fatta');
    expect(await textAt(rig, await ownPdf(rig, 'D-1'))).toBe(pdfText('uno'));
  });

  test('are told to come by their own call where only the data can', async () => {
    await hold(rig);
    const { call } = await loginAdministrator(rig);
    const file = new File(
      [JSON.stringify({ documenti: [rowOf('D-1', { pdf: 'uno.pdf' }), rowOf('D-2', { pdf: '../uno.pdf' })] })],
      'tari.json',
    );
    const sent = await call('importaPosizioni', { file });
    expect(sent.body.data).toMatchObject({
      sezioni: [{ nome: 'documenti', nuovi: 1, rifiutati: 1 }],
      righe: [{ testo: expect.stringMatching(/non ha cartelle/) }, { testo: expect.stringMatching(/caricaAtto/) }],
    });
  });

  test('of a document that was closed are deleted a week later, and come back with it before', async () => {
    await hold(rig);
    await bring(rig, { documenti: [rowOf('D-1', { pdf: 'uno.pdf' })] }, { 'uno.pdf': pdfText('uno') });
    const path = await ownPdf(rig, 'D-1');
    await bring(rig, { cessazioni: [{ sistema: SISTEMA, numero: 'D-1' }] });
    expect(await ownPdf(rig, 'D-1')).toBeUndefined();
    await bring(rig, { documenti: [rowOf('D-1')] });
    expect(await textAt(rig, path)).toBe(pdfText('uno'));
    await bring(rig, { cessazioni: [{ sistema: SISTEMA, numero: 'D-1' }] });
    expect(await countRows(rig, 'allegati_pezzi')).toBe(1);
    rig.clock.pass(8 * DAY);
    await applyRetention(rig.house);
    expect([await countRows(rig, 'allegati'), await countRows(rig, 'allegati_pezzi')]).toEqual([0, 0]);
  });
});

import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { ANNA } from '../../../../tests/posizioni.ts';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { callerOf, countRows, onOneInTurn, operatore, type Rig } from '../../../../tests/rig.ts';
import { styledCell, type TestCell, type TestSheet, workbook } from '../../../../tests/workbook.ts';

const SISTEMA = 'Rifiuti TARI';
const posizione = (n: number, over: object = {}) => ({
  codice_utente: `TR-${n}`,
  codice_controllo: 'SEGRETO12',
  sistema: SISTEMA,
  intestatario: 'Anna Bianchi',
  ...over,
});
const link = (n: number) => ({
  codice_utente: `TR-${n}`,
  codice_fiscale: ANNA.codice_fiscale,
  ruolo: 'persona_fisica',
});
const fileOf = (content: object | string, name = 'tari.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content, null, 1)], name);
const REPLACES = { sostituisci: [{ sistema: SISTEMA }] };
const upTo = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at + 1));
const codici = async ({ house }: Rig) =>
  (await house.db.selectFrom('posizioni').select('codice_utente').where('chiusa', 'is', null).execute()).map(
    ({ codice_utente }) => codice_utente,
  );

onOneInTurn('files of the ente’s systems', (rig) => {
  test('bring in what an administrator sends, whose rows need not name the ente, and the list says what became of them', async () => {
    const { call } = await loginAdministrator(rig);
    const sent = await call('importaPosizioni', {
      file: fileOf({ posizioni: [posizione(1), posizione(2)], rappresentanze: [link(1)] }),
    });
    expect([sent.status, sent.body.data]).toMatchObject([
      200,
      {
        esito: 'fatta',
        via: 'pagina',
        errori: 0,
        righe: [],
        rifiuti: false,
        sezioni: [
          { nome: 'posizioni', nuovi: 2, aggiornati: 0, invariati: 0, rifiutati: 0, conflitti: 0 },
          { nome: 'rappresentanze', nuovi: 1 },
        ],
      },
    ]);
    const { importazioni } = (await call('importazioniEnte')).body.data;
    const { righe: _, ...listed } = sent.body.data;
    expect(importazioni).toEqual([listed]);
    expect((await callerOf(rig, { user: ANNA }).call('listaPosizioni')).body.data).toHaveLength(1);
    expect(await rig.dump()).not.toContain('SEGRETO12');
  });

  test('refuse rows of another ente and what no such file may have, and give them back in their own columns without the codes', async () => {
    const { call, caller } = await loginAdministrator(rig);
    const sent = await call('importaPosizioni', {
      file: fileOf({
        enti: [{ id: 'borgo' }],
        posizioni: [posizione(1), posizione(2, { ente: 'valle' }), posizione(3, { intestatario: '', sistema: '=IMU' })],
      }),
    });
    expect(sent.body.data).toMatchObject({
      esito: 'con_rifiuti',
      errori: 4,
      rifiuti: true,
      sezioni: [{ nome: 'posizioni', nuovi: 1, rifiutati: 2 }],
    });
    expect(sent.body.data.righe.map(({ campo }: { campo: string }) => campo)).toEqual([
      'enti',
      'posizioni[1].ente',
      'posizioni[2].sistema',
      'posizioni[2].intestatario',
    ]);
    expect(await codici(rig)).toEqual(['TR-1']);
    const path = `/api/v1/portale/operatore/importazioni/${sent.body.data.id}/rifiuti?ente=borgo`;
    const sheet = await caller.ask('GET', path);
    const text = sheet.bytes.toString();
    expect([sheet.status, sheet.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('tari-rifiuti.csv'),
    ]);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFriga;sezione;motivo;codice_utente;codice_controllo;sistema;intestatario;ente');
    expect([rows.length, rows[1]]).toEqual([
      3,
      expect.stringMatching(/^\d+;posizioni;.*altro ente.*;TR-2;;Rifiuti TARI;/),
    ]);
    expect(rows[2]).toMatch(/Scrivi l’intestatario.*;TR-3;;"'=IMU";;$/);
    expect(text).not.toContain('SEGRETO12');
    const other = callerOf(rig, { user: { ...operatore('valle'), amministra: ['valle'] } });
    expect((await other.ask('GET', path.replace('borgo', 'valle'))).status).toBe(404);
    expect((await other.ask('GET', path)).status).toBe(404);
  });

  test('replace a system up to the brake, beyond it when that is confirmed, and tell on a trial what they would do', async () => {
    const { call } = await loginAdministrator(rig);
    await call('importaPosizioni', { file: fileOf({ posizioni: upTo(20, posizione) }) });
    const file = () => fileOf({ ...REPLACES, posizioni: upTo(10, posizione) });

    const tried = await call('importaPosizioni', { file: file(), prova: 'on' });
    expect(tried.body.data).toMatchObject({
      esito: 'prova',
      sostituiti: [{ sistema: SISTEMA, sezione: 'posizioni', aperti: 20, chiusi: 10 }],
    });
    const braked = await call('importaPosizioni', { file: file() });
    expect([braked.status, braked.body.errors.conferma]).toEqual([
      409,
      [expect.stringMatching(/^Il file chiuderebbe 10 su 20 delle posizioni/)],
    ]);
    expect(await codici(rig)).toHaveLength(20);
    const emptied = await call('importaPosizioni', { file: fileOf({ ...REPLACES, posizioni: [] }) });
    expect(emptied.status).toBe(409);
    expect((await call('importaPosizioni', { file: file(), conferma: 'on' })).status).toBe(200);
    expect(await codici(rig)).toHaveLength(10);
    const { importazioni } = (await call('importazioniEnte')).body.data;
    expect(importazioni.map(({ esito }: { esito: string }) => esito).sort()).toEqual([
      'fatta',
      'fatta',
      'prova',
      'rifiutata',
      'rifiutata',
    ]);
  });

  test.each([
    ['a broken sheet of Excel', 'PK\u0003\u0004…', /Excel.*salvalo di nuovo/],
    ['a PDF', '%PDF-1.7', /PDF.*salvalo come CSV/],
    ['a table with a quote that does not end', 'codice;nome\n1;"Anna', /riga 2: .*virgolette/i],
    ['a table without rows', 'codice;nome\n', /manca ogni riga/],
    ['a broken file', '{"posizioni":[{]}', /riga 1, colonna/],
    ['a file without sections', '{"altro":1}', /nessuna sezione/],
    ['an empty file', '', /riga 1, colonna 1/],
    [
      'a replacement of another ente',
      '{"posizioni":[],"sostituisci":[{"ente":"valle","sistema":"PAR"}]}',
      /sostituisci/,
    ],
  ])('refuse %s in words that say what to do, and change nothing', async (_what, content, words) => {
    const { call } = await loginAdministrator(rig);
    const { status, body } = await call('importaPosizioni', { file: fileOf(content, 'dati.json') });
    expect([status, body.errors.file]).toEqual([422, [expect.stringMatching(words)]]);
    expect(await countRows(rig, 'posizioni')).toBe(0);
    const [listed] = (await call('importazioniEnte')).body.data.importazioni;
    expect(listed).toMatchObject({ esito: 'rifiutata', messaggio: expect.stringMatching(words) });
  });

  const TARI_HEAD = 'Utente;PIN;Nominativo;CF;N. doc;Tipo;Data;Importo;Stato';
  const TARI = {
    nome: 'TARI',
    intestazioni: TARI_HEAD.split(';'),
    campi: [
      ...(
        [
          'codice_utente',
          'codice_controllo',
          'intestatario',
          'codice_fiscale',
          'numero',
          'tipo',
          'data',
          'importo',
          'stato',
        ] as const
      ).map((campo, colonna) => ({ campo, colonna })),
      { campo: 'sistema', fisso: SISTEMA },
      { campo: 'ruolo', fisso: 'persona_fisica' },
    ],
  };
  const tariRow = (n: number) =>
    `TR-${n};SEGRETO12;Anna Bianchi;${ANNA.codice_fiscale};D-${n};TARI 2026;20/11/2026;"1.234,56 €";da pagare`;
  const tariFile = (rows: string[]) => fileOf([TARI_HEAD, ...rows].join('\r\n'), 'tari.csv');

  test('may be tables: the columns are explained once, and known again in each later file, by whichever door', async () => {
    const { call } = await loginAdministrator(rig);
    const unknown = await call('importaPosizioni', { file: tariFile([tariRow(1)]) });
    expect([unknown.status, unknown.body.errors.colonne]).toEqual([422, [expect.stringMatching(/non conosce ancora/)]]);
    const half = await call('salvaTracciato', { ...TARI, campi: TARI.campi.slice(0, 5) });
    expect([half.status, Object.keys(half.body.errors)]).toEqual([
      422,
      ['sistema', 'ruolo', 'tipo', 'data', 'importo', 'stato'],
    ]);
    expect((await call('salvaTracciato', TARI)).status).toBe(200);
    expect((await call('tracciatiEnte')).body.data.tracciati).toEqual([{ ...TARI, completo: false }]);

    const bearer = await makeProgramma(rig.house, { permessi: 'posizioni:scrivi', nome: 'Gestionale TARI' });
    const file = tariFile([tariRow(1), tariRow(2), tariRow(2).replace('D-2', 'D-3')]);
    const sent = await callerOf(rig, { bearer }).call('importaPosizioni', { ente: 'borgo', file });
    expect(sent.body.data).toMatchObject({
      esito: 'fatta',
      errori: 0,
      sezioni: [
        { nome: 'posizioni', nuovi: 2 },
        { nome: 'rappresentanze', nuovi: 2 },
        { nome: 'documenti', nuovi: 3 },
      ],
    });
    const documenti = await rig.house.db.selectFrom('documenti').select(['numero', 'data', 'importo_cent']).execute();
    expect(documenti.map((one) => ({ ...one, importo_cent: Number(one.importo_cent) }))).toContainEqual({
      numero: 'D-3',
      data: '2026-11-20',
      importo_cent: 123_456,
    });
    expect(await rig.dump()).not.toContain('SEGRETO12');

    await call('togliTracciato', { intestazioni: TARI.intestazioni });
    expect((await call('importaPosizioni', { file: tariFile([tariRow(1)]) })).status).toBe(422);
  });

  const sheetRow = (n: number): TestCell[] => [
    `TR-${n}`,
    'SEGRETO12',
    'Anna Bianchi',
    ANNA.codice_fiscale,
    `D-${n}`,
    'TARI 2026',
    styledCell(46_346, 1),
    1234.56,
    'da pagare',
  ];
  const tariWorkbook = (rows: TestCell[][], more: Partial<TestSheet> = {}) =>
    new File(
      [
        new Uint8Array(
          workbook({
            sheets: [
              { name: 'TARI', rows: [TARI_HEAD.split(';'), ...rows], ...more },
              { name: 'Appunti', rows: [['da chiamare']] },
            ],
            styles: ['dd/mm/yyyy'],
          }),
        ),
      ],
      'tari.xlsx',
    );

  test('may be sheets of Excel with the same columns, whose remarks are told and whose refused rows come back as CSV', async () => {
    const { call, caller } = await loginAdministrator(rig);
    await call('salvaTracciato', TARI);
    const lost: TestCell[] = sheetRow(2).with(4, { xml: '<c r="REF"><v>3.0101110000734797E+17</v></c>' });
    const bare: TestCell[] = sheetRow(3).with(4, 417);
    const sent = await call('importaPosizioni', { file: tariWorkbook([sheetRow(1), lost, bare]) });
    expect([sent.status, sent.body.data]).toMatchObject([
      200,
      {
        esito: 'con_rifiuti',
        nome: 'tari.xlsx',
        messaggio: expect.stringMatching(/foglio «TARI»; hanno dati anche «Appunti».*«N\. doc».*zeri/),
        righe: [{ riga: 3, campo: 'N. doc', testo: expect.stringMatching(/15 cifre/) }],
        sezioni: [{ nuovi: 3 }, { nuovi: 3 }, { nome: 'documenti', nuovi: 2, rifiutati: 1 }],
      },
    ]);
    const documenti = await rig.house.db
      .selectFrom('documenti')
      .select(['numero', 'data', 'importo_cent'])
      .orderBy('numero')
      .execute();
    expect(documenti.map((one) => ({ ...one, importo_cent: Number(one.importo_cent) }))).toEqual([
      { numero: '417', data: '2026-11-20', importo_cent: 123_456 },
      { numero: 'D-1', data: '2026-11-20', importo_cent: 123_456 },
    ]);
    const path = `/api/v1/portale/operatore/importazioni/${sent.body.data.id}/rifiuti?ente=borgo`;
    const [head, row] = (await caller.ask('GET', path)).bytes.toString().split('\r\n');
    expect(head).toBe(`\uFEFFriga;motivo;${TARI_HEAD}`);
    expect(row).toMatch(/^3;N\. doc: .*;TR-2;;Anna Bianchi;.*;TARI 2026;2026-11-20;"?1234,56"?;da pagare$/);

    const noted = await call('importaPosizioni', { file: tariWorkbook([sheetRow(1)]), foglio: 'Appunti' });
    expect([noted.status, noted.body.errors.file]).toEqual([422, [expect.stringMatching(/manca ogni riga/)]]);
  });

  test('close nothing of a system while a cell of Excel does not tell what a row is about', async () => {
    const { call } = await loginAdministrator(rig);
    await call('salvaTracciato', { ...TARI, completo: 'on' });
    await call('importaPosizioni', { file: tariWorkbook(upTo(30, sheetRow)) });
    const rows = upTo(29, sheetRow).with(4, sheetRow(5).with(0, { xml: '<c r="REF" t="e"><v>#REF!</v></c>' }));
    const sent = await call('importaPosizioni', { file: tariWorkbook(rows) });
    expect(sent.body.data).toMatchObject({
      esito: 'con_rifiuti',
      sostituiti: expect.arrayContaining([{ sistema: SISTEMA, sezione: 'posizioni', aperti: 30, chiusi: 0 }]),
    });
    expect(await codici(rig)).toHaveLength(30);
  });

  test('give back the refused rows of a table in its own columns, which come in again once they are right', async () => {
    const { call, caller } = await loginAdministrator(rig);
    await call('salvaTracciato', TARI);
    const wrong = tariRow(2).replace('1.234,56 €', 'tanto').replace('TARI 2026', '=1+1');
    const sent = await call('importaPosizioni', { file: tariFile([tariRow(1), wrong, `${tariRow(3)};oltre`]) });
    expect(sent.body.data).toMatchObject({ esito: 'con_rifiuti', rifiuti: true });
    expect(sent.body.data.righe).toContainEqual({
      riga: 3,
      campo: 'Importo',
      testo: expect.stringMatching(/1\.234,56/),
    });
    const path = `/api/v1/portale/operatore/importazioni/${sent.body.data.id}/rifiuti?ente=borgo`;
    const text = (await caller.ask('GET', path)).bytes.toString();
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe(`\uFEFFriga;motivo;${TARI_HEAD}`);
    expect(rows).toEqual([
      expect.stringMatching(/^3;Importo: .*;TR-2;;Anna Bianchi;.*;D-2;"?'=1\+1"?;20\/11\/2026;tanto;da pagare$/),
      expect.stringMatching(/^4;.*più valori.*;TR-3;;/),
    ]);
    expect(text).not.toContain('SEGRETO12');
    const again = text
      .replace('tanto', '80')
      .replace(';TR-2;;', ';TR-2;SEGRETO12;')
      .replace(/\r\n4;.*/, '');
    expect((await call('importaPosizioni', { file: fileOf(again) })).body.data).toMatchObject({
      esito: 'fatta',
      sezioni: [{ invariati: 1 }, { invariati: 1 }, { nome: 'documenti', nuovi: 1 }],
    });
  });

  test('replace their system when each table of the kind has everything of it, up to the brake', async () => {
    const { call } = await loginAdministrator(rig);
    await call('salvaTracciato', { ...TARI, completo: 'on' });
    await call('importaPosizioni', { file: tariFile(upTo(4, (n) => tariRow(n))) });
    const fewer = () => tariFile(upTo(2, (n) => tariRow(n)));
    expect((await call('importaPosizioni', { file: fewer() })).status).toBe(409);
    expect(await codici(rig)).toHaveLength(4);
    expect((await call('importaPosizioni', { file: fewer(), conferma: 'on' })).status).toBe(200);
    expect(await codici(rig)).toHaveLength(2);
  });

  test('come from a program with a key for them, which is named in the list', async () => {
    const bearer = await makeProgramma(rig.house, { permessi: 'posizioni:scrivi', nome: 'Gestionale TARI' });
    const program = callerOf(rig, { bearer });
    const sent = await program.call('importaPosizioni', { ente: 'borgo', file: fileOf({ posizioni: [posizione(1)] }) });
    expect([sent.status, sent.body.data]).toMatchObject([200, { via: 'programma', chi: 'Gestionale TARI' }]);
    const elsewhere = await program.call('importaPosizioni', { ente: 'valle', file: fileOf({ posizioni: [] }) });
    expect(elsewhere.status).toBe(404);
  });

  test('are brought in one at a time: a second one is told to wait, and one that broke off holds up nobody', async () => {
    const { call } = await loginAdministrator(rig);
    const begun = {
      id: 'prima',
      ente: 'borgo',
      iniziata: rig.house.now() - 60_000,
      via: 'cartella',
      chi: '',
      nome: 'notte.json',
      esito: 'in_corso',
      dati_json: '',
      rifiuti: null,
      viva: null as number | null,
    };
    await rig.house.db.insertInto('importazioni').values(begun).execute();
    const waiting = await call('importaPosizioni', { file: fileOf({ posizioni: [posizione(1)] }) });
    expect([waiting.status, waiting.body.message]).toEqual([409, expect.stringContaining('aspetta che finisca')]);

    const isTaken = async (change: { iniziata?: number; viva?: number }) => {
      await rig.house.db.updateTable('importazioni').set(change).where('id', '=', 'prima').execute();
      return (await call('importaPosizioni', { file: fileOf({ posizioni: [posizione(1)] }) })).status === 200;
    };
    const ago = (minutes: number) => rig.house.now() - minutes * 60_000;
    // It says that it is under way, if only since a while.
    expect(await isTaken({ iniziata: ago(120), viva: ago(1) })).toBe(false);
    expect(await isTaken({ viva: ago(3) })).toBe(true);
    const { importazioni } = (await call('importazioniEnte')).body.data;
    expect(importazioni.map(({ esito }: { esito: string }) => esito).sort()).toEqual(['fatta', 'interrotta']);
    // A host of the release before does not say so.
    await rig.house.db.deleteFrom('importazioni').execute();
    await rig.house.db.insertInto('importazioni').values(begun).execute();
    expect([await isTaken({ iniziata: ago(59) }), await isTaken({ iniziata: ago(61) })]).toEqual([false, true]);
  });

  test('are forgotten after a year, and their refused rows after a month', async () => {
    const { call } = await loginAdministrator(rig);
    const dayAgo = (days: number) => rig.house.now() - days * 24 * 60 * 60_000;
    const row = {
      ente: 'borgo',
      via: 'pagina',
      chi: '',
      nome: 'x.json',
      esito: 'con_rifiuti',
      dati_json: '',
      rifiuti: 'x',
      viva: null,
    };
    await rig.house.db
      .insertInto('importazioni')
      .values([
        { ...row, id: 'anno', iniziata: dayAgo(366) },
        { ...row, id: 'mese', iniziata: dayAgo(31) },
        { ...row, id: 'ieri', iniziata: dayAgo(1) },
      ])
      .execute();
    await call('importaPosizioni', { file: fileOf({ posizioni: [] }) });
    const rows = await rig.house.db
      .selectFrom('importazioni')
      .select(['id', 'rifiuti'])
      .where('nome', '=', 'x.json')
      .execute();
    expect(rows.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'ieri', rifiuti: 'x' },
      { id: 'mese', rifiuti: null },
    ]);
  });
});

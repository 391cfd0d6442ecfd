import { describe, expect, test } from 'vitest';
import { ImportError } from '../../../data/import.server.ts';
import { previewOf, readTabella } from './tabella.server.ts';
import { faultsOf, guessCampi, headingsKey, rowsOf, type Tracciato } from './tracciato.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const HEADINGS = ['Cod. Utente', 'N. doc', 'Tipo', 'Data', 'Scadenza', 'Importo €', 'Stato', 'Numero avviso'];
const tracciato = (over: Partial<Tracciato> = {}): Tracciato => ({
  campi: [
    ...HEADINGS.map((_, colonna) => ({
      campo:
        (['codice_utente', 'numero', 'tipo', 'data', 'scadenza', 'importo', 'stato', 'numero_avviso'] as const)[
          colonna
        ] ?? 'tipo',
      colonna,
    })),
    { campo: 'sistema', fisso: 'Rifiuti TARI' },
  ],
  completo: false,
  ...over,
});
const documento = (cells: string[]) => rowsOf(cells, tracciato())[0]?.row;

describe('the columns of a table', () => {
  test('are guessed from the headings, whatever their capitals, accents and points', () => {
    expect(
      guessCampi(['Cod. Utente', 'PIN', 'Cognome e nome', 'C.F.', 'N° documento', 'Data emissione', 'Importo dovuto']),
    ).toEqual([
      { campo: 'codice_utente', colonna: 0 },
      { campo: 'codice_controllo', colonna: 1 },
      { campo: 'intestatario', colonna: 2 },
      { campo: 'codice_fiscale', colonna: 3 },
      { campo: 'numero', colonna: 4 },
      { campo: 'data', colonna: 5 },
      { campo: 'importo', colonna: 6 },
      { campo: 'ruolo', fisso: 'persona_fisica' },
      { campo: 'stato', fisso: 'da_pagare' },
    ]);
    expect(headingsKey(['Cod. Utente', 'Città'])).toBe(headingsKey(['COD UTENTE', 'citta']));
    expect(headingsKey(['a', 'b'])).not.toBe(headingsKey(['b', 'a']));
  });

  test('are complete when each section that the table has can be read', () => {
    expect(faultsOf(tracciato(), HEADINGS.length)).toEqual({});
    expect(faultsOf({ campi: [], completo: false }, 3)).toEqual({
      codice_utente: [expect.stringMatching(/almeno una/)],
    });
    const half: Tracciato = {
      campi: [
        { campo: 'codice_fiscale', colonna: 7 },
        { campo: 'sistema', colonna: 0 },
      ],
      completo: true,
    };
    expect(Object.keys(faultsOf(half, 3)).sort()).toEqual(['codice_fiscale', 'codice_utente', 'completo', 'ruolo']);
  });
});

describe('a row of a table', () => {
  test.each([
    ['1.234,56 €', 123_456],
    ['€ 12,50', 1250],
    ['12.5', 1250],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['80', 8000],
    ['-5,00', '-5,00'],
    ['dodici', 'dodici'],
  ])('has an amount in euro, as people write it: %s', (typed, importo_cent) => {
    expect(documento(['U-1', 'D1', 'TARI', '20/11/2026', '', typed, 'Da pagare', ''])).toEqual({
      codice_utente: 'U-1',
      sistema: 'Rifiuti TARI',
      numero: 'D1',
      tipo: 'TARI',
      data: '20/11/2026',
      importo_cent,
      stato: 'da_pagare',
    });
  });

  test('has a day without its hour, the portal’s word for a state, and no apostrophe that the portal had put there', () => {
    expect(
      documento(['U-1', 'D1', "'=TARI", '2026-11-20 00:00:00', '1/12/2026 00.00', '1', 'Pagata', '']),
    ).toMatchObject({
      tipo: '=TARI',
      data: '2026-11-20',
      scadenza: '1/12/2026',
      stato: 'pagato',
    });
    expect(documento(['U-1', 'D1', 'T', '', '', '1', 'insoluto', ''])).toMatchObject({ stato: 'da_pagare' });
  });

  test('is not passed over when it has nothing that tells its section: it is refused as one of the first', () => {
    expect(rowsOf(['U-1', '', 'TARI', '', '', '', '', ''], tracciato())).toEqual([
      { section: 'documenti', row: { codice_utente: 'U-1', sistema: 'Rifiuti TARI', tipo: 'TARI' } },
    ]);
  });

  test('has the sections that it fills in, and not the others', () => {
    const campi = [...guessCampi(['utente', 'pin', 'nome', 'cf']), { campo: 'sistema' as const, fisso: 'OSAP' }];
    const sections = (cells: string[]) => rowsOf(cells, { campi }).map(({ section }) => section);
    expect(sections(['U-1', 'AB1', 'Anna', 'X'])).toEqual(['posizioni', 'rappresentanze']);
    expect(sections(['U-1', '', '', 'X'])).toEqual(['rappresentanze']);
  });

  test('has no value where it cannot be known, and keeps the section that such a value would tell', () => {
    expect(rowsOf(['U-1', '#N/A', 'TARI', '', '', '1', '', ''], tracciato(), new Set([1]))).toMatchObject([
      { section: 'documenti', row: { codice_utente: 'U-1', numero: null, importo_cent: 100 } },
    ]);
  });

  test('gets back the zeros of the tax code of a firm, when its check digit says that they were there', () => {
    const campi = guessCampi(['utente', 'cf']);
    const read = (code: string) => rowsOf(['U-1', code], { campi })[0]?.row.codice_fiscale;
    expect([read('159560366'), read('159560367'), read('12345')]).toEqual(['00159560366', '159560367', '12345']);
  });
});

describe('a sheet', () => {
  test.each([
    ['semicolons', bytesOf('Città;Nome\nForlì;Niccolò')],
    ['commas', bytesOf('Città,Nome\r\nForlì,Niccolò\r\n')],
    ['tabs and a byte order mark', bytesOf('\uFEFFCittà\tNome\nForlì\tNiccolò')],
    ['Windows-1252', bytesOf('Città;Nome\nForlì;Niccolò', 'latin1')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), bytesOf('Città;Nome\nForlì;Niccolò', 'utf16le')])],
    ['empty rows and columns at the ends', bytesOf('\n;;\nCittà;Nome;;\nForlì;Niccolò;\n;;\n')],
  ])('is read with %s', async (_what, bytes) => {
    const { headings, rows } = await readTabella(bytes, { ente: 'borgo' });
    expect([headings, rows.map(({ cells }) => cells)]).toEqual([['Città', 'Nome'], [['Forlì', 'Niccolò']]]);
  });

  test('keeps the numbers that its rows have there, and leaves out what the portal had put before refused ones', async () => {
    const { headings, rows } = await readTabella(bytesOf('riga;motivo;Città\n3;perché;Forlì\n\n4;perché;Roma'), {
      ente: 'borgo',
    });
    expect([headings, rows]).toEqual([
      ['Città'],
      [
        { line: 2, cells: ['Forlì'] },
        { line: 4, cells: ['Roma'] },
      ],
    ]);
  });

  test.each([
    ['a PDF', bytesOf('%PDF-1.7'), /PDF.*salvalo come CSV/],
    ['an old sheet of Excel', Buffer.from('d0cf11e000', 'hex'), /\.xls\)/],
    ['too many columns', bytesOf(`${Array(101).fill('a').join(';')}\n1`), /100 colonne/],
    ['too many rows', bytesOf(`a\n${'1\n'.repeat(300_001)}`), /300\.000 righe/],
  ])('is refused in words when it is or has %s', async (_what, bytes, words) => {
    const refused = await readTabella(bytes, { ente: 'borgo' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportError);
    expect(String(refused)).toMatch(words);
  });

  test('is shown before it is imported, with what is wrong beside each row and without the codes', () => {
    const headings = ['utente', 'controllo', 'nome'];
    const campi = [...guessCampi(headings), { campo: 'sistema' as const, fisso: 'Rifiuti TARI' }];
    const rows = [
      { line: 2, cells: ['U-001', 'SEGRETO', 'Anna'] },
      { line: 3, cells: ['U 1 €', 'SEGRETO', '', 'oltre'] },
      { line: 4, cells: ['U-003'] },
    ];
    const preview = previewOf({ headings, rows }, { campi, completo: false }, 'borgo');
    expect(preview).toEqual([
      { line: 2, facts: ['utente: U-001', 'controllo: c’è', 'sistema: Rifiuti TARI', 'nome: Anna'], faults: [] },
      {
        line: 3,
        facts: expect.any(Array),
        faults: [
          expect.stringMatching(/^utente: Il codice utente/),
          'nome: Scrivi l’intestatario.',
          expect.stringMatching(/più valori/),
        ],
      },
      {
        line: 4,
        facts: ['utente: U-003', 'sistema: Rifiuti TARI'],
        faults: ['controllo: Scrivi il codice controllo.', 'nome: Scrivi l’intestatario.'],
      },
    ]);
  });
});

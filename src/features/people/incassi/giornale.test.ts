import { describe, expect, test } from 'vitest';
import { PortalError } from '../../../platform/errors.ts';
import { readGiornale } from './giornale.server.ts';
import { flussoCandidates, type Giornale, type Movimento } from './giornale.ts';
import { readCents, readDay } from './giornale-cells.ts';

const FLUSSO = '2016-08-16pspTest-1178';
const REMITTANCE_TEXT = `/PUR/LGPE-RIVERSAMENTO/URI/${FLUSSO}`;
const read = (text: string | Uint8Array): Giornale => readGiornale(Buffer.from(text));

/** What is wrong with a file, in words. */
function refusalOf(file: string | Uint8Array): string | undefined {
  try {
    read(file);
    return undefined;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid') return error.fields?.file?.[0];
    throw error;
  }
}

const movimento = (over: Partial<Movimento> = {}): Movimento => ({
  data: '2026-03-12',
  importo_cent: 1234567,
  causale: REMITTANCE_TEXT,
  numero: '118',
  flusso: FLUSSO,
  ...over,
});

describe('a CSV of a bank', () => {
  const LINES = ['Data contabile;Importo;Causale;Provvisorio', `12/03/2026;12.345,67;${REMITTANCE_TEXT};118`];
  const text = LINES.join('\r\n');

  test.each<[string, string | Uint8Array]>([
    ['semicolons and CRLF', text],
    ['semicolons and LF', LINES.join('\n')],
    ['tabs', text.replaceAll(';', '\t')],
    ['commas and quoted amounts', text.replaceAll(';', ',').replace('12.345,67', '"12.345,67"')],
    ['commas and English amounts', text.replaceAll(';', ',').replace('12.345,67', '12345.67')],
    ['commas, all in quotes', text.replace(/[^;\r\n]+/g, '"$&"').replaceAll(';', ',')],
    ['a byte order mark', `\uFEFF${text}`],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['blank lines', `\r\n\r\n${text}\r\n\r\n;;;\r\n`],
    [
      'other rows before the heading',
      `Banca di Borgo SpA\r\nConto;IT60X0542811101000000123456\r\nPeriodo;dal 01/03/2026;al 31/03/2026\r\n\r\n${text}`,
    ],
    [
      'sums and balances',
      `${text}\r\nTotale;12.345,67\r\n;;Saldo finale al 31/03/2026;\r\n31/03/2026;99,00;Saldo finale al 31/03/2026;`,
    ],
  ])('is read with %s', (_what, file) => {
    expect(read(file)).toEqual({ movimenti: [movimento()], storni: [], skipped: 0 });
  });

  test('is read in Latin-1, with the accents and the euro sign of Windows', () => {
    const file = Buffer.from(
      'Data;Importo;Descrizione\r\n01/04/2026;5,00;Mensa - citt\xe0 di Forl\xec, 5 \x80\r\n',
      'latin1',
    );
    expect(read(file).movimenti[0]?.causale).toBe('Mensa - città di Forlì, 5 €');
  });

  test.each<[string, string, string]>([
    [
      'entrate and uscite',
      'Data operazione;Entrate;Uscite;Descrizione',
      '12/03/2026;12.345,67;;X\n12/03/2026;;3,00;Y\n12/03/2026;0,00;-3,00;Z',
    ],
    [
      'dare and avere',
      'Data;Data valuta;Dare;Avere;Causale',
      '12/03/2026;14/03/2026;;12.345,67;X\n12/03/2026;;3,00;0;Y\n12/03/2026;;3,00;;Z',
    ],
    [
      'amounts with the sign',
      'Data mov.;Descrizione;Importo (EUR)',
      '12/03/2026;X;+12.345,67\n12/03/2026;Y;-3,00\n12/03/2026;Z;3,00-',
    ],
    [
      'a sign of its own',
      'Data;Segno;Importo;Causale',
      '12/03/2026;A;12.345,67;X\n12/03/2026;D;3,00;Y\n12/03/2026;-;-3,00;Z',
    ],
    [
      'a type that tells the sign',
      'Data;Tipo movimento;Importo;Causale',
      '12/03/2026;ENTRATA;12.345,67;X\n12/03/2026;USCITA;3,00;Y\n12/03/2026;uscita;3,00;Z',
    ],
    [
      'a type that does not',
      'Data;Tipo;Importo;Causale',
      '12/03/2026;Bonifico;12.345,67;X\n12/03/2026;Spese;-3,00;Y\n12/03/2026;Spese;0,00;Z',
    ],
    ['only what came in', 'Data;Accrediti;Causale', '12/03/2026;12.345,67;X\n12/03/2026;;Y\n12/03/2026;0;Z'],
  ])('tells what came in by %s', (_what, heading, rows) => {
    const { movimenti, skipped } = read(`${heading}\n${rows}`);
    expect(movimenti).toEqual([movimento({ causale: 'X', numero: '', flusso: '' })]);
    expect(skipped).toBe(2);
  });

  test.each<[string, string, string, Partial<Movimento>]>([
    [
      'the day it was booked, not the value date',
      'Data valuta;Data contabile;Importo;Causale',
      `14/03/2026;12/03/2026;12345,67;${REMITTANCE_TEXT}`,
      { numero: '' },
    ],
    [
      'the value date when there is no other',
      'Valuta;Importo;Causale',
      `12/03/2026;12345,67;${REMITTANCE_TEXT}`,
      { numero: '' },
    ],
    [
      'several texts as one',
      'Data;Importo;Causale;Causale ABI;Descrizione',
      `12/03/2026;12345,67;BONIFICO;48;${REMITTANCE_TEXT}`,
      { numero: '', causale: `BONIFICO ${REMITTANCE_TEXT}` },
    ],
    [
      'the first number that is filled in',
      'Data;Importo;Causale;N. bolletta;Provvisorio',
      `12/03/2026;12345,67;${REMITTANCE_TEXT};118;`,
      {},
    ],
    [
      'titles in capitals and with accents',
      'DATA;IMPORTO;DESCRIZIONE;N° SOSPESO',
      `12/03/2026;12345,67;${REMITTANCE_TEXT};118`,
      {},
    ],
    [
      'a text of several lines as one',
      'Data;Importo;Causale;Sospeso',
      `12/03/2026;12345,67;"RIVERSAMENTO\n  ${REMITTANCE_TEXT}";118`,
      { causale: `RIVERSAMENTO ${REMITTANCE_TEXT}` },
    ],
    [
      'a text that begins like a balance',
      'Data;Importo;Causale;Sospeso',
      '12/03/2026;12345,67;Saldo IMU 2026;118',
      { causale: 'Saldo IMU 2026', flusso: '' },
    ],
    [
      'the largest amount',
      'Data;Importo;Causale;Sospeso',
      `12/03/2026;99.999.999,99;${REMITTANCE_TEXT};118`,
      { importo_cent: 99_999_999_99 },
    ],
    [
      'the largest amount as English write it',
      'Data;Importo;Causale;Sospeso',
      `12/03/2026;"99,999,999.99";${REMITTANCE_TEXT};118`,
      { importo_cent: 99_999_999_99 },
    ],
    [
      'the smallest amount',
      'Data;Importo;Causale;Sospeso',
      `12/03/2026;0,01;${REMITTANCE_TEXT};118`,
      { importo_cent: 1 },
    ],
  ])('has %s', (_what, heading, row, over) => {
    expect(read(`${heading}\n${row}`).movimenti).toEqual([movimento(over)]);
  });

  test('of which nothing came in has no movements', () => {
    expect(read('Data;Importo;Causale\n12/03/2026;0,00;X')).toEqual({ movimenti: [], storni: [], skipped: 1 });
    expect(read('Data;Importo;Causale')).toEqual({ movimenti: [], storni: [], skipped: 0 });
  });

  test.each<[string, string, RegExp]>([
    [
      'a day that does not exist',
      'Data;Importo;Causale\n12/03/2026;1,00;X\n31/02/2026;1,00;X',
      /^Riga 3: la data «31\/02\/2026» non si legge\. .*31\/01\/2026/,
    ],
    [
      'a day that does not exist, of a text that begins like a balance',
      'Causale;Data;Importo\nSaldo IMU;31/02/2026;1,00',
      /^Riga 2: la data «31\/02\/2026»/,
    ],
    ['no day, of a text that begins like a balance', 'Causale;Data;Importo\nSaldo IMU;;1,00', /^Riga 2: manca la data/],
    ['no day', 'Conto;1\n\nData;Importo;Causale\n;1,00;X', /^Riga 4: manca la data/],
    [
      'an amount in words',
      'Data;Importo;Causale\n12/03/2026;dodici;X',
      /^Riga 2: l’importo «dodici» non si legge\. .*1\.234,56/,
    ],
    ['an amount that could be two', 'Data;Importo;Causale\n12/03/2026;"12,345";X', /^Riga 2: l’importo «12,345»/],
    [
      'an amount of three decimals',
      'Data;Importo;Causale\n12/03/2026;12.345,678;X',
      /^Riga 2: l’importo «12\.345,678»/,
    ],
    ['no amount', 'Data;Importo;Causale\n12/03/2026;;X', /^Riga 2: manca l’importo/],
    ['neither entrata nor uscita', 'Data;Entrate;Uscite;Causale\n12/03/2026;;;X', /^Riga 2: manca l’importo/],
    ['both', 'Data;Entrate;Uscite;Causale\n12/03/2026;1,00;2,00;X', /^Riga 2: c’è sia un’entrata sia un’uscita/],
    ['an uscita that is no amount', 'Data;Entrate;Uscite;Causale\n12/03/2026;;due;X', /^Riga 2: l’importo «due»/],
    ['an unknown sign', 'Data;Segno;Importo;Causale\n12/03/2026;X;1,00;Y', /^Riga 2: il segno «X» non si legge/],
    ['a comma too many', 'Data,Importo,Causale\n12/03/2026,12.345,67,X', /^Riga 2: ci sono più valori che colonne/],
    [
      'quotes that do not end',
      'Data;Importo;Causale\n12/03/2026;1,00;"X',
      /^Riga 2: c’è un valore che si apre con le virgolette/,
    ],
    ['no text', 'Data;Importo\n12/03/2026;1,00', /^Riga 1: manca la colonna della causale/],
    ['no heading', '12/03/2026;1,00;X', /^Non troviamo l’intestazione/],
    ['nothing', '', /^Il file è vuoto/],
    ['nothing but blank lines', '\uFEFF \r\n\r\n', /^Il file è vuoto/],
    ['text of another kind', 'Gentile cliente,\nil servizio non è disponibile.', /^Non troviamo l’intestazione/],
  ])('is refused whole with the row: %s', (_what, file, words) => {
    expect(refusalOf(file)).toMatch(words);
  });

  test('shows of an endless cell the beginning', () => {
    expect(refusalOf(`Data;Importo;Causale\n12/03/2026;${'9'.repeat(1_000_000)};X`)?.length).toBeLessThan(120);
  });
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['a page', '<!DOCTYPE html>\n<html><body>Sessione scaduta</body></html>', /pagina web/],
  ['a page without a type', '\uFEFF <html lang="it"></html>', /pagina web/],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1'), /è un PDF/],
  ['a sheet of Excel', Buffer.from('504b030414000600', 'hex'), /Excel/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /non è un foglio CSV/],
  ['a file of more than 10 MB', Buffer.alloc(20 * 1024 * 1024, 'Data;Importo;Causale\n'), /supera 10 MB/],
])('another file is refused by what it is: %s', (_what, file, words) => {
  expect(refusalOf(file)).toMatch(words);
});

test.each<[string, string]>([
  ['separators', ';'],
  ['quotes', '"'],
  ['lines', '\n'],
  ['headings', 'Data;Importo;Causale\n'],
  ['blanks in a cell', 'Data;Importo;Causale\n12/03/2026;1,00;"'.padEnd(1_000_000)],
  ['tags', '<a>'],
  ['what begins a tag', '<'],
  ['attributes', `<a ${'b="" '.repeat(1_000_000)}`],
])('ten megabytes of %s are answered in words', (_what, part) => {
  expect(refusalOf(Buffer.alloc(10 * 1024 * 1024, part))).toBeTruthy();
});

test('a year of movements is read whole', () => {
  const row = `12/03/2026;12.345,67;${REMITTANCE_TEXT};118\n`;
  const { movimenti } = read(`Data;Importo;Causale;Provvisorio\n${row.repeat(30_000)}`);
  expect([movimenti.length, movimenti.at(-1)]).toEqual([30_000, movimento()]);
});

describe('an OPI book', () => {
  const TYPES = { tipo_movimento: 'ENTRATA', tipo_documento: 'SOSPESO ENTRATA', tipo_operazione: 'ESEGUITO' };
  /** The elements of the schema that come before and after those that are read, too. */
  const opiMovimento = (over: Record<string, string> = {}) => {
    const fields = {
      ...TYPES,
      numero_documento: '118',
      importo: '12345.67',
      data_movimento: '2026-03-12',
      causale: REMITTANCE_TEXT,
      ...over,
    };
    const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<movimento_conto_evidenza><identificativo_flusso>NO_ID</identificativo_flusso><numero_movimento>1</numero_movimento>
      ${elements.join('\n')}
      <cliente><anagrafica_cliente>PSP S.p.A. &amp; C.</anagrafica_cliente></cliente>
      <dati_a_disposizione_BT>altro<cro>A1</cro></dati_a_disposizione_BT></movimento_conto_evidenza>`;
  };
  const opi = (...movimenti: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
    <flusso_giornale_di_cassa><testata_messaggio><codice_ABI_BT>03030</codice_ABI_BT></testata_messaggio>
    <pagina>1</pagina><pagine_totali>1</pagine_totali><esercizio>2026</esercizio>
    <informazioni_conto_evidenza><conto_evidenza>1</conto_evidenza>${movimenti.join('\n')}
    <saldo_finale_conto_evidenza>5.00</saldo_finale_conto_evidenza></informazioni_conto_evidenza>
    <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature></flusso_giornale_di_cassa>`;

  test.each<[string, Record<string, string>, Partial<Movimento>]>([
    ['as the schema has it', {}, {}],
    ['with a zone in the day', { data_movimento: '2026-03-12+01:00' }, {}],
    ['with whole euros', { importo: '12345' }, { importo_cent: 1234500 }],
    ['with one decimal', { importo: '12345.6' }, { importo_cent: 1234560 }],
    ['with the largest amount', { importo: '99999999.99' }, { importo_cent: 99_999_999_99 }],
    ['with a number that is filled up with zeros', { numero_documento: '0000118' }, {}],
    ['with the number of the bolletta only', { numero_documento: '0', numero_bolletta_quietanza: '118' }, {}],
    [
      'with a text of several lines',
      { causale: `ACCREDITO\n   ${REMITTANCE_TEXT}` },
      { causale: `ACCREDITO ${REMITTANCE_TEXT}` },
    ],
    ['without a text', { causale: '' }, { causale: '', flusso: '' }],
  ])('has a movement %s', (_what, over, expected) => {
    expect(read(opi(opiMovimento(over)))).toEqual({ movimenti: [movimento(expected)], storni: [], skipped: 0 });
  });

  test.each<[string, Record<string, string>]>([
    ['what went out', { tipo_movimento: 'USCITA', tipo_documento: 'SOSPESO USCITA' }],
    ['an order that settles what came in', { tipo_documento: 'REVERSALE', tipo_operazione: 'REGOLARIZZATO' }],
    ['an order of the office', { tipo_documento: 'REVERSALE' }],
    ['what waits again for its order', { tipo_operazione: 'RIPRISTINATO' }],
    ['the balance of the year before', { tipo_documento: 'FONDO DI CASSA' }],
    ['0', { importo: '0.00' }],
    ['less than 0', { importo: '-5.00' }],
  ])('leaves out %s', (_what, over) => {
    expect(read(opi(opiMovimento(over)))).toEqual({ movimenti: [], storni: [], skipped: 1 });
  });

  test('tells what the bank takes back beside what came in, so that both together are what is there', () => {
    const storno = opiMovimento({ tipo_operazione: 'STORNATO', data_movimento: '2026-03-13' });
    const expected = { storni: [movimento({ data: '2026-03-13' })], skipped: 0 };
    expect(read(opi(opiMovimento(), storno))).toEqual({ ...expected, movimenti: [movimento()] });
    expect(read(opi(storno.replace('12345.67', '-12345.67')))).toEqual({ ...expected, movimenti: [] });
  });

  test('of several accounts is read whole, in any namespace; without movements it has none', () => {
    const [first = '', second = ''] = ['1', '2'].map(
      (numero_documento) =>
        `<informazioni_conto_evidenza>${opiMovimento({ numero_documento })}</informazioni_conto_evidenza>`,
    );
    const book = read(
      `\uFEFF\r\n<flusso_giornale_di_cassa xmlns="urn:opi">${first}${second}</flusso_giornale_di_cassa>`,
    );
    expect(book.movimenti.map(({ numero }) => numero)).toEqual(['1', '2']);
    expect(read(opi())).toEqual({ movimenti: [], storni: [], skipped: 0 });
  });

  test.each<[string, string, RegExp]>([
    [
      'entities of its own',
      `<!DOCTYPE a [<!ENTITY x "1">]>${opi(opiMovimento({ causale: '&x;' })).slice(38)}`,
      /DOCTYPE/,
    ],
    [
      'an entity from a file',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><flusso_giornale_di_cassa>&x;</flusso_giornale_di_cassa>`,
      /DOCTYPE/,
    ],
    ['an unknown entity', opi(opiMovimento({ causale: 'citt&agrave;' })), /non si legge/],
    ['half of a book', opi(opiMovimento()).slice(0, 500), /non si legge/],
    ['another XML', '<flusso_ordinativi><reversale/></flusso_ordinativi>', /non è un giornale di cassa OPI/],
    [
      'an amount as Italians write it',
      opi(opiMovimento(), opiMovimento({ importo: '12.345,67' })),
      /^Movimento 2: l’elemento «importo»/,
    ],
    ['an amount of three decimals', opi(opiMovimento({ importo: '1.234' })), /^Movimento 1: l’elemento «importo»/],
    [
      'a day that does not exist',
      opi(opiMovimento({ data_movimento: '2026-02-30' })),
      /^Movimento 1: l’elemento «data_movimento»/,
    ],
    [
      'an unknown operation',
      opi(opiMovimento({ tipo_operazione: 'SOSPESO' })),
      /^Movimento 1: l’elemento «tipo_operazione»/,
    ],
    ['an empty movement', opi('<movimento_conto_evidenza/>'), /^Movimento 1: /],
  ])('is refused whole with %s', (_what, xml, words) => {
    expect(refusalOf(xml)).toMatch(words);
  });
});

test.each<[string, string[]]>([
  [REMITTANCE_TEXT, [FLUSSO]],
  [REMITTANCE_TEXT.toLowerCase(), [FLUSSO.toLowerCase()]],
  [`ACCREDITI VARI ${REMITTANCE_TEXT} ORD. PSP SpA`, [FLUSSO, `${FLUSSO}ORD`]],
  [`00000,00/ZZ2PSP SA${REMITTANCE_TEXT}/ZZ4/4184`, [FLUSSO]],
  ['RI1/PUR/LGPE-RIVERSAMENTO/URI/2025-09-23BPPIITRRXXX-000038102790', ['2025-09-23BPPIITRRXXX-000038102790']],
  ['/PUR/LGPE-RIVERSAMENTO/URI/2016-08-16psp Test-1178', ['2016-08-16psp', FLUSSO]],
  ['/PUR/LGPE-RIVERSAMENTO/URI/2016-08-\n 16psp\tTest-1178', ['2016-08-', '2016-08-16psp', FLUSSO]],
  ['/PUR/LGPE-RIVERSAMENTO/URI/ 2016-08-16pspTest-1178', [FLUSSO]],
  ['PUR LGPE-RIVERSAMENTO URI 2016-08-16pspTest-1178', [FLUSSO]],
  ['.PUR.LGPE-RIVERSAMENTO.URI.2016-08-16pspTest-1178', [FLUSSO]],
  ['/PUR/LGPE-RIVERSAMENTO/TXT/1/URI/2016-08-16pspTest-1178', [FLUSSO]],
  [`/URI/${'a'.repeat(40)}`, ['a'.repeat(35)]],
  [`/URI/${'a'.repeat(30)} ${'b'.repeat(6)}`, ['a'.repeat(30)]],
  ['/RFB/01234567890123456/25.00', []],
  ['AUGURI/2016 DI BUON NATALE', []],
  ['/PUR/LGPE-RIVERSAMENTO/URI/', []],
  ['', []],
])('the flow in the text %j', (causale, candidates) => {
  expect(flussoCandidates(causale)).toEqual(candidates);
});

test.each<[string, number | undefined]>([
  ['12.345,67', 1234567],
  ['12345,67', 1234567],
  ['12345.67', 1234567],
  ['12,345.67', 1234567],
  ['1.234', 123400],
  ['1.234.567', 123456700],
  ['1234', 123400],
  ['1234,5', 123450],
  ['€ 1.234,56', 123456],
  ['1.234,56 EUR', 123456],
  ['+1.234,56', 123456],
  ['-1.234,56', -123456],
  ['\u22121.234,56', -123456],
  ['1.234,56-', -123456],
  ['- 1.234,56 €', -123456],
  ['000000012345,67', 1234567],
  ['0,00', 0],
  ['-0.00', 0],
  ['99.999.999,99', 9999999999],
  ['999.999.999,99', 99999999999],
  ['9.999.999.999,99', 999999999999],
  ['9999999999,99', undefined],
  ['12,345', undefined],
  ['12.34.567', undefined],
  ['-1-', undefined],
  ['1e5', undefined],
  ['', undefined],
])('the amount %j', (cell, cents) => {
  expect(readCents(cell)).toBe(cents);
});

test.each<[string, string | undefined]>([
  ['31/01/2026', '2026-01-31'],
  ['1/2/2026', '2026-02-01'],
  ['31-01-2026', '2026-01-31'],
  ['31.01.26', '2026-01-31'],
  ['31/01/2026 10:15:00', '2026-01-31'],
  ['2026-01-31', '2026-01-31'],
  ['2026-01-31T10:15:00', '2026-01-31'],
  ['2026-01-31 23:59:59.000', '2026-01-31'],
  ['2026-01-31T23:30:00Z', '2026-02-01'],
  ['2026-07-31T23:30:00+02:00', '2026-07-31'],
  ['2026-01-31+01:00', '2026-01-31'],
  ['31/02/2026', undefined],
  ['01/13/2026', undefined],
  ['2026-13-01T10:00:00Z', undefined],
  ['31/01-2026', undefined],
  ['46053', undefined],
  ['31/01/2026 circa', undefined],
  ['', undefined],
])('the day %j', (cell, day) => {
  expect(readDay(cell)).toBe(day);
});

import { describe, expect, test } from 'vitest';
import { CARTELLO as PARSED_CARTELLO } from '../../../../tests/typed-mezzi.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { parseMezzi } from './foglio-parse.server.ts';

const HEADER =
  'tipo;targa;categoria veicolo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo;dal;al';
const CARTELLO = 'Cartello;;;Via Roma 1;Due facce;Senza luce;100;200;2;Bar Sport;;';
const FURGONE = 'Automezzo;AB123CD;Altro veicolo;;Una faccia;Luminoso o illuminato;200;80;;;;';
const PARSED_FURGONE = {
  Tipologia_impianto_publicitario__c: 'Automezzo',
  targa: 'AB123CD',
  categoria_veicolo: 'altra',
  facce: 'Monofacciale',
  illuminazione: 'Luminoso',
  larghezza_cm: 200,
  altezza_cm: 80,
};

const parseLines = (...lines: string[]) => parseMezzi(Buffer.from(lines.join('\r\n')));
function errorsOf(...lines: string[]): FieldErrors {
  return errorsOfBytes(Buffer.from(lines.join('\n')));
}
function errorsOfBytes(bytes: Uint8Array): FieldErrors {
  try {
    parseMezzi(bytes);
  } catch (error) {
    if (error instanceof PortalError && error.code === 'invalid') return error.fields ?? {};
    throw error;
  }
  return {};
}
/** The sign with one other cell. */
function lineWith(column: string, value: string): string {
  const cells = CARTELLO.split(';');
  cells[HEADER.split(';').indexOf(column)] = value;
  return cells.join(';');
}
const parsedWith = (column: string, value: string) =>
  parseLines(HEADER, lineWith(column, value))[0] as Record<string, unknown>;

describe('a sheet is read', () => {
  test('a sheet may describe vehicles and other types in words', () => {
    expect(parseLines(HEADER, CARTELLO, FURGONE)).toEqual([PARSED_CARTELLO, PARSED_FURGONE]);
  });

  test.each([
    ['a comma', ','],
    ['a tab', '\t'],
  ])('with %s between its cells', (_, separator) => {
    expect(parseLines(...[HEADER, CARTELLO].map((r) => r.replaceAll(';', separator)))).toEqual([PARSED_CARTELLO]);
  });

  test('a sheet may have commas inside quotes between semicolons', () => {
    const line = lineWith('indirizzo', '"Via Roma, 1; scala ""B"""');
    expect(parseLines(HEADER, line)[0]).toMatchObject({ indirizzo: 'Via Roma, 1; scala "B"' });
  });

  test('a sheet may have its columns in any order and letter case, with or without accents, and may lack optional ones', () => {
    const header = 'ALTEZZA;Larghezza;testo;QUANTITA;Facce;ILLUMINAZIONE;Indirizzo;Tipologia_impianto_publicitario__c';
    expect(parseLines(header, '200;100;Bar Sport;2;Due facce;Senza luce;Via Roma 1;Cartello')).toEqual([
      PARSED_CARTELLO,
    ]);
  });

  test('a sheet may have values as calls name them, in any letter case, or as people write them', () => {
    expect(parseLines(HEADER, 'CARTELLO;;;Via Roma 1;bifacciale;OPACO;100;200;2;Bar Sport;;')).toEqual([
      PARSED_CARTELLO,
    ]);
    expect(parsedWith('facce', '2')).toMatchObject({ facce: 'Bifacciale' });
    expect(parsedWith('facce', 'piu di due facce')).toMatchObject({ facce: 'Polifacciale' });
    expect(parsedWith('tipo', 'Postazione stazionaria')).toMatchObject({
      Tipologia_impianto_publicitario__c: 'Postir stazionario',
    });
  });

  test('a sheet may have days as Italians or as programs write them', () => {
    const lines = ['1/3/2027;31/10/2027', '2027-03-01;2027-10-31', '01.03.2027;31-10-2027'];
    const mezzi = parseLines(HEADER, ...lines.map((date) => CARTELLO.replace(/;$/, date)));
    for (const mezzo of mezzi) expect(mezzo).toMatchObject({ dal: '2027-03-01', al: '2027-10-31' });
  });

  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8', (t) => Buffer.from(t)],
    ['UTF-8 with its mark', (t) => Buffer.from(`\uFEFF${t}`)],
    ['Windows-1252', (t) => Buffer.from(t, 'latin1')],
    ['UTF-16', (t) => Buffer.from(`\uFEFF${t}`, 'utf16le')],
    ['old Macintosh lines', (t) => Buffer.from(t.replaceAll('\n', '\r'))],
  ])('from %s', (_, bytes) => {
    const text = `${HEADER}\n${lineWith('testo', 'Perché no? Caffè')}`;
    expect(parseMezzi(bytes(text))[0]).toMatchObject({ quantita: 2, testo: 'Perché no? Caffè' });
  });

  test('empty lines and empty cells at the edge of a sheet are ignored', () => {
    expect(parseLines('', `${HEADER};;`, '', ';;;;', CARTELLO, '   ', `${FURGONE};;`, '')).toHaveLength(2);
  });

  test('the apostrophe that protects a text from being calculated is removed, and no other', () => {
    expect(parsedWith('testo', "'=SUM(A1)")).toMatchObject({ testo: '=SUM(A1)' });
    expect(parsedWith('testo', "''+39 06")).toMatchObject({ testo: "'+39 06" });
    expect(parsedWith('testo', "'A Livella")).toMatchObject({ testo: "'A Livella" });
  });

  test('a vehicle may have a quantity of one', () => {
    expect(parseLines(HEADER, FURGONE.replace(/;;;;$/, ';1;;;'))).toEqual([PARSED_FURGONE]);
  });

  test('a sheet of two hundred devices is read', () => {
    const lines = Array.from({ length: 200 }, (_, i) => lineWith('indirizzo', `Via Roma ${i}`));
    expect(parseLines(HEADER, ...lines)).toHaveLength(200);
  });
});

describe('a line that is wrong is named with its column, and nothing comes in', () => {
  test('wrong lines are named by their number in the sheet, empty lines counted', () => {
    const { file, ...lines } = errorsOf(
      HEADER,
      CARTELLO,
      '',
      lineWith('larghezza (cm)', ''),
      lineWith('altezza (cm)', '12,5'),
    );
    expect(file).toEqual(['Non abbiamo importato niente: nel foglio ci sono 2 errori.']);
    expect(lines).toEqual({
      'riga.4': ['Riga 4, colonna larghezza (cm): Scrivi la larghezza in centimetri: un numero intero da 1 a 5000.'],
      'riga.5': ['Riga 5, colonna altezza (cm): Scrivi l’altezza in centimetri: un numero intero da 1 a 5000.'],
    });
  });

  test.each<[what: string, row: string, message: RegExp]>([
    ['a size of 0', lineWith('larghezza (cm)', '0'), /colonna larghezza \(cm\): Scrivi la larghezza/],
    ['a negative size', lineWith('larghezza (cm)', '-10'), /colonna larghezza/],
    ['an absurd size', lineWith('altezza (cm)', '999999'), /colonna altezza/],
    ['a size in letters', lineWith('altezza (cm)', 'due metri'), /colonna altezza/],
    ['501 pieces', lineWith('quantità', '501'), /colonna quantità: Scrivi quanti sono/],
    ['a day that is not', lineWith('dal', '31/02/2027'), /colonna dal: Controlla la data/],
    ['a year in two figures', lineWith('dal', '01/03/27'), /colonna dal: Controlla la data/],
    ['days in the wrong order', CARTELLO.replace(/;$/, '02/03/2027;01/03/2027'), /colonna al: L’ultimo giorno/],
    [
      'faces nobody knows',
      lineWith('facce', 'quattro'),
      /colonna facce: .*Scrivi uno di questi valori: Una faccia; Due facce; Più/,
    ],
    [
      'a plate that is none',
      FURGONE.replace('AB123CD', '12'),
      /colonna targa: Controlla la targa.*sigla del paese, come CH:ZH123456/,
    ],
    ['a plate on a sign', lineWith('targa', 'AB123CD'), /colonna targa: questo tipo di mezzo non ha questo dato/],
    ['a place of a vehicle', FURGONE.replace('veicolo;', 'veicolo;Via Roma'), /colonna indirizzo: questo tipo/],
    ['a vehicle nobody knows', FURGONE.replace('Altro veicolo', 'camion'), /categoria veicolo: .*Portata sotto i 30/],
    ['pieces of a vehicle', FURGONE.replace(/;;;;$/, ';3;;;'), /colonna quantità: questo tipo/],
    ['more cells than columns', `${CARTELLO};altro`, /Riga 2: ci sono più valori che colonne/],
    ['a text of two lines', lineWith('testo', '"Bar\nSport"'), /colonna testo: Scrivi il testo su una sola riga/],
  ])('%s', (_, line, expected) => expect(errorsOf(HEADER, line)['riga.2']?.join(' ')).toMatch(expected));

  test('a line with an unknown type is checked for the columns of all types only', () => {
    expect(errorsOf(HEADER, 'Insegna;;;;Due facce;Senza luce;0;200;;;;')['riga.2']).toEqual([
      expect.stringMatching(/^Riga 2, colonna tipo: Scegli il tipo .* Cartello; Freccia; .*Postazione stazionaria/),
      expect.stringMatching(/^Riga 2, colonna larghezza/),
    ]);
  });

  test('a line that an export marks as a device of the position is refused', () => {
    const lines = errorsOf(
      `${HEADER};stato`,
      `${CARTELLO};nuovo`,
      `${CARTELLO};variazione`,
      `${CARTELLO};cessazione dal 01/01/2027`,
    );
    expect(Object.keys(lines)).toEqual(['file', 'riga.3', 'riga.4']);
    expect(lines['riga.3']?.[0]).toContain('solo mezzi nuovi');
  });

  test('at most fifty faults are listed, with how many more there are', () => {
    const { file, altri, ...lines } = errorsOf(HEADER, ...Array<string>(200).fill(lineWith('testo', '')));
    expect(file?.[0]).toContain('200 errori');
    expect(Object.keys(lines)).toHaveLength(50);
    expect(altri).toEqual(['E altri 150 errori.']);
  });
});

describe('a sheet is refused as a whole', () => {
  test.each<[what: string, rows: string[], message: RegExp]>([
    ['with nothing in it', [''], /Il file è vuoto/],
    ['with its heading only', [HEADER], /Il foglio non ha mezzi/],
    ['without a heading', [CARTELLO, CARTELLO], /La prima riga deve avere i nomi delle colonne: tipo, targa/],
    ['without a column that all need', [HEADER.replace('facce;', ''), CARTELLO], /Manca la colonna «facce»/],
    [
      'without the plate of a vehicle',
      [HEADER.replace('targa;', ''), FURGONE.replace('AB123CD;', '')],
      /«targa», che serve per gli automezzi/,
    ],
    [
      'without the text of a sign',
      [HEADER.replace(';testo', ''), CARTELLO.replace(';Bar Sport', '')],
      /Manca la colonna «testo»/,
    ],
    ['with a column nobody knows', [`${HEADER};colore`, `${CARTELLO};rosso`], /La colonna «colore» non esiste/],
    ['with a column twice', [`${HEADER};Larghezza`, `${CARTELLO};1`], /«larghezza \(cm\)» c’è due volte/],
    ['with 201 devices', [HEADER, ...Array<string>(201).fill(CARTELLO)], /201 mezzi: .* al massimo 200/],
    ['with lines without end', [HEADER, ...Array<string>(20_000).fill(CARTELLO)], /20000 mezzi/],
  ])('%s', (_, lines, expected) => {
    const { file, ...others } = errorsOf(...lines);
    expect(file?.join(' ')).toMatch(expected);
    expect(others).toEqual({});
  });

  test('of a sheet with countless unknown columns fifty are named', () => {
    expect(errorsOf(`${HEADER}${';a'.repeat(450_000)}`).file).toHaveLength(50);
  });

  test('a sheet without the columns of vehicles can hold every other type', () => {
    const without = (line: string) => line.split(';').toSpliced(1, 2).join(';');
    expect(parseLines(without(HEADER), without(CARTELLO))).toEqual([PARSED_CARTELLO]);
  });

  test('quotes that are not closed or do not match are named by their line', () => {
    expect(errorsOf(HEADER, CARTELLO, lineWith('testo', '"Bar Sport'), CARTELLO)['riga.3']?.[0]).toContain(
      'non le chiude',
    );
    expect(errorsOf(HEADER, lineWith('testo', '"Bar "Sport""'))['riga.2']?.[0]).toContain('si scrivono due volte');
    expect(errorsOf(`"${HEADER}`, CARTELLO)['riga.1']?.[0]).toContain('non le chiude');
  });

  test.each([
    ['a sheet of Excel', '504b0304140006000800', /Excel.*salvalo come CSV/],
    ['an old sheet of Excel', 'd0cf11e0a1b11ae1', /Excel.*salvalo come CSV/],
    ['a PDF', '255044462d312e37', /PDF.*salvalo come CSV/],
    ['bytes of something else', '7f454c4602010100000000', /non è un foglio CSV/],
  ])('%s, whatever its name', (_, hex, expected) => {
    expect(errorsOfBytes(Buffer.from(hex, 'hex')).file?.[0]).toMatch(expected);
  });

  test.each([
    ['quotes', '"a"b'],
    ['separators', ';'],
    ['empty lines', '\n'],
    ['one long word', 'x'],
    ['open quotes', 'a;"b\n'],
  ])('a megabyte of %s is answered in words', (_, piece) => {
    const bytes = Buffer.from(`${HEADER}\n${piece.repeat(1_048_000 / piece.length)}`);
    expect(Object.keys(errorsOfBytes(bytes)).length).toBeGreaterThan(0);
  });
});
